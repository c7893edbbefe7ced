import Foundation
import JourneyBase
import JourneyServer
import JourneyWire
import Synchronization

/// Asks the card issuer: signed, bounded, within a deadline, and not while it is down.
///
/// A look at a card is asked once more when it is not answered. Any other request is sent a second time only if the first was
/// not sent (`RequestFate`), and what `IssuerCall.isRepeatable` names when a kept connection turns out to be dead.
final class IssuerClient: Sendable {
    /// The longest answer, in bytes.
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

    /// The object that the issuer answers to a request of `user`'s. `card` is what a look at a card is about.
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
            // Whoever hangs up says nothing about the issuer.
            throw CardRefusal(.issuerTimeout, fate: .unknown)
        } catch { result = .failure(Self.refusal(error)) }
        var isFailure = false
        if case .failure(var refusal) = result, Self.isFailure(refusal.code, status ?? 0) {
            if refusal.fate == .answered { refusal.fate = .unknown }
            result = .failure(refusal)
            isFailure = true
        }
        note(call, status, result, isFailure, of: user, since: start)
        return try result.get()
    }

    /// Whether the issuer is not well, rather than saying no. An answer that means something is one, whatever its status:
    /// nobody shuts the others out by wrong codes.
    private static func isFailure(_ code: CardCode, _ status: Int) -> Bool {
        [.issuerDown, .issuerTimeout, .issuerInvalid].contains(code) || (code == .issuerRefused && status >= 500)
    }

    private func send(
        _ call: IssuerCall, _ card: String, _ body: [UInt8], by deadline: HTTPDeadline
    ) async throws -> HTTPResponse {
        let path = call.path + card
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
        // Neither the documented success nor a refusal: whether it was done can't be told.
        guard !(202...399).contains(response.status) else { return .failure(CardRefusal(.issuerInvalid)) }
        guard (200...201).contains(response.status) else {
            let code = IssuerErrors.meaning(response.status, body?["errorCode"]?.string, call)
            let asked = response.headers.retryAfter(now: dependencies.now()).map { min($0, .seconds(3_600)) }
            return .failure(CardRefusal(code, retryAfter: asked))
        }
        // Some calls have nothing to say.
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

    /// Tells the breaker and the log what came of it: names of calls, statuses and codes, nothing of a request.
    private func note(
        _ call: IssuerCall, _ status: Int?, _ result: Result<JSONValue, CardRefusal>, _ isFailure: Bool,
        of user: CardUser, since start: Duration
    ) {
        let code: CardCode? = if case .failure(let refusal) = result { refusal.code } else { nil }
        // What was answered may be due to what was asked.
        let isAnswered = status != nil || code == .issuerInvalid
        let now = elapsed()
        let (wasOpen, isOpen) = breaker.withLock { breaker in
            let wasOpen = breaker.isOpen
            breaker.record(isFailure: isFailure, of: isAnswered ? user.id : nil, at: now)
            return (wasOpen, breaker.isOpen)
        }
        let milliseconds = (now - start) / .milliseconds(1)
        dependencies.log.record(
            isFailure ? .warning : .info, "The card issuer was asked",
            [
                .operation: call.rawValue, .status: String(status ?? 0), .code: code?.name ?? "-",
                .milliseconds: String(Int(milliseconds)),
            ])
        if status == 401 {
            dependencies.log.record(
                .error, "The card issuer does not accept the gateway's signature: look at clock, key and secret")
        }
        if isOpen != wasOpen {
            dependencies.log.record(
                .warning, isOpen ? "The card issuer is not asked for a while" : "The card issuer is asked again")
        }
    }
}
