internal import Foundation
import JourneyBase
internal import JourneyWire

/// The partner's proxy, as the device sees it: it vouches for codes, serves the page, and says of cards what may be said.
///
/// Only what reads, or has no second effect, is sent again by itself. A code goes once; trying the same again has the same idempotency key.
struct CardProxyClient: Sendable {
    /// From the first byte to the last, of all tries.
    static let timeout: Duration = .seconds(20)
    /// The longest answer that is taken.
    static let limits = JSONLimits(bytes: 256 * 1024, depth: 12)

    let gateway: Origin
    private let transport: any HTTPTransport
    private let tokens: UserTokens
    let dependencies: Dependencies
    /// What time it is there.
    let clock = ProxyClock()

    /// A client of the proxy at `gateway`. `userToken` is asked for a token when there is none that is still good.
    init(
        gateway: Origin, transport: any HTTPTransport, dependencies: Dependencies = .system,
        userToken: @escaping @Sendable () async throws -> CardUserToken
    ) {
        self.gateway = gateway
        self.transport = transport
        self.dependencies = dependencies
        tokens = UserTokens(dependencies, mint: userToken)
    }

    /// Sends what reads.
    func get(
        _ endpoint: some WireEndpoint, of card: CardID, query: String? = nil, _ operation: StaticString
    ) async throws(CardProblem) -> JSONValue {
        try value(of: try await send(HTTPRequest(url: try url(endpoint.path(card.rawValue), query)), operation))
    }

    /// Sends what changes something: once, unless a second time changes nothing more.
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
            throw CardProblem(JourneyError(.requestInvalid, "This cannot be asked of the proxy."))
        }
        return url
    }

    /// The JSON object of an answer. Throws `ISSUER_INVALID`.
    func value(of response: HTTPResponse) throws(CardProblem) -> JSONValue {
        guard let value = try? JSONReader.read(response.body, limits: CardProxyClient.limits), value.object != nil
        else {
            throw CardProblem(JourneyError(.issuerInvalid, "The proxy's answer cannot be read."))
        }
        return value
    }

    /// Sends `request`. A token that has run out on the way is replaced, once: what a proxy refuses for its token it has not
    /// begun.
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
                // Text for the moment in which the header is written.
                signed.headers["Authorization"] = token.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) }
                guard signed.headers.areSafe else {
                    throw JourneyError(.authExpired, "The host's token cannot be sent.", recovery: .restart)
                        .beforeSending()
                }
                let response = try await transport.send(
                    signed,
                    options: HTTPOptions(
                        timeout: CardProxyClient.timeout, bodyLimit: CardProxyClient.limits.bytes,
                        isRepeatable: isRepeatable),
                    retry: HTTPRetry(), by: deadline, random: dependencies.random, now: dependencies.now())
                clock.hear(response.headers["Date"], now: dependencies.now())
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
        // Whatever became of the host's own request for a token: this one was not sent.
        do { return try await tokens.token(by: deadline) } catch {
            throw CardProblem(CardProblem(error).error.beforeSending())
        }
    }

    /// The call's name and its status or code: nothing that was sent or received.
    private func log(_ operation: StaticString, _ fields: [String: String]) {
        var named: [Log.Field: String] = [.operation: "\(operation)"]
        for (name, value) in fields { if let field = Log.Field(rawValue: name) { named[field] = value } }
        dependencies.log.record(.info, "A call of the card's proxy", named)
    }
}
