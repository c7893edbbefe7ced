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
        // HTTP/2 where both sides agree on it in the handshake; requests then share a connection, and wait for one that is
        // about to stand. A library that knows HTTP/1.1 only refuses the first option, and that is all right.
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        set(CURLOPT_PIPEWAIT, 1)
        // An old session that is taken up again shows no certificate, and is looked at by nobody.
        if trust.requiresHTTP2 { set(CURLOPT_SSL_SESSIONID_CACHE, 0) }
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_NOPROGRESS, 1)
    }

    /// Whom we talk to is looked at by `setup`, which gets each new connection's `SSL_CTX`.
    mutating func check(owner: UnsafeMutableRawPointer, _ setup: @escaping curl_ssl_ctx_callback) {
        note(ccurl_set_tls_setup(easy, setup))
        set(CURLOPT_SSL_CTX_DATA, pointer: owner)
    }

    /// `guardian` is asked each time before the request goes out on a connection; libcurl would repeat it by itself when a
    /// kept one turns out to be dead.
    mutating func guardIssues(owner: UnsafeMutableRawPointer, _ guardian: @escaping curl_prereq_callback) {
        note(ccurl_set_issue_guard(easy, guardian))
        set(CURLOPT_PREREQDATA, pointer: owner)
    }

    /// The body is what `sender` gives, `length` bytes of it where that is known.
    mutating func send(length: Int?, owner: UnsafeMutableRawPointer, _ sender: @escaping curl_read_callback) {
        set(CURLOPT_UPLOAD, 1)
        note(ccurl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, length ?? -1))
        set(CURLOPT_READDATA, pointer: owner)
        note(ccurl_set_sender(easy, sender))
    }

    /// The body may stay nowhere: nghttp2 keeps the last frame of a connection as long as the connection lives, so the exchange
    /// has one of HTTP/1.1 to itself, whose buffers libcurl overwrites when it frees them.
    mutating func leaveNothing(trust: CurlTrust) {
        if !trust.requiresHTTP2 { set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) }
        set(CURLOPT_FORBID_REUSE, 1)
    }

    /// Method, body and header fields of `request`, which were checked. The caller frees the list after the exchange.
    mutating func apply(_ request: HTTPRequest, userAgent: String) -> UnsafeMutablePointer<curl_slist>? {
        switch request.method {
        case .head: set(CURLOPT_NOBODY, 1)
        case .get where request.body.isEmpty, .delete where request.body.isEmpty, .options where request.body.isEmpty:
            set(CURLOPT_HTTPGET, 1)
        case _ where request.stream != nil: break
        case .get, .post, .put, .patch, .delete, .options:
            set(CURLOPT_POST, 1)
            // A body of no bytes still needs an address, or the library would read one from standard input.
            note(request.body.isEmpty ? ccurl_set_body(easy, "", 0) : copy(request.body))
        }
        if request.method != .head { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
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

    mutating func limit(_ options: HTTPOptions, _ request: HTTPRequest) {
        set(CURLOPT_TIMEOUT_MS, options.timeout.wholeMilliseconds)
        if !options.mayRepeat(request) { useYoungConnection(options.connectionIdleLimit) }
        // A declared length that is too long ends the transfer before its first byte; a HEAD's length costs nothing.
        if request.method != .head, options.bodyLimit > 0 {
            note(ccurl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, options.bodyLimit))
        }
    }

    /// Uses a kept connection only if it was idle for no longer than `idleLimit`.
    private mutating func useYoungConnection(_ idleLimit: Duration) {
        let seconds = min(idleLimit.components.seconds, 86_400)
        // libcurl cuts the idle time to whole seconds before it compares: with `n`, up to `n` + 1 seconds would pass.
        if seconds < 1 { set(CURLOPT_FRESH_CONNECT, 1) } else { set(CURLOPT_MAXAGE_CONN, Int(seconds) - 1) }
    }

    /// Connects anew and without a resumed session, so that the certificates are shown and looked at.
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
