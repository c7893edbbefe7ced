internal import Foundation
internal import JourneyBase
internal import Synchronization

/// An HTTP exchange in progress: the library's delegate and the caller's continuation.
final class SessionExchange: NSObject, URLSessionDataDelegate {
    private struct State {
        var task: URLSessionTask?
        var clock: Task<Void, Never>?
        var waiter: CheckedContinuation<HTTPResponse, any Error>?
        /// The header, or the error in its place.
        var result: Result<HTTPResponse, any Error>?
        /// The first error, which is more precise than the library's.
        var fault: (any Error)?
        var received = 0
        var trace: HTTPTrace?
        /// `true` once the system reports that no request was begun on any connection.
        var wroteNothing = false
    }

    private let request: HTTPRequest
    private let options: HTTPOptions
    private let trust: ServerTrust
    private let identity: DeviceIdentity?
    private let pipe = HTTPBodyPipe()
    private let upload: SessionUpload?
    private let state = Mutex(State())

    init(request: HTTPRequest, options: HTTPOptions, trust: ServerTrust, identity: DeviceIdentity?) {
        self.request = request
        self.options = options
        self.trust = trust
        self.identity = identity
        upload = request.stream.map { SessionUpload($0) }
    }

    private var origin: Origin { request.url.origin }

    /// The timings, as far as they are known.
    var trace: HTTPTrace? { state.withLock(\.trace) }

    func start(_ prepared: URLRequest, in session: URLSession) {
        let task: URLSessionTask =
            upload == nil ? session.dataTask(with: prepared) : session.uploadTask(withStreamedRequest: prepared)
        task.delegate = self
        let clock = Task { [weak self, options] in
            try? await ContinuousClock().sleep(for: options.timeout)
            guard !Task.isCancelled, let self else { return }
            stop(NetworkFailure.timedOut(origin))
        }
        state.withLock { ($0.task, $0.clock) = (task, clock) }
        task.resume()
    }

    /// Returns the response as soon as its header has arrived, with its body as a stream.
    func response() async throws -> HTTPResponse {
        // Created first: a caller that gives up before the header releases it, which ends the exchange.
        let reading = pipe.stream
        var response = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiter = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            stop(CancellationError())
        }
        response.stream = HTTPBodyStream(
            next: {
                var iterator = reading.makeAsyncIterator()
                return try await iterator.next()
            },
            onCancel: { [self] in
                stop(CancellationError())
                reading.cancel()
            })
        return response
    }

    /// Ends the exchange with `fault`, unless it has ended.
    private func stop(_ fault: any Error) {
        let task = state.withLock { state in
            state.fault = state.fault ?? fault
            return state.task
        }
        task?.cancel()
    }

    private func finish(_ result: Result<HTTPResponse, any Error>) {
        let waiter = state.withLock { state in
            guard state.result == nil else { return nil as CheckedContinuation<HTTPResponse, any Error>? }
            state.result = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(with: result)
    }
}

// Delegate calls, one after the other.
extension SessionExchange {
    func urlSession(
        _: URLSession, dataTask _: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse,
            let headers = SessionHeaders.read(response.allHeaderFields),
            request.method == .head || response.expectedContentLength <= Int64(options.bodyLimit)
        else {
            stop(NetworkFailure.tooLong(origin))
            return completionHandler(.cancel)
        }
        finish(.success(HTTPResponse(status: response.statusCode, headers: headers)))
        completionHandler(.allow)
    }

    func urlSession(_: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = state.withLock { state in
            state.received += data.count
            return state.received > options.bodyLimit
        }
        guard !isTooLong else { return stop(NetworkFailure.tooLong(origin)) }
        // Suspended until the reader has room, which slows the server down. Each suspend has one resume.
        task.suspend()
        if pipe.offer(Array(data), onRoom: { task.resume() }) { task.resume() }
    }

    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(
        _: URLSession, task _: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) { completionHandler(upload?.start()) }

    func urlSession(
        _: URLSession, task _: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust:
            Task { [self] in
                let fault = await trust.fault(challenge)
                guard fault == nil, let server = challenge.protectionSpace.serverTrust else {
                    stop(fault ?? NetworkFailure.untrusted(origin))
                    return completionHandler(.cancelAuthenticationChallenge, nil)
                }
                completionHandler(.useCredential, URLCredential(trust: server))
            }
        case NSURLAuthenticationMethodClientCertificate:
            completionHandler(identity == nil ? .performDefaultHandling : .useCredential, identity?.credential)
        // Passwords are never stored: the server's own status is the response.
        default: completionHandler(.performDefaultHandling, nil)
        }
    }

    func urlSession(_: URLSession, task _: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        let received = state.withLock(\.received)
        let trace = HTTPTrace(metrics, received: received)
        let transactions = metrics.transactionMetrics
        let wroteNothing = !transactions.isEmpty && transactions.allSatisfy { $0.requestStartDate == nil }
        state.withLock { ($0.trace, $0.wroteNothing) = (trace, wroteNothing) }
    }

    func urlSession(_: URLSession, task _: URLSessionTask, didCompleteWithError error: (any Error)?) {
        upload?.close()
        let (fault, trace, result, clock, wroteNothing) = state.withLock { state in
            defer { (state.task, state.clock) = (nil, nil) }
            return (state.fault, state.trace, state.result, state.clock, state.wroteNothing)
        }
        clock?.cancel()
        var failure = fault ?? upload?.failure ?? error.map(failure)
        if failure == nil, case .success(let response) = result {
            let isWhole = ResponseEnd.isKnown(
                status: response.status, headers: response.headers, isHead: request.method == .head,
                isFramed: trace?.version == .http2 || trace?.version == .http3)
            if !isWhole { failure = NetworkFailure.cutOff(origin) }
        }
        // Also for errors of a body's source, which may carry the fate of another request.
        if var known = failure as? JourneyError {
            known.requestFate = wroteNothing ? .notSent : .unknown
            failure = known
        }
        finish(.failure(failure ?? NetworkFailure.cutOff(origin)))
        pipe.finish(throwing: failure)
    }

    private func failure(_ error: any Error) -> any Error {
        NetworkFailure.urlLoading((error as NSError).code, origin: origin) ?? CancellationError()
    }
}
