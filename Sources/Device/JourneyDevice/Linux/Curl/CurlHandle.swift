import CCurl
import JourneyBase

/// One easy handle with its exchange. Belongs to the engine's loop.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    private(set) var job: CurlJob?
    private var receiver = CurlReceiver(bodyLimit: 0)
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var trust: CurlTrust?
    private var check: CurlPeerCheck?
    /// Called when the header of a streamed response has arrived.
    private let opened: (CurlJob, HTTPResponse) -> Void
    /// Called, on any thread, when there is room for more of the body.
    private let hasRoom: @Sendable (CurlJob) -> Void
    /// `true` while the reader of the body is behind.
    private var isFull = false
    private var isOpened = false
    /// Returns the loop's number of exchanges in progress and the number begun so far.
    private let exchanges: () -> (underWay: Int, begun: UInt64)
    /// The record of sending a request that may not be repeated; `nil` before.
    private var issue: CurlIssue?

    init?(
        exchanges: @escaping () -> (underWay: Int, begun: UInt64),
        opened: @escaping (CurlJob, HTTPResponse) -> Void, hasRoom: @escaping @Sendable (CurlJob) -> Void
    ) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.exchanges = exchanges
        self.opened = opened
        self.hasRoom = hasRoom
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
    }

    /// Sets up the handle for `job` from scratch, so that no option of an earlier exchange remains.
    ///
    /// Throws `TLS_FAIL` when a check can't be enabled, as in a libcurl built without it.
    func prepare(_ job: CurlJob, trust: CurlTrust) throws(JourneyError) {
        clear()
        curl_easy_reset(easy)
        var options = CurlOptions(easy)
        let itself = Unmanaged.passUnretained(self).toOpaque()
        options.applyAlways(trust: trust)
        options.check(owner: itself) { _, context, owner in
            guard let context, let owner else { return CURLE_SSL_CERTPROBLEM }
            let handle = Unmanaged<CurlHandle>.fromOpaque(owner).takeUnretainedValue()
            return handle.guardHandshakes(of: OpaquePointer(context)) ? CURLE_OK : CURLE_SSL_CERTPROBLEM
        }
        options.set(CURLOPT_URL, job.url.description)
        options.set(CURLOPT_PRIVATE, pointer: itself)
        options.set(CURLOPT_WRITEDATA, pointer: itself)
        options.set(CURLOPT_HEADERDATA, pointer: itself)
        options.receive(CURLOPT_WRITEFUNCTION) { bytes, size, count, owner in
            CurlHandle.take(bytes, size * count, owner) { $0.takeBody($1) }
        }
        options.receive(CURLOPT_HEADERFUNCTION) { bytes, size, count, owner in
            CurlHandle.take(bytes, size * count, owner) { $0.takeHeader($1) ? $1.count : 0 }
        }
        switch job.purpose {
        case .exchange(let request, let limits):
            receiver = CurlReceiver(bodyLimit: max(limits.bodyLimit, 0))
            headerList = options.apply(request, userAgent: trust.userAgent)
            if let upload = job.upload {
                options.send(length: upload.length, owner: itself) { bytes, size, count, owner in
                    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                    return CurlHandle.fill(buffer, owner)
                }
                if upload.isCopied { options.leaveNoCopy(trust: trust) }
            }
            options.limit(limits, request)
            if !limits.mayRepeat(request) {
                options.guardIssues(owner: itself) { owner, _, _, _, _ in
                    guard let owner else { return CURL_PREREQFUNC_ABORT }
                    let handle = Unmanaged<CurlHandle>.fromOpaque(owner).takeUnretainedValue()
                    return handle.admitIssue() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                }
            }
        case .handshake(_, let timeout):
            options.applyHandshake(timeout: timeout)
        }
        guard options.areSet else {
            clear()
            throw JourneyError(.tlsFail, "This system's libcurl does not support a required security option.")
        }
        self.job = job
        self.trust = trust
    }

    /// Returns the result of the exchange.
    func product(_ code: CURLcode) -> Result<CurlJob.Product, any Error> {
        guard let job else { return .failure(CancellationError()) }
        let origin = job.url.origin
        if code != CURLE_OK {
            // The source of a body may have failed with another request, whose fate is not this one's.
            let source = job.upload?.failure
            guard var error = source == nil ? failure(code, origin) : source as? JourneyError else {
                return .failure(source ?? CancellationError())
            }
            error.requestFate = wroteNothing || issue?.isRefused == true ? .notSent : .unknown
            return .failure(error)
        }
        switch job.purpose {
        case .exchange(let request, _):
            var version = 0
            ccurl_get_long(easy, CURLINFO_HTTP_VERSION, &version)
            guard receiver.isWhole(isHead: request.method == .head, isFramed: version >= CURL_HTTP_VERSION_2_0) else {
                var error = NetworkFailure.cutOff(origin)
                error.requestFate = .unknown
                return .failure(error)
            }
            return .success(.response(response()))
        case .handshake:
            guard let leaf = check?.finding?.leaf else {
                return .failure(JourneyError(.tlsFail, "\(origin) sent no certificate."))
            }
            return .success(.leaf(leaf))
        }
    }

    private func failure(_ code: CURLcode, _ origin: Origin) -> JourneyError {
        if let check, let finding = check.finding, !finding.verdict.isGood {
            return NetworkFailure.pinned(finding.verdict, origin)
        }
        if let check, check.lacksHTTP2 { return NetworkFailure.withoutHTTP2(origin) }
        if let check, check.isRefusedByPeer { return NetworkFailure.refusedByPeer(origin) }
        if receiver.isContradictory { return NetworkFailure.contradictory(origin) }
        if issue?.isRefused == true { return NetworkFailure.refusedUnprocessed(origin) }
        return CurlFailure.error(code, origin: origin)
    }

    /// `true` when no byte of the request was written on any connection. libcurl counts a request when its head is passed to TLS,
    /// and adds up the attempts of one exchange.
    private var wroteNothing: Bool {
        var size = 0
        return ccurl_get_long(easy, CURLINFO_REQUEST_SIZE, &size) == CURLE_OK && size == 0
    }

    /// Returns `true` when the request may be sent: once. libcurl asks a second time before it would repeat the request.
    private func admitIssue() -> Bool {
        guard issue == nil else {
            issue?.decide(easy, exchanges())
            return false
        }
        issue = CurlIssue(easy, exchanges())
        return true
    }

    /// The report about the host's pins, if there is one.
    var pinReport: PinReport? { check?.finding?.report }

    /// Continues a paused transfer: sending, and receiving when its reader has caught up. A writer makes no room: otherwise each
    /// piece sent would receive one more piece that nobody reads.
    func resume(hasRoom: Bool) {
        if hasRoom { isFull = false }
        curl_easy_pause(easy, isFull ? CURLPAUSE_RECV : CURLPAUSE_CONT)
    }

    /// Releases the exchange's resources.
    func clear() {
        job = nil
        trust = nil
        check = nil
        isFull = false
        isOpened = false
        issue = nil
        receiver = CurlReceiver(bodyLimit: 0)
        ccurl_set_list(easy, CURLOPT_HTTPHEADER, nil)
        curl_slist_free_all(headerList)
        headerList = nil
    }

    private func response() -> HTTPResponse {
        var response = HTTPResponse(status: receiver.status, headers: receiver.headers, body: receiver.body)
        response.trace = CurlTrace.read(easy)
        return response
    }

    private func guardHandshakes(of context: OpaquePointer) -> Bool {
        guard let job, let trust else { return false }
        let check = CurlPeerCheck(origin: job.url.origin, trust: trust)
        self.check = check
        return CurlPeerCheck.install(check, in: context) && trust.identity?.install(in: context) ?? true
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        guard receiver.takeHeader(line) else { return false }
        if let job, job.pipe != nil, receiver.hasFinalHeaders, !isOpened {
            isOpened = true
            opened(job, response())
        }
        return true
    }

    /// Returns the number of bytes taken: all of them; none, which ends the transfer with a write error; or libcurl's code for a
    /// pause.
    private func takeBody(_ piece: UnsafeRawBufferPointer) -> Int {
        guard let job, let pipe = job.pipe else { return receiver.takeBody(piece, keep: true) ? piece.count : 0 }
        guard !isFull else { return Int(CURL_WRITEFUNC_PAUSE) }
        guard receiver.takeBody(piece, keep: false) else { return 0 }
        isFull = !pipe.offer([UInt8](piece)) { [hasRoom] in hasRoom(job) }
        return piece.count
    }

    private static func take(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ owner: UnsafeMutableRawPointer?,
        _ use: (CurlHandle, UnsafeRawBufferPointer) -> Int
    ) -> Int {
        guard let owner else { return 0 }
        let handle = Unmanaged<CurlHandle>.fromOpaque(owner).takeUnretainedValue()
        return use(handle, UnsafeRawBufferPointer(start: bytes, count: count))
    }

    private static func fill(_ buffer: UnsafeMutableRawBufferPointer, _ owner: UnsafeMutableRawPointer?) -> Int {
        guard let owner else { return Int(CURL_READFUNC_ABORT) }
        let handle = Unmanaged<CurlHandle>.fromOpaque(owner).takeUnretainedValue()
        return handle.job?.upload?.read(into: buffer) ?? Int(CURL_READFUNC_ABORT)
    }
}
