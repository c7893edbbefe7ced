import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import SandboxServices
import Synchronization

/// The sandbox bank's authorization server: OAuth 2.0 authorization code (RFC 6749), PKCE with S256 only (RFC 7636), `iss` in
/// each response (RFC 9207), ID tokens (OpenID Connect Core), and single-use refresh tokens (RFC 9700).
final class AuthorizationServer: Sendable {
    /// Clients with their registered redirect URIs, compared byte by byte.
    static let clients = ["demo-client": Set(["partnerdemo:/signed-in"])]
    /// The users who can sign in, by name, with passcode and customer id.
    static let customers = ["rowan": (passcode: "246810", customer: Bank.customer)]

    private let origin = Mutex<Origin?>(nil)
    let dependencies: Dependencies
    let key: P256PrivateKey
    let state = Mutex(AuthorizationState())

    init(key: P256PrivateKey, dependencies: Dependencies) {
        self.key = key
        self.dependencies = dependencies
    }

    /// The server's origin, known once its server has a port.
    var issuer: String { origin.withLock { $0?.description ?? "" } }

    func setOrigin(to origin: Origin) { self.origin.withLock { $0 = origin } }

    var keys: JWKSet { (try? JWKSet([key.publicKey.thumbprint: key.publicKey])) ?? JWKSet() }

    /// Returns the customer of a valid access token.
    func customer(of token: String) -> String? {
        state.withLock { $0.customer(of: token, now: dependencies.now()) }
    }

    func secret() -> String { Base64URL.encode(dependencies.random(32)) }

    // MARK: The authorization endpoint

    /// The next step in the browser.
    enum Step {
        /// The sign-in page for the named request; `isWrong` after a wrong name or passcode.
        case ask(String, isWrong: Bool)
        case redirect(String)
        /// An error page without a redirect: the client or its redirect URI is unknown, or the sign-in has ended.
        case refused(SignInPhrase)
    }

    /// Processes an authorization request. Its pages are in the first language of `ui_locales` (OpenID Connect Core, section
    /// 3.1.2.1) that the bank has, otherwise in `accepted`.
    func begin(_ query: String, accepted: Language = .english) -> (step: Step, language: Language) {
        let form = FormBody(parsing: Array(query.utf8), entryLimit: 32)
        let tags = form?.values?["ui_locales"]?.split(separator: " ").prefix(8).map(String.init) ?? []
        let language = Language(preferred: tags + [accepted.tag])
        return (begin(form, in: language), language)
    }

    private func begin(_ form: FormBody?, in language: Language) -> Step {
        guard let form else { return .refused(.unreadable) }
        guard let values = form.values else { return .refused(.repeatedMember) }
        guard let client = values["client_id"], let addresses = AuthorizationServer.clients[client] else {
            return .refused(.unknownApp)
        }
        guard let address = values["redirect_uri"], addresses.contains(address) else {
            return .refused(.unknownAddress)
        }
        let state = values["state"]
        func error(_ code: String) -> Step {
            .redirect(answer(to: address, state: state, [("error", code)]))
        }
        guard values["response_type"] == "code" else { return error("unsupported_response_type") }
        // Without a method, RFC 7636 assumes plain, which anyone who reads the request could use.
        guard values["code_challenge_method"] == "S256", let challenge = values["code_challenge"],
            challenge.utf8.count == 43, Base64URL.decode(challenge)?.count == 32,
            let state, (8...512).contains(state.utf8.count)
        else { return error("invalid_request") }
        guard (values["scope"] ?? "").split(separator: " ").contains("openid") else { return error("invalid_scope") }
        let name = secret()
        let request = AuthorizationState.Request(
            client: client, redirectURI: address, state: state, nonce: values["nonce"],
            // The only scope, whatever was requested (RFC 6749, section 3.3).
            scope: "openid",
            challenge: challenge, language: language)
        let isKept = self.state.withLock { $0.begin(request, name: name, now: dependencies.now()) }
        return isKept ? .ask(name, isWrong: false) : error("temporarily_unavailable")
    }

    /// Returns the language of the pages of a pending request; `nil` for any other.
    func language(of name: String) -> Language? {
        state.withLock { $0.request(name, now: dependencies.now())?.language }
    }

    /// Processes the user's answer.
    func decide(_ name: String, isApproved: Bool, person: String, passcode: String) -> Step {
        let now = dependencies.now()
        let over = Step.refused(.over)
        guard isApproved else {
            guard let request = state.withLock({ $0.consume(name, now: now) }) else { return over }
            return .redirect(answer(to: request.redirectURI, state: request.state, [("error", "access_denied")]))
        }
        guard state.withLock({ $0.request(name, now: now) }) != nil else { return over }
        guard state.withLock({ $0.canTry(person, now: now) }) else {
            return .refused(.locked)
        }
        guard let known = AuthorizationServer.customers[person],
            Secret(copying: known.passcode.utf8).hasSameBytes(as: Secret(copying: passcode.utf8.prefix(128)))
        else {
            let known = AuthorizationServer.customers[person] == nil ? nil : person
            return state.withLock { $0.refuse(name, person: known, now: now) } ? .ask(name, isWrong: true) : over
        }
        let code = secret()
        let request = state.withLock { state -> AuthorizationState.Request? in
            guard let request = state.consume(name, now: now) else { return nil }
            state.grant(request, to: known.customer, code: code, now: now)
            return request
        }
        guard let request else { return over }
        return .redirect(answer(to: request.redirectURI, state: request.state, [("code", code)]))
    }

    /// Builds the redirect (RFC 6749, section 4.1.2) with `iss` (RFC 9207), also for errors.
    private func answer(to address: String, state: String?, _ members: [(String, String)]) -> String {
        var form = FormBody(members.map { FormBody.Entry($0.0, $0.1) })
        if let state { form.add("state", state) }
        form.add("iss", issuer)
        return address + "?" + String(decoding: form.bytes, as: UTF8.self)
    }
}

extension FormBody {
    /// The values by name; `nil` if a name occurs twice.
    var values: [String: String]? {
        var values: [String: String] = [:]
        for entry in entries where values.updateValue(entry.value, forKey: entry.name) != nil { return nil }
        return values
    }
}
