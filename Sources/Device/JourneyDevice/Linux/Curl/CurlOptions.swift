import CCurl
import JourneyBase

/// Sets options of one easy handle and remembers whether all of them were taken.
struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    private(set) var areSet = true

    init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

    mutating func set(_ option: CURLoption, _ number: Int) { note(ccurl_set_long(easy, option, number)) }
    mutating func set(_ option: CURLoption, _ text: String?) { note(ccurl_set_string(easy, option, text)) }
    mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) {
        note(ccurl_set_pointer(easy, option, pointer))
    }
    mutating func receive(_ option: CURLoption, _ receiver: @escaping curl_write_callback) {
        note(ccurl_set_receiver(easy, option, receiver))
    }

    /// What holds for every connection, with no way to say otherwise.
    mutating func applyAlways(trust: CurlTrust) {
        set(CURLOPT_PROTOCOLS_STR, "https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities = trust.authorities {
            // The directory of the system's store stands beside a given authority unless it is taken away.
            set(CURLOPT_CAINFO, nil)
            set(CURLOPT_CAPATH, nil)
            note(
                ccurl_set_borrowed_blob(easy, CURLOPT_CAINFO_BLOB, authorities.baseAddress, authorities.count))
        }
        // The environment decides nothing: an empty proxy stops its variables from being read.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "*")
        set(CURLOPT_NETRC, 0)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_NOPROGRESS, 1)
    }

    /// The leaf's key must have one of `digests`, beside what else is checked.
    mutating func pin(_ digests: [String]) {
        set(CURLOPT_PINNEDPUBLICKEY, digests.map { "sha256//\($0)" }.joined(separator: ";"))
    }

    /// Method, body and header fields of `request`, which were checked. The caller frees the list after the exchange.
    mutating func apply(_ request: HTTPRequest, userAgent: String) -> UnsafeMutablePointer<curl_slist>? {
        switch request.method {
        case .head: set(CURLOPT_NOBODY, 1)
        case .get where request.body.isEmpty, .delete where request.body.isEmpty: set(CURLOPT_HTTPGET, 1)
        case .get, .post, .put, .patch, .delete:
            set(CURLOPT_POST, 1)
            // A body of no bytes still needs an address, or the library would read one from standard input.
            note(request.body.isEmpty ? ccurl_set_body(easy, "", 0) : copy(request.body))
        }
        if request.method != .head { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        // libcurl repeats a request by itself when a kept connection turns out to be dead; whether a request that is not
        // idempotent is repeated is the caller's to say, so such a request gets a connection of its own.
        if !request.method.isIdempotent { set(CURLOPT_FRESH_CONNECT, 1) }
        set(CURLOPT_USERAGENT, userAgent)

        var list: UnsafeMutablePointer<curl_slist>?
        // A name with a colon and nothing else takes away what the library would add of its own.
        for line in ["Expect:"] + (request.headers["Content-Type"] == nil ? ["Content-Type:"] : []) {
            append(line, to: &list)
        }
        for field in request.headers.fields {
            append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)", to: &list)
        }
        note(ccurl_set_list(easy, CURLOPT_HTTPHEADER, list))
        return list
    }

    mutating func limit(_ options: HTTPOptions, isHead: Bool) {
        set(CURLOPT_TIMEOUT_MS, options.timeout.wholeMilliseconds)
        // A declared length that is too long ends the transfer before its first byte; a HEAD's length costs nothing.
        if !isHead, options.bodyLimit > 0 {
            note(ccurl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, options.bodyLimit))
        }
    }

    /// Connects anew, without a resumed session, and keeps the certificates that were shown.
    mutating func applyHandshake(timeout: Duration) {
        set(CURLOPT_CONNECT_ONLY, 1)
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_FORBID_REUSE, 1)
        set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        set(CURLOPT_CERTINFO, 1)
        set(CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds)
    }

    private func copy(_ body: [UInt8]) -> CURLcode {
        body.withUnsafeBytes { ccurl_set_body(easy, $0.baseAddress, $0.count) }
    }

    private mutating func append(_ line: String, to list: inout UnsafeMutablePointer<curl_slist>?) {
        if let longer = curl_slist_append(list, line) { list = longer } else { areSet = false }
    }

    private mutating func note(_ code: CURLcode) { areSet = areSet && code == CURLE_OK }
}

extension Duration {
    /// Rounded up, at least one (zero would mean "for ever") and at most a day.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 86_400 else { return 86_400_000 }
        let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return max(1, Int(seconds) * 1_000 + Int(part))
    }
}
