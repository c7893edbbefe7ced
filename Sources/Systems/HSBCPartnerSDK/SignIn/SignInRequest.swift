internal import JourneyBase
internal import JourneyCrypto

/// One sign-in attempt: the authorization request, and the values that its response is checked against.
struct SignInRequest: Sendable {
    let profile: SignInProfile
    /// `{scheme}:{path}` (RFC 8252, section 7.1), compared byte for byte.
    let redirectURI: String
    /// Binds the response to this attempt.
    let state: String
    /// Binds the ID token to this attempt.
    let nonce: String
    /// Binds the code to this attempt: a stolen code can't be used.
    let verifier: Secret
    /// The language that the pages are asked for (`ui_locales` of OpenID Connect Core, section 3.1.2.1), as a BCP 47 tag.
    let language: String

    init(profile: SignInProfile, redirectScheme: String, language: String, dependencies: Dependencies) {
        self.profile = profile
        self.language = language
        // Browsers spell schemes in lower case (WHATWG URL, section 4.4).
        redirectURI = "\(redirectScheme.lowercased()):\(profile.redirectPath)"
        state = Base64URL.encode(dependencies.random(32))
        nonce = Base64URL.encode(dependencies.random(32))
        // RFC 7636, section 4.1: 43 characters.
        verifier = Secret(copying: Base64URL.encode(dependencies.random(32)).utf8)
    }

    /// The URL of the authorization request. The challenge method is always S256.
    var address: HTTPSURL? {
        let challenge = verifier.withBytes { Base64URL.encode(SHA256.hash(Array($0))) }
        let form = FormBody(
            [
                ("response_type", "code"), ("client_id", profile.clientId), ("redirect_uri", redirectURI),
                ("scope", profile.scope), ("state", state), ("nonce", nonce), ("code_challenge", challenge),
                ("code_challenge_method", "S256"), ("ui_locales", language),
            ].map { FormBody.Entry($0.0, $0.1) })
        return HTTPSURL(
            origin: profile.authorizationEndpoint.origin, path: profile.authorizationEndpoint.path,
            query: String(decoding: form.bytes, as: UTF8.self))
    }

    /// Returns the code in the redirect address at which the browser ended.
    ///
    /// - Throws: `USER_CANCELLED` when the person declined. `AUTH_FAILED` for another address, missing or repeated parameters,
    ///   another attempt, or another issuer (RFC 9207: mix-up attack).
    func code(from redirect: String) throws(JourneyError) -> String {
        let start = redirectURI + "?"
        guard redirect.utf8.count <= 8_192, redirect.utf8.starts(with: start.utf8), !redirect.utf8.contains(0x23),
            let form = FormBody(parsing: Array(redirect.utf8.dropFirst(start.utf8.count)), entryLimit: 32)
        else { throw SignInRequest.failed("The sign-in ended at a URL that is not the redirect URI.") }
        func only(_ name: String) -> String? {
            let values = form.entries.filter { $0.name == name }.map(\.value)
            return values.count == 1 ? values[0] : nil
        }
        guard only("state") == state else {
            throw SignInRequest.failed("The authorization response's state does not match the request.")
        }
        guard only("iss") == profile.issuer else {
            throw SignInRequest.failed("The authorization response's iss is not the configured issuer.")
        }
        if form.entries.contains(where: { $0.name == "error" }) {
            guard only("error") == "access_denied" else {
                throw SignInRequest.failed("The authorization server refused the sign-in.")
            }
            throw JourneyError(.userCancelled, "The person did not sign in.", recovery: .restart)
        }
        guard let code = only("code"), (1...1_024).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw SignInRequest.failed("The authorization response has no valid code.") }
        return code
    }

    static func failed(_ sentence: String) -> JourneyError {
        JourneyError(.authFailed, sentence, recovery: .restart)
    }
}
