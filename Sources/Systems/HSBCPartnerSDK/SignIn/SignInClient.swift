internal import JourneyBase
internal import JourneyDevice

/// Signs a person in.
struct SignInClient: Sendable {
    private static let options = HTTPOptions(timeout: .seconds(15), bodyLimit: 65_536, isRepeatable: false)

    let profile: SignInProfile
    let redirectScheme: String
    let transport: any HTTPTransport
    let dependencies: Dependencies

    /// Signs in by what `show` does: it is given the address to start at, and gives the one that the pages ended at.
    ///
    /// Throws `USER_CANCELLED`, `AUTH_FAILED`, a code of pages' or of the network's. A code is used once, whatever comes of
    /// it.
    func signIn(_ show: (HTTPSURL) async throws -> String) async throws -> TokenAnswer {
        let request = SignInRequest(profile: profile, redirectScheme: redirectScheme, dependencies: dependencies)
        guard let address = request.address else { throw SignInRequest.failed("The sign-in has no usable address.") }
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

    /// Trades `token` for new ones (RFC 6749, section 6). A token is used once, whatever comes of it.
    ///
    /// Throws `AUTH_EXPIRED` when the server says that it is not good any more, `AUTH_FAILED`, or a code of the network's.
    func refresh(_ token: Secret) async throws -> TokenAnswer {
        // A form is text, so this is where the token has to leave its locked memory.
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
