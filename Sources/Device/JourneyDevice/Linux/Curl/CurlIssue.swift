import CCurl
import COpenSSL

/// How a request that may not be repeated went out, and whether the server is known to have refused it unprocessed.
///
/// libcurl 7.88 repeats a request of which no byte was answered in three cases: a connection that was shared or reused is dead;
/// an HTTP/2 stream was refused by `REFUSED_STREAM` (RFC 9113, section 8.7); or the server wants HTTP/1.1
/// (`HTTP_1_1_REQUIRED`), which promises nothing. On a connection that was opened for this exchange and shared with no other
/// the first can't be, and if HTTP/2 was agreed on for the repetition it isn't the last.
struct CurlIssue {
    /// Whether the connection was opened for this exchange, while no other exchange was under way.
    private let isOnOwnConnection: Bool
    private let begun: UInt64
    /// Whether the server is known not to have processed the request.
    private(set) var isRefused = false

    /// Records how the request of `easy` goes out.
    init(_ easy: UnsafeMutableRawPointer, _ exchanges: (underWay: Int, begun: UInt64)) {
        var connects = 0
        ccurl_get_long(easy, CURLINFO_NUM_CONNECTS, &connects)
        isOnOwnConnection = connects > 0 && exchanges.underWay == 1
        begun = exchanges.begun
    }

    /// Decides why libcurl is about to send the request again.
    mutating func decide(_ easy: UnsafeMutableRawPointer, _ exchanges: (underWay: Int, begun: UInt64)) {
        isRefused =
            isOnOwnConnection && exchanges.begun == begun && CurlIssue.speaksHTTP2(easy) && !CurlIssue.hasStatus(easy)
    }

    /// Whether a response has begun. libcurl keeps its status from the moment that the frame is read, also where the stream is reset
    /// before anything of the response is handed on: a server that answers and then says that it has refused contradicts itself.
    private static func hasStatus(_ easy: UnsafeMutableRawPointer) -> Bool {
        // Each try counts as a request of its own; libcurl makes a few at most.
        (Int32(0)...8).contains { request in
            var header: UnsafeMutablePointer<curl_header>?
            return curl_easy_header(easy, ":status", 0, UInt32(CURLH_PSEUDO), request, &header) == CURLHE_OK
        }
    }

    private static func speaksHTTP2(_ easy: UnsafeMutableRawPointer) -> Bool {
        guard let connection = ccurl_get_tls(easy) else { return false }
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(OpaquePointer(connection), &name, &count)
        return UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual("h2".utf8)
    }
}
