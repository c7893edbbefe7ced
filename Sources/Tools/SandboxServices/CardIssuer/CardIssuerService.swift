package import JourneyBase
import JourneyServer
import JourneyWire

/// Serves the issuer's signed API below `/api/v1`.
package struct CardIssuerService: HTTPService {
    private let service: FaultyService
    /// The operation names for fault injection.
    package static let operations = Set(Entry.all.map(\.name))

    /// Creates the service with the given faults.
    package init(_ issuer: CardIssuer, faults: SandboxFaults = SandboxFaults()) {
        let signature = RequestSignature(
            apiKey: issuer.credentials.apiKey, secret: issuer.credentials.apiSecret,
            tolerance: issuer.rules.clockTolerance)
        let entries = Entry.all
        let known = Dictionary(entries.map { ("\($0.method.rawValue) \($0.pattern)", $0.name) }) { first, _ in first }
        service = FaultyService(
            rest: Router(entries.map { $0.route(issuer, signature) }), operations: known, faults: faults,
            dependencies: issuer.dependencies, refusal: { _, status, headers in .told(status, headers) })
    }

    package func handle(_ request: HTTPRequest) async -> HTTPResponse { await service.handle(request) }
    package func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service.bodyRule(for: head) }
    package func routeName(for head: HTTPRequest) -> String? { service.routeName(for: head) }
}

/// A call: its route, its name for fault injection, and its implementation.
private struct Entry: Sendable {
    let method: HTTPMethod
    let pattern: String
    let name: String
    let work: @Sendable (CardIssuer, HTTPRequest, PathParameters) async throws -> CardIssuer.Answer

    init(
        _ method: HTTPMethod, _ path: String, _ name: String,
        work: @escaping @Sendable (CardIssuer, HTTPRequest, PathParameters) async throws -> CardIssuer.Answer
    ) {
        self.method = method
        pattern = IssuerCall.version + path
        self.name = name
        self.work = work
    }

    init(
        _ call: IssuerCall, _ name: String,
        work: @escaping @Sendable (CardIssuer, HTTPRequest, PathParameters) async throws -> CardIssuer.Answer
    ) { self.init(call.method, call.path, name, work: work) }

    static let all = [
        Entry(.post, "/ping", "ping") { _, _, _ in .success(["ping": "pong"]) },
        Entry(.confirm, "confirmConsent", work: confirm),
        Entry(.resend, "resendConsentCode") { issuer, request, _ in
            var input = try IssuerInput(request, known: [.userId, .challengeId])
            let (user, challenge) = (input.text(.userId), input.text(.challengeId))
            try input.finish()
            return try await issuer.resendCode(of: user, challenge: challenge)
        },
        Entry(.revoke, "revokeConsent") { issuer, request, _ in
            try await issuer.revokeConsent(of: try one(.userId, request))
        },
        Entry(.block, "blockCard") { issuer, request, _ in
            try await issuer.block(try one(.cardId, request))
        },
        Entry(.unblock, "unblockCard") { issuer, request, _ in
            try await issuer.unblock(try one(.cardId, request))
        },
        Entry(.statement, "cardStatement", work: statement),
        Entry(.card, "card") { issuer, _, parameters in try await issuer.card(parameters["id"]) },
        Entry(.post, "/simulate/card/status", "simulateCardStatus", work: simulate),
    ]

    private static func one(_ field: IssuerField, _ request: HTTPRequest) throws(IssuerRefusal) -> String {
        var input = try IssuerInput(request, known: [field])
        let text = input.text(field)
        try input.finish()
        return text
    }

    @Sendable private static func confirm(
        _ issuer: CardIssuer, _ request: HTTPRequest, _: PathParameters
    ) async throws -> CardIssuer.Answer {
        var input = try IssuerInput(request, known: [.userId, .challengeId, .verificationCode])
        let (user, challenge) = (input.text(.userId), input.text(.challengeId))
        let code = input.text(.verificationCode) { $0.utf8.count == 6 && $0.utf8.allSatisfy(\.isDigit) }
        try input.finish()
        return try await issuer.confirmConsent(of: user, challenge: challenge, code: code)
    }

    @Sendable private static func statement(
        _ issuer: CardIssuer, _ request: HTTPRequest, _: PathParameters
    ) async throws -> CardIssuer.Answer {
        var input = try IssuerInput(request, known: [.cardId, .startDate, .endDate, .page, .limit])
        let span: ClosedRange<Int64> = 0...4_102_444_800_000
        let query = CardIssuer.StatementQuery(
            card: input.text(.cardId), from: input.whole(.startDate, in: span), to: input.whole(.endDate, in: span),
            page: input.whole(.page, in: 1...100_000), limit: input.whole(.limit, in: 1...100))
        try input.finish()
        return try await issuer.statement(query)
    }

    @Sendable private static func simulate(
        _ issuer: CardIssuer, _ request: HTTPRequest, _: PathParameters
    ) async throws -> CardIssuer.Answer {
        var input = try IssuerInput(request, known: [.cardId, .status, .blockType])
        let (card, status) = (input.text(.cardId), input.text(.status, CardIssuer.statuses.contains))
        let blockType = input.optionalText(.blockType) { status == "BLOCKED" && CardIssuer.blockTypes.contains($0) }
        try input.finish()
        return try await issuer.simulate(card, status: status, blockType: blockType)
    }

    func route(_ issuer: CardIssuer, _ signature: RequestSignature) -> Route {
        Route(method, pattern, body: .whole(limit: 16 << 10)) { request, parameters in
            do {
                try signature.check(request, at: issuer.now)
                return CardIssuerService.response(try await work(issuer, request, parameters))
            } catch let refusal as IssuerRefusal {
                return refusal.response
            } catch {
                return IssuerRefusal.unavailable.response
            }
        }
    }
}

extension CardIssuerService {
    /// Converts a result to a response that isn't cached.
    static func response(_ answer: CardIssuer.Answer) -> HTTPResponse {
        switch answer {
        case .success(let body): .json(body, headers: ["Cache-Control": "no-store"])
        case .failure(let refusal): refusal.response
        }
    }
}

extension HTTPResponse {
    /// Creates an injected refusal in the issuer's own format.
    static func told(_ status: Int, _ headers: HTTPFields) -> HTTPResponse {
        var response = IssuerRefusal(status, status == 429 ? "31055" : "30014", "The sandbox injected this refusal.")
            .response
        response.headers = response.headers.overridden(by: headers)
        return response
    }
}
