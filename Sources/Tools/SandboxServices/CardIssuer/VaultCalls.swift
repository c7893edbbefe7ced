import JourneyBase
import JourneyServer
import JourneyWire

/// The endpoints for the vault's script in an admitted page, and for its frames.
struct VaultCalls: Sendable {
    let issuer: CardIssuer
    let guests: VaultOrigins

    var routes: [Route] {
        [
            fromPages(VaultPath.consent, requestConsent), fromPages(VaultPath.drawings, requestDrawing),
            Route(.options, VaultPath.consent, body: .whole(limit: 0)) { request, _ in preflight(request) },
            Route(.options, VaultPath.drawings, body: .whole(limit: 0)) { request, _ in preflight(request) },
            Route(.post, VaultPath.content, body: .whole(limit: 4 << 10)) { request, _ in
                await response { try await drawingContent(request) }
            },
        ]
    }

    private typealias Call = @Sendable (HTTPRequest, _ guest: String) async throws -> CardIssuer.Answer

    private func fromPages(_ path: String, _ call: @escaping Call) -> Route {
        Route(.post, path, body: .whole(limit: 16 << 10)) { request, _ in
            guard let guest = guests.guest(of: request) else { return IssuerRefusal.otherOrigin.response }
            var response = await response { try await call(request, guest) }
            // Refusals too, because the script reports them to the page.
            response.headers["Access-Control-Allow-Origin"] = guest
            response.headers["Vary"] = "Origin"
            return response
        }
    }

    /// Answers a CORS preflight: POST with JSON from an admitted page, without credentials.
    private func preflight(_ request: HTTPRequest) -> HTTPResponse {
        guard let guest = guests.guest(of: request) else { return IssuerRefusal.otherOrigin.response }
        return HTTPResponse(
            status: 204,
            headers: [
                "Access-Control-Allow-Origin": guest, "Access-Control-Allow-Methods": "POST",
                "Access-Control-Allow-Headers": "content-type", "Access-Control-Max-Age": "600", "Vary": "Origin",
            ])
    }

    private func response(_ body: () async throws -> CardIssuer.Answer) async -> HTTPResponse {
        do { return CardIssuerService.response(try await body()) } catch let refusal as IssuerRefusal {
            return refusal.response
        } catch {
            return IssuerRefusal.unavailable.response
        }
    }

    @Sendable private func requestConsent(_ request: HTTPRequest, _ guest: String) async throws -> CardIssuer.Answer {
        var input = try IssuerInput(request, known: [.uiSecret, .applicationId, .userId, .channel])
        try identify(&input)
        let user = input.text(.userId)
        // Without a channel, an issuer uses both; the sandbox sends nothing.
        _ = input.optionalText(.channel, CardIssuer.channels.contains)
        try input.finish()
        return try await issuer.requestConsent(of: user)
    }

    @Sendable private func requestDrawing(_ request: HTTPRequest, _ guest: String) async throws -> CardIssuer.Answer {
        var input = try IssuerInput(
            request, known: [.uiSecret, .applicationId, .part, .cardId, .authToken, .hideData])
        try identify(&input)
        let part = CardIssuer.Part(rawValue: input.text(.part) { CardIssuer.Part(rawValue: $0) != nil })
        let (card, token, isHidden) = (input.text(.cardId), input.text(.authToken), input.flag(.hideData))
        try input.finish()
        guard let part else { throw IssuerRefusal.noJSON }
        return try await issuer.key(
            for: CardIssuer.Drawing(part: part, card: card, token: token, isHidden: isHidden, origin: guest))
    }

    /// Serves the vault's own frames; other origins can neither call it nor read the answer.
    private func drawingContent(_ request: HTTPRequest) async throws -> CardIssuer.Answer {
        guard request.headers.values(of: "Origin") == [request.url.origin.description] else {
            throw IssuerRefusal.otherOrigin
        }
        var input = try IssuerInput(request, known: [.key, .parent])
        let (key, parent) = (input.text(.key), input.text(.parent))
        try input.finish()
        return try await issuer.content(for: key, in: parent)
    }

    /// Authenticates the page's application.
    private func identify(_ input: inout IssuerInput) throws(IssuerRefusal) {
        let (secret, application) = (input.text(.uiSecret), input.text(.applicationId))
        guard Secret(copying: secret.utf8).hasSameBytes(as: issuer.credentials.uiSecret),
            application == issuer.credentials.applicationID
        else { throw .uiSecret }
    }
}
