internal import Foundation
import JourneyBase
internal import JourneyWire

/// The client of the partner's proxy, which confirms codes, serves the page, and gives the card's data.
///
/// Only reads and idempotent calls are repeated automatically. A code is sent once; another attempt has the same idempotency key.
struct CardProxyClient: Sendable {
    /// The time limit of a call, including all attempts.
    static let timeout: Duration = .seconds(20)
    /// The limits of a response.
    static let limits = JSONLimits(bytes: 256 * 1024, depth: 12)

    let gateway: Origin
    private let transport: any HTTPTransport
    private let tokens: UserTokens
    let dependencies: Dependencies
    /// The proxy's clock.
    let clock = ProxyClock()

    /// Creates a client of the proxy at `gateway`. `userToken` is called if there is no valid token.
    init(
        gateway: Origin, transport: any HTTPTransport, dependencies: Dependencies = .system,
        userToken: @escaping @Sendable () async throws -> CardUserToken
    ) {
        self.gateway = gateway
        self.transport = transport
        self.dependencies = dependencies
        tokens = UserTokens(dependencies, mint: userToken)
    }

    /// Sends a read.
    func get(
        _ endpoint: some WireEndpoint, of card: CardID, query: String? = nil, _ operation: StaticString
    ) async throws(CardProblem) -> JSONValue {
        try value(of: try await send(HTTPRequest(url: try url(endpoint.path(card.rawValue), query)), operation))
    }

    /// Sends a change: once, unless it is idempotent.
    func post<Message: WireMessage>(
        _ endpoint: Endpoint<Message, some WireBody>, _ message: Message, of card: CardID? = nil,
        headers: HTTPFields = [:], isRepeatable: Bool? = nil, _ operation: StaticString
    ) async throws(CardProblem) -> HTTPResponse {
        let url = try url(endpoint.path(card?.rawValue ?? ""), nil)
        return try await send(
            endpoint.request(url, message, headers: headers), isRepeatable: isRepeatable, operation)
    }

    private func url(_ path: String, _ query: String?) throws(CardProblem) -> HTTPSURL {
        guard let url = HTTPSURL(origin: gateway, path: path, query: query) else {
            throw CardProblem(JourneyError(.requestInvalid, "The path of the proxy call makes no valid address."))
        }
        return url
    }

    /// Returns the JSON object of a response. Throws `ISSUER_INVALID`.
    func value(of response: HTTPResponse) throws(CardProblem) -> JSONValue {
        let value: JSONValue
        do throws(JSONReadError) { value = try JSONReader.read(response.body, limits: CardProxyClient.limits) } catch {
            throw CardProblem(
                JourneyError(
                    .issuerInvalid, "The proxy returned \(response.status), but the body is not valid JSON: \(error)."))
        }
        guard value.object != nil else {
            throw CardProblem(
                JourneyError(
                    .issuerInvalid, "The proxy returned \(response.status), but the body is not a JSON object."))
        }
        return value
    }

    /// Sends `request`. A token that expired on the way is replaced, once: the proxy has not started a request that it refuses
    /// for its token.
    private func send(
        _ request: HTTPRequest, isRepeatable: Bool? = nil, _ operation: StaticString
    ) async throws(CardProblem) -> HTTPResponse {
        var request = request
        request.headers["Accept"] = "application/json"
        let deadline = HTTPDeadline(after: CardProxyClient.timeout, clock: dependencies.clock)
        var isSecondTry = false
        while true {
            let token = try await token(by: deadline)
            let problem: CardProblem
            do {
                var signed = request
                // A plain-text copy of the secret exists only while the header is written.
                signed.headers["Authorization"] = token.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) }
                guard signed.headers.areSafe else {
                    throw JourneyError(
                        .authExpired, "The host's user token has characters that cannot be sent.", recovery: .restart
                    )
                    .beforeSending()
                }
                let response = try await transport.send(
                    signed,
                    options: HTTPOptions(
                        timeout: CardProxyClient.timeout, bodyLimit: CardProxyClient.limits.bytes,
                        isRepeatable: isRepeatable),
                    retry: HTTPRetry(), by: deadline, random: dependencies.random, now: dependencies.now())
                clock.record(response.headers["Date"], now: dependencies.now())
                log(operation, ["status": "\(response.status)"])
                if (200...299).contains(response.status) { return response }
                problem = CardProblem(response, now: dependencies.now())
                if response.status == 401 { await tokens.refuse(token) }
            } catch {
                problem = CardProblem(error)
                log(operation, ["code": problem.code.rawValue])
            }
            guard problem.code == .cardTokenExpired, !isSecondTry else { throw problem }
            isSecondTry = true
        }
    }

    private func token(by deadline: HTTPDeadline) async throws(CardProblem) -> Secret {
        // Whatever the fate of the host's own token request, this request was not sent.
        do { return try await tokens.token(by: deadline) } catch {
            throw CardProblem(CardProblem(error).error.beforeSending())
        }
    }

    /// Logs the call's name and its status or code. Nothing that was sent or received is logged.
    private func log(_ operation: StaticString, _ fields: [String: String]) {
        var named: [Log.Field: String] = [.operation: "\(operation)"]
        for (name, value) in fields { if let field = Log.Field(rawValue: name) { named[field] = value } }
        dependencies.log.record(.info, "Card proxy call", named)
    }
}
