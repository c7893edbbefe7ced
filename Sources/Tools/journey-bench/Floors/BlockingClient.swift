import CCurl
import JourneyBase

/// A blocking libcurl handle that is reused for each request, with the same checks as the real client: the floor of any client on
/// libcurl.
final class BlockingClient {
    let easy: UnsafeMutableRawPointer
    private let authority: UnsafeMutableRawBufferPointer
    var body: [UInt8] = []

    init(url: HTTPSURL, authorityPEM: String, pin: String) throws {
        let easy = try unwrap(curl_easy_init(), "curl_easy_init returned NULL.")
        self.easy = easy
        let pem = Array(authorityPEM.utf8)
        authority = .allocate(byteCount: pem.count, alignment: 1)
        authority.copyBytes(from: pem)
        ccurl_set_string(easy, CURLOPT_URL, url.description)
        ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "https")
        ccurl_set_string(easy, CURLOPT_CAPATH, nil)
        ccurl_set_borrowed_blob(easy, CURLOPT_CAINFO_BLOB, authority.baseAddress, authority.count)
        ccurl_set_string(easy, CURLOPT_PINNEDPUBLICKEY, "sha256//\(pin)")
        ccurl_set_string(easy, CURLOPT_PROXY, "")
        ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
        ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, client in
            guard let client else { return 0 }
            let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
            Unmanaged<BlockingClient>.fromOpaque(client).takeUnretainedValue().body.append(contentsOf: piece)
            return size * count
        }
    }

    deinit {
        curl_easy_cleanup(easy)
        authority.deallocate()
    }

    /// Performs one GET and returns the body.
    func get() throws -> [UInt8] {
        body = []
        try expect(curl_easy_perform(easy) == CURLE_OK, "curl_easy_perform failed.")
        return body
    }
}
