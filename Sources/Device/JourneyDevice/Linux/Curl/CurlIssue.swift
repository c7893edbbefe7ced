import CCurl
import COpenSSL

/// The record of sending a request that may not be repeated, and whether the server is known to have refused it unprocessed.
///
/// libcurl 7.88 repeats a request without a response byte in three cases: a shared or reused connection is dead; an HTTP/2 stream
/// was refused with `REFUSED_STREAM` (RFC 9113, section 8.7); or the server requires HTTP/1.1 (`HTTP_1_1_REQUIRED`), which
/// promises nothing. On a connection that was opened for this exchange alone the first is impossible, and if HTTP/2 was
/// negotiated for the repetition, so is the last.
struct CurlIssue {
    /// `true` when the connection was opened for this exchange, while no other exchange was in progress.
    private let isOnOwnConnection: Bool
    private let begun: UInt64
    /// `true` when the server is known not to have processed the request.
    private(set) var isRefused = false

    /// Records the sending of the request of `easy`.
    init(_ easy: UnsafeMutableRawPointer, _ exchanges: (underWay: Int, begun: UInt64)) {
        var connects = 0
        ccurl_get_long(easy, CURLINFO_NUM_CONNECTS, &connects)
        isOnOwnConnection = connects > 0 && exchanges.underWay == 1
        begun = exchanges.begun
    }

    /// Determines the reason for which libcurl is about to repeat the request.
    mutating func decide(_ easy: UnsafeMutableRawPointer, _ exchanges: (underWay: Int, begun: UInt64)) {
        isRefused =
            isOnOwnConnection && exchanges.begun == begun && CurlIssue.speaksHTTP2(easy) && !CurlIssue.hasStatus(easy)
    }

    /// Returns `true` when a response has begun. libcurl records its status as soon as the frame is read, even when the stream is
    /// reset before the response is delivered: a server that responds and then refuses contradicts itself.
    private static func hasStatus(_ easy: UnsafeMutableRawPointer) -> Bool {
        // Each attempt counts as a request; libcurl makes a few at most.
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
