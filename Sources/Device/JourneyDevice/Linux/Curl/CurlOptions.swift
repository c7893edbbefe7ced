import CCurl
import JourneyBase

/// Sets options of one easy handle and records whether all were accepted.
struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    private(set) var areSet = true

    init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

    mutating func set(_ option: CURLoption, _ number: Int) { record(ccurl_set_long(easy, option, number)) }
    mutating func set(_ option: CURLoption, _ text: String?) { record(ccurl_set_string(easy, option, text)) }
    mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) {
        record(ccurl_set_pointer(easy, option, pointer))
    }
    mutating func receive(_ option: CURLoption, _ receiver: @escaping curl_write_callback) {
        record(ccurl_set_receiver(easy, option, receiver))
    }

    /// Sets the options of every connection, which can't be changed.
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
            // The system's certificate directory would be used in addition to a given authority.
            set(CURLOPT_CAINFO, nil)
            set(CURLOPT_CAPATH, nil)
            record(
                ccurl_set_borrowed_blob(easy, CURLOPT_CAINFO_BLOB, authorities.baseAddress, authorities.count))
        }
        // Environment variables have no effect: an empty proxy stops libcurl from reading them.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "*")
        set(CURLOPT_NETRC, 0)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        // HTTP/2 where both sides negotiate it; requests then share a connection, and wait for one that is being set up. A
        // library without HTTP/2 refuses the first option, which is fine.
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        set(CURLOPT_PIPEWAIT, 1)
        // A resumed session shows no certificate, so ALPN would not be checked.
        if trust.requiresHTTP2 { set(CURLOPT_SSL_SESSIONID_CACHE, 0) }
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_NOPROGRESS, 1)
    }

    /// Sets `setup`, which gets each new connection's `SSL_CTX` and installs the peer check.
    mutating func check(owner: UnsafeMutableRawPointer, _ setup: @escaping curl_ssl_ctx_callback) {
        record(ccurl_set_tls_setup(easy, setup))
        set(CURLOPT_SSL_CTX_DATA, pointer: owner)
    }

    /// Sets `guardian`, which is called before a request is sent on a connection; libcurl would repeat it itself when a kept one
    /// is dead.
    mutating func guardIssues(owner: UnsafeMutableRawPointer, _ guardian: @escaping curl_prereq_callback) {
        record(ccurl_set_issue_guard(easy, guardian))
        set(CURLOPT_PREREQDATA, pointer: owner)
    }

    /// Sets the source of the body: `length` bytes from `sender` where the length is known.
    mutating func send(length: Int?, owner: UnsafeMutableRawPointer, _ sender: @escaping curl_read_callback) {
        set(CURLOPT_UPLOAD, 1)
        record(ccurl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, length ?? -1))
        set(CURLOPT_READDATA, pointer: owner)
        record(ccurl_set_sender(easy, sender))
    }

    /// Makes the exchange leave no copy of the body. nghttp2 keeps a connection's last frame as long as the connection lives, so
    /// the exchange gets its own HTTP/1.1 connection, whose buffers libcurl overwrites when it frees them.
    mutating func leaveNoCopy(trust: CurlTrust) {
        if !trust.requiresHTTP2 { set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) }
        set(CURLOPT_FORBID_REUSE, 1)
    }

    /// Sets method, body and header fields of `request`, which were checked. The caller frees the list after the exchange.
    mutating func apply(_ request: HTTPRequest, userAgent: String) -> UnsafeMutablePointer<curl_slist>? {
        switch request.method {
        case .head: set(CURLOPT_NOBODY, 1)
        case .get where request.body.isEmpty, .delete where request.body.isEmpty, .options where request.body.isEmpty:
            set(CURLOPT_HTTPGET, 1)
        case _ where request.stream != nil: break
        case .get, .post, .put, .patch, .delete, .options:
            set(CURLOPT_POST, 1)
            // An empty body still needs an address, or libcurl would read from standard input.
            record(request.body.isEmpty ? ccurl_set_body(easy, "", 0) : copy(request.body))
        }
        if request.method != .head { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        set(CURLOPT_USERAGENT, userAgent)

        var list: UnsafeMutablePointer<curl_slist>?
        // A name with a colon only removes a field that libcurl would add.
        for line in ["Expect:"] + (request.headers["Content-Type"] == nil ? ["Content-Type:"] : []) {
            append(line, to: &list)
        }
        for field in request.headers.fields {
            append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)", to: &list)
        }
        record(ccurl_set_list(easy, CURLOPT_HTTPHEADER, list))
        return list
    }

    mutating func limit(_ options: HTTPOptions, _ request: HTTPRequest) {
        set(CURLOPT_TIMEOUT_MS, options.timeout.wholeMilliseconds)
        if !options.mayRepeat(request) { useYoungConnection(options.connectionIdleLimit) }
        // An overlong declared length ends the transfer before its first byte; a HEAD's length does not matter.
        if request.method != .head, options.bodyLimit > 0 {
            record(ccurl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, options.bodyLimit))
        }
    }

    /// Uses a kept connection only if it was idle for no longer than `idleLimit`.
    private mutating func useYoungConnection(_ idleLimit: Duration) {
        let seconds = min(idleLimit.components.seconds, 86_400)
        // libcurl truncates the idle time to whole seconds before it compares: with `n`, up to `n` + 1 seconds would pass.
        if seconds < 1 { set(CURLOPT_FRESH_CONNECT, 1) } else { set(CURLOPT_MAXAGE_CONN, Int(seconds) - 1) }
    }

    /// Connects anew without a resumed session, so that the certificates are sent and checked.
    mutating func applyHandshake(timeout: Duration) {
        set(CURLOPT_CONNECT_ONLY, 1)
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_FORBID_REUSE, 1)
        set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        set(CURLOPT_TIMEOUT_MS, timeout.wholeMilliseconds)
    }

    private func copy(_ body: [UInt8]) -> CURLcode {
        body.withUnsafeBytes { ccurl_set_body(easy, $0.baseAddress, $0.count) }
    }

    private mutating func append(_ line: String, to list: inout UnsafeMutablePointer<curl_slist>?) {
        if let longer = curl_slist_append(list, line) { list = longer } else { areSet = false }
    }

    private mutating func record(_ code: CURLcode) { areSet = areSet && code == CURLE_OK }
}

extension Duration {
    /// The duration rounded up, at least one (zero would mean no limit) and at most a day.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 86_400 else { return 86_400_000 }
        let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return max(1, Int(seconds) * 1_000 + Int(part))
    }
}
