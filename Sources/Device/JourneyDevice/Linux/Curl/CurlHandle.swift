import CCurl
import JourneyBase

/// One easy handle with the exchange it carries. Belongs to the engine's loop.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    private(set) var job: CurlJob?
    private var receiver = CurlReceiver(bodyLimit: 0)
    private var headerList: UnsafeMutablePointer<curl_slist>?

    init?() {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
    }

    /// Sets the handle up for `job` from nothing, so that no option of an earlier exchange stays.
    ///
    /// Throws `PINNING_FAIL` when the pins can match no key, and `TLS_FAIL` when a check cannot be switched on, which a
    /// build of the library without it would cause.
    func prepare(_ job: CurlJob, trust: CurlTrust) throws(JourneyError) {
        clear()
        curl_easy_reset(easy)
        var options = CurlOptions(easy)
        options.applyAlways(trust: trust)
        switch trust.pinRule(for: job.url.origin.host) {
        case .unpinned: break
        case .oneOf(let digests): options.pin(digests)
        case .refuse:
            throw JourneyError(.pinningFail, "The pins of \(job.url.origin) can match no key.")
        }
        options.set(CURLOPT_URL, job.url.description)
        let itself = Unmanaged.passUnretained(self).toOpaque()
        options.set(CURLOPT_PRIVATE, pointer: itself)
        options.set(CURLOPT_WRITEDATA, pointer: itself)
        options.set(CURLOPT_HEADERDATA, pointer: itself)
        options.receive(CURLOPT_WRITEFUNCTION) { bytes, size, count, handle in
            CurlHandle.take(bytes, size * count, handle) { $0.takeBody($1) }
        }
        options.receive(CURLOPT_HEADERFUNCTION) { bytes, size, count, handle in
            CurlHandle.take(bytes, size * count, handle) { $0.takeHeader($1) }
        }
        switch job.purpose {
        case .exchange(let request, let limits):
            receiver = CurlReceiver(bodyLimit: max(limits.bodyLimit, 0))
            headerList = options.apply(request, userAgent: trust.userAgent)
            options.limit(limits, isHead: request.method == .head)
        case .handshake(_, let timeout):
            options.applyHandshake(timeout: timeout)
        }
        guard options.areSet else {
            clear()
            throw JourneyError(.tlsFail, "This system's libcurl lacks a check that is needed.")
        }
        self.job = job
    }

    /// What came of the exchange.
    func product(_ code: CURLcode) -> Result<CurlJob.Product, any Error> {
        guard let job else { return .failure(CancellationError()) }
        guard code == CURLE_OK else { return .failure(CurlFailure.error(code, origin: job.url.origin)) }
        switch job.purpose {
        case .exchange(let request, _):
            var status = 0
            ccurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
            var version = 0
            ccurl_get_long(easy, CURLINFO_HTTP_VERSION, &version)
            let isWhole = receiver.isWhole(
                status: status, isHead: request.method == .head, isFramed: version >= CURL_HTTP_VERSION_2_0)
            guard isWhole else { return .failure(CurlFailure.cutOff(job.url.origin)) }
            return .success(
                .response(HTTPResponse(status: status, headers: receiver.headers, body: receiver.body)))
        case .handshake:
            guard let leaf = CurlCertificates.leaf(of: easy) else {
                return .failure(JourneyError(.tlsFail, "\(job.url.origin) showed no certificate."))
            }
            return .success(.leaf(leaf))
        }
    }

    /// Lets go of what the exchange held.
    func clear() {
        job = nil
        receiver = CurlReceiver(bodyLimit: 0)
        ccurl_set_list(easy, CURLOPT_HTTPHEADER, nil)
        curl_slist_free_all(headerList)
        headerList = nil
    }

    /// How many bytes were taken: all of them, or none, which ends the transfer with a write error.
    private static func take(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ handle: UnsafeMutableRawPointer?,
        _ use: (inout CurlReceiver, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let handle else { return 0 }
        let owner = Unmanaged<CurlHandle>.fromOpaque(handle).takeUnretainedValue()
        return use(&owner.receiver, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
}
