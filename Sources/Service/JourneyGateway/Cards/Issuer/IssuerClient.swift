import Foundation
import JourneyBase
import JourneyServer
import JourneyWire
import Synchronization

/// Calls the card issuer's API: signs requests, bounds answers, keeps deadlines, and pauses while the issuer is down.
///
/// An unanswered card query is retried once. Any other request is repeated only if the first one wasn't sent (`RequestFate`) or,
/// for those that `IssuerCall.isRepeatable` names, if a reused connection turns out to be dead.
final class IssuerClient: Sendable {
    /// The maximum size of an answer, in bytes.
    static let bodyLimit = 256 * 1_024

    private let api: HTTPSURL
    private let signer: IssuerSigner
    private let transport: any HTTPTransport
    /// See `HTTPOptions.connectionIdleLimit`.
    private let connectionIdleLimit: Duration
    private let dependencies: Dependencies
    private let elapsed: @Sendable () -> Duration
    private let breaker = Mutex(CircuitBreaker())

    init(
        _ issuer: IssuerAccount, over transport: any HTTPTransport, connectionIdleLimit: Duration = .zero,
        dependencies: Dependencies
    ) {
        api = issuer.api
        signer = IssuerSigner(apiKey: issuer.apiKey, apiSecret: issuer.apiSecret)
        self.transport = transport
        self.connectionIdleLimit = connectionIdleLimit
        self.dependencies = dependencies
        elapsed = dependencies.clock.stopwatch
    }

    /// Performs `call` for `user` and returns the JSON object of the answer. `card` is the card id of a card query.
    func ask(
        _ call: IssuerCall, card: String = "", _ body: JSONValue? = nil, for user: CardUser, by deadline: HTTPDeadline
    ) async throws(CardRefusal) -> JSONValue {
        if let wait = breaker.withLock({ $0.wait(at: elapsed()) }) {
            throw CardRefusal(.issuerDown, retryAfter: wait, fate: .notSent)
        }
        let start = elapsed()
        var result: Result<JSONValue, CardRefusal>
        var status: Int?
        do {
            let response = try await send(call, card, body?.compactBytes ?? [], by: deadline)
            status = response.status
            result = reading(response, call)
        } catch is CancellationError {
            // A cancelled caller says nothing about the issuer's health.
            throw CardRefusal(.issuerTimeout, fate: .unknown)
        } catch { result = .failure(Self.refusal(error)) }
        var isFailure = false
        if case .failure(var refusal) = result, Self.isFailure(refusal.code, status ?? 0) {
            if refusal.fate == .answered { refusal.fate = .unknown }
            result = .failure(refusal)
            isFailure = true
        }
        record(call, status, result, isFailure, of: user, since: start)
        return try result.get()
    }

    /// `true` if the issuer failed rather than refused. A meaningful refusal isn't a failure, whatever its status, so that wrong
    /// codes can't open the circuit for everyone.
    private static func isFailure(_ code: CardCode, _ status: Int) -> Bool {
        [.issuerDown, .issuerTimeout, .issuerInvalid].contains(code) || (code == .issuerRefused && status >= 500)
    }

    private func send(
        _ call: IssuerCall, _ card: String, _ body: [UInt8], by deadline: HTTPDeadline
    ) async throws -> HTTPResponse {
        let path = call.path(card)
        guard let url = HTTPSURL(origin: api.origin, path: api.path + path) else { throw CardRefusal(.requestInvalid) }
        let request = HTTPRequest(
            method: call.method, url: url,
            headers: signer.headers(call.method, path, body: body, at: dependencies.now()), body: body)
        let options = HTTPOptions(
            timeout: deadline.remaining, bodyLimit: Self.bodyLimit, isRepeatable: call.isRepeatable,
            connectionIdleLimit: connectionIdleLimit)
        guard call.method.isIdempotent else {
            do { return try await transport.send(request, options: options) } catch let error as JourneyError
                where error.code == .netUnreachable && RequestFate(of: error) == .notSent
            { return try await transport.send(request, options: deadline.cut(options)) }
        }
        return try await transport.send(
            request, options: options,
            retry: HTTPRetry(tries: 2, firstWait: .milliseconds(100), longestWait: .seconds(1)),
            by: deadline, random: dependencies.random, now: dependencies.now())
    }

    private func reading(_ response: HTTPResponse, _ call: IssuerCall) -> Result<JSONValue, CardRefusal> {
        let limits = JSONLimits(bytes: Self.bodyLimit, depth: 8, values: 20_000)
        let body = try? JSONReader.read(response.body, limits: limits)
        // Neither the documented success nor a refusal: the outcome of the call is unknown.
        guard !(202...399).contains(response.status) else { return .failure(CardRefusal(.issuerInvalid)) }
        guard (200...201).contains(response.status) else {
            let code = IssuerErrors.meaning(response.status, body?[.errorCode]?.string, call)
            let asked = response.headers.retryAfter(now: dependencies.now()).map { min($0, .seconds(3_600)) }
            return .failure(CardRefusal(code, retryAfter: asked))
        }
        // These calls may succeed with an empty body.
        if response.body.isEmpty, [.resend, .revoke, .block, .unblock].contains(call) { return .success([:]) }
        guard let body, body.object != nil else { return .failure(CardRefusal(.issuerInvalid)) }
        return .success(body)
    }

    private static func refusal(_ error: any Error) -> CardRefusal {
        switch error {
        case let refusal as CardRefusal: refusal
        case let error as JourneyError where error.code == .responseTooLarge: CardRefusal(.issuerInvalid)
        case let error as JourneyError:
            CardRefusal(
                error.code == .netTimeout ? .issuerTimeout : .issuerDown, fate: RequestFate(of: error))
        default: CardRefusal(.issuerDown)
        }
    }

    /// Records the result in the breaker and the log: call names, statuses and codes, nothing of the request.
    private func record(
        _ call: IssuerCall, _ status: Int?, _ result: Result<JSONValue, CardRefusal>, _ isFailure: Bool,
        of user: CardUser, since start: Duration
    ) {
        let code: CardCode? = if case .failure(let refusal) = result { refusal.code } else { nil }
        // An answered request may have failed because of its content.
        let isAnswered = status != nil || code == .issuerInvalid
        let now = elapsed()
        let (wasOpen, isOpen) = breaker.withLock { breaker in
            let wasOpen = breaker.isOpen
            breaker.record(isFailure: isFailure, of: isAnswered ? user.id : nil, at: now)
            return (wasOpen, breaker.isOpen)
        }
        let milliseconds = (now - start) / .milliseconds(1)
        dependencies.log.record(
            isFailure ? .warning : .info, "Called the card issuer",
            [
                .operation: call.rawValue, .status: String(status ?? 0), .code: code?.name ?? "-",
                .milliseconds: String(Int(milliseconds)),
            ])
        if status == 401 {
            dependencies.log.record(
                .error, "The card issuer rejected the gateway's signature: check the clock, API key and API secret")
        }
        if isOpen != wasOpen {
            dependencies.log.record(
                .warning,
                isOpen
                    ? "Calls to the card issuer are paused after repeated failures" : "Calls to the card issuer resumed"
            )
        }
    }
}
