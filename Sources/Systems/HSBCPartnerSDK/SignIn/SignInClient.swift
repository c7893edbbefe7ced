internal import JourneyBase
internal import JourneyDevice

/// Signs a person in with OAuth 2.0.
struct SignInClient: Sendable {
    private static let options = HTTPOptions(timeout: .seconds(15), bodyLimit: 65_536, isRepeatable: false)

    let profile: SignInProfile
    let redirectScheme: String
    /// The language that the sign-in pages are asked for, as a BCP 47 tag.
    let language: String
    let transport: any HTTPTransport
    let dependencies: Dependencies

    /// Signs in through `show`, which opens the given address and returns the redirect address at which the pages ended.
    ///
    /// An authorization code is used once, even when the exchange fails.
    ///
    /// - Throws: `USER_CANCELLED`, `AUTH_FAILED`, and the codes of pages and of the network.
    func signIn(_ show: (HTTPSURL) async throws -> String) async throws -> TokenAnswer {
        let request = SignInRequest(
            profile: profile, redirectScheme: redirectScheme, language: language, dependencies: dependencies)
        guard let address = request.address else {
            throw SignInRequest.failed("The authorization request's URL is invalid.")
        }
        let code = try request.code(from: await show(address))
        let verifier = request.verifier.withBytes { String(decoding: $0, as: UTF8.self) }
        let response = try await ask([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", request.redirectURI),
            ("client_id", profile.clientId), ("code_verifier", verifier),
        ])
        var answer = try TokenAnswer(response)
        answer.subject = try TokenAnswer.checkIDToken(in: response, of: request, now: dependencies.now())
        return answer
    }

    /// Exchanges the refresh token `token` for new tokens (RFC 6749, section 6). It is used once, even when the exchange fails.
    ///
    /// - Throws: `AUTH_EXPIRED` when the server rejects the token, `AUTH_FAILED`, and the network's codes.
    func refresh(_ token: Secret) async throws -> TokenAnswer {
        // A form is text, so the token has to leave its locked memory here.
        let text = token.withBytes { String(decoding: $0, as: UTF8.self) }
        return try TokenAnswer(
            try await ask([("grant_type", "refresh_token"), ("refresh_token", text), ("client_id", profile.clientId)]))
    }

    private func ask(_ members: [(String, String)]) async throws -> HTTPResponse {
        try await transport.send(
            .post(FormBody(members.map { FormBody.Entry($0.0, $0.1) }), to: profile.tokenEndpoint),
            options: SignInClient.options)
    }
}
