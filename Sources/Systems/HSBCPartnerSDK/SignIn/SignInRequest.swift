internal import JourneyBase
internal import JourneyCrypto

/// One try to sign in: what goes to the authorization server, and what the answer is held against.
struct SignInRequest: Sendable {
    let profile: SignInProfile
    /// `{scheme}:{path}` (RFC 8252, section 7.1), compared byte for byte at both ends.
    let redirectURI: String
    /// Ties the answer to this try.
    let state: String
    /// Ties the ID token to this try.
    let nonce: String
    /// Ties the code to this try: who steals it cannot use it.
    let verifier: Secret

    init(profile: SignInProfile, redirectScheme: String, dependencies: Dependencies) {
        self.profile = profile
        // Browsers spell schemes in lower case (WHATWG URL, section 4.4).
        redirectURI = "\(redirectScheme.lowercased()):\(profile.redirectPath)"
        state = Base64URL.encode(dependencies.random(32))
        nonce = Base64URL.encode(dependencies.random(32))
        // RFC 7636, section 4.1: 43 characters.
        verifier = Secret(copying: Base64URL.encode(dependencies.random(32)).utf8)
    }

    /// Where the browser starts. The challenge is always of the method S256.
    var address: HTTPSURL? {
        let challenge = verifier.withBytes { Base64URL.encode(SHA256.hash(Array($0))) }
        let form = FormBody(
            [
                ("response_type", "code"), ("client_id", profile.clientId), ("redirect_uri", redirectURI),
                ("scope", profile.scope), ("state", state), ("nonce", nonce), ("code_challenge", challenge),
                ("code_challenge_method", "S256"),
            ].map { FormBody.Entry($0.0, $0.1) })
        return HTTPSURL(
            origin: profile.authorizationEndpoint.origin, path: profile.authorizationEndpoint.path,
            query: String(decoding: form.bytes, as: UTF8.self))
    }

    /// The code in the address that the browser ended at.
    ///
    /// Throws `USER_CANCELLED` when the person said no, and `AUTH_FAILED` for an answer to another address, without or with
    /// more than one of what it must hold, of another try, or of another issuer (RFC 9207: the mix-up attack).
    func code(from redirect: String) throws(JourneyError) -> String {
        let start = redirectURI + "?"
        guard redirect.utf8.count <= 8_192, redirect.utf8.starts(with: start.utf8), !redirect.utf8.contains(0x23),
            let form = FormBody(parsing: Array(redirect.utf8.dropFirst(start.utf8.count)), entryLimit: 32)
        else { throw SignInRequest.failed("The sign-in ended at another address than the one that it was to end at.") }
        func only(_ name: String) -> String? {
            let values = form.entries.filter { $0.name == name }.map(\.value)
            return values.count == 1 ? values[0] : nil
        }
        guard only("state") == state else {
            throw SignInRequest.failed("The answer to the sign-in belongs to another try.")
        }
        guard only("iss") == profile.issuer else {
            throw SignInRequest.failed("The answer to the sign-in comes from another issuer.")
        }
        if form.entries.contains(where: { $0.name == "error" }) {
            guard only("error") == "access_denied" else {
                throw SignInRequest.failed("The authorization server refused the sign-in.")
            }
            throw JourneyError(.userCancelled, "The person did not sign in.", recovery: .restart)
        }
        guard let code = only("code"), (1...1_024).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw SignInRequest.failed("The answer to the sign-in holds no code.") }
        return code
    }

    static func failed(_ sentence: String) -> JourneyError {
        JourneyError(.authFailed, sentence, recovery: .restart)
    }
}
