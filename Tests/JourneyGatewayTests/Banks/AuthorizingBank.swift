import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization

@testable import JourneyGateway

/// A bank in the process whose authorization server checks what FAPI 2.0 asks of a client: its assertion, the signed request, PKCE,
/// proofs with nonces, and that a code and a request are used once.
final class AuthorizingBank: HTTPTransport {
    static let issuer = "https://auth.bank.example"
    static let redirect = "https://return.partner.example/bank"

    struct State {
        var requests: [HTTPRequest] = []
        /// The members of pushed requests by `request_uri`.
        var pushed: [String: [String: JSONValue]] = [:]
        var codes: [String: [String: JSONValue]] = [:]
        var tokens: [String: [String: JSONValue]] = [:]
        var assertions: Set<String> = []
        var count = 0
        var faults: @Sendable (HTTPRequest) throws -> HTTPResponse? = { _ in nil }
        var waits: @Sendable (HTTPRequest) async -> Void = { _ in }
    }

    let state = Mutex(State())
    private let clientKey: VerificationKey
    private let requestKey: VerificationKey?
    private let thumbprint: String?
    /// The nonce that proofs must have; `nil` for none.
    let nonce: String?
    let time: @Sendable () -> Date
    private var now: Int64 { Int64(time().timeIntervalSince1970) }

    init(
        clientKey: P256PublicKey, requestKey: P256PublicKey?, thumbprint: String?, nonce: String?,
        time: @escaping @Sendable () -> Date
    ) {
        (self.clientKey, self.requestKey) = (VerificationKey(clientKey), requestKey.map { VerificationKey($0) })
        (self.thumbprint, self.nonce, self.time) = (thumbprint, nonce, time)
    }

    func fault(_ faults: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse?) {
        state.withLock { $0.faults = faults }
    }

    /// Has requests wait before they are answered.
    func wait(_ waits: @escaping @Sendable (HTTPRequest) async -> Void) { state.withLock { $0.waits = waits } }

    func requests(_ path: String) -> [HTTPRequest] { state.withLock { $0.requests.filter { $0.url.path == path } } }

    /// The members of the last form that was sent to `path`.
    func form(_ path: String) -> [String: String] {
        let entries = requests(path).last.flatMap { FormBody(parsing: $0.body) }?.entries ?? []
        return Dictionary(entries.map { ($0.name, $0.value) }) { $1 }
    }

    /// Plays the person's browser: opens a request, approves it, and returns the members of the return.
    func approve(_ reference: String, iss: String = issuer) -> AuthorizationReturn? {
        state.withLock { state in
            guard let members = state.pushed.removeValue(forKey: reference) else { return nil }
            state.count += 1
            let code = "code-\(state.count)-\(Base64URL.encode(Dependencies.system.random(16)))"
            state.codes[code] = members
            return AuthorizationReturn(state: members["state"]?.string ?? "", code: code, iss: iss)
        }
    }

    struct AuthorizationReturn: Sendable {
        var state: String
        var code: String
        var iss: String
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let (faults, waits) = state.withLock { state in
            state.requests.append(request)
            return (state.faults, state.waits)
        }
        await waits(request)
        let response = try faults(request) ?? answer(request)
        guard response.body.count <= options.bodyLimit else {
            var error = JourneyError(.responseTooLarge, "The response is too long.")
            error.requestFate = .unknown
            throw error
        }
        return response
    }

    private struct Fault: Error { let response: HTTPResponse }

    private static func refusal(_ error: String, _ why: String, status: Int = 400) -> Fault {
        Fault(response: .json(["error": .string(error), "error_description": .string(why)], status: status))
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        do throws(Fault) {
            switch request.url.path {
            case "/par": return try push(request)
            case "/token": return try token(request)
            default: return try resource(request)
            }
        } catch { return error.response }
    }

    private func client(_ request: HTTPRequest) throws(Fault) -> [String: String] {
        let entries = FormBody(parsing: request.body)?.entries ?? []
        let form = Dictionary(entries.map { ($0.name, $0.value) }) { $1 }
        guard form.count == entries.count, form["client_id"] == "gw",
            let text = form["client_assertion"],
            let payload = try? CompactJWS.verify(text, typ: "JWT", key: clientKey),
            let claims = try? JSONReader.read(payload), claims["iss"] == "gw", claims["sub"] == "gw",
            claims["aud"]?.string == Self.issuer, let id = claims["jti"]?.string,
            state.withLock({ $0.assertions.insert(id).inserted })
        else { throw Self.refusal("invalid_client", "the assertion", status: 401) }
        return form
    }

    /// Returns the thumbprint of a proof's key; `nil` without a proof.
    private func proof(_ request: HTTPRequest, token: String?) throws(Fault) -> String? {
        guard thumbprint != nil else { return nil }
        guard let text = request.headers["DPoP"], let proof = try? DPoPProof(text),
            (try? proof.check(request.method, request.url, token: token, now: now)) != nil
        else { throw Self.refusal("invalid_dpop_proof", "the proof") }
        guard proof.nonce == nonce else {
            var response = HTTPResponse.json(["error": "use_dpop_nonce"], status: token == nil ? 400 : 401)
            response.headers["DPoP-Nonce"] = nonce
            if token != nil { response.headers["WWW-Authenticate"] = "DPoP error=\"use_dpop_nonce\"" }
            throw Fault(response: response)
        }
        return proof.thumbprint
    }

    private func push(_ request: HTTPRequest) throws(Fault) -> HTTPResponse {
        let form = try client(request)
        _ = try proof(request, token: nil)
        var members = form.mapValues { JSONValue.string($0) }
        if let requestKey {
            guard let text = form["request"], form["scope"] == nil, form["redirect_uri"] == nil,
                let payload = try? CompactJWS.verify(text, typ: "oauth-authz-req+jwt", key: requestKey),
                let claims = try? JSONReader.read(payload).object, claims["iss"] == "gw",
                claims["aud"]?.string == Self.issuer,
                let (begin, end) = claims["nbf"]?.int64.flatMap({ begin in claims["exp"]?.int64.map { (begin, $0) } }),
                end - begin <= 3_600
            else { throw Self.refusal("invalid_request_object", "the request object") }
            members = claims
        } else {
            for name in ["claims", "authorization_details"] {
                members[name] = form[name].flatMap { try? JSONReader.read(Array($0.utf8)) }
            }
        }
        guard members["response_type"] == "code", members["redirect_uri"]?.string == Self.redirect,
            members["code_challenge_method"] == "S256", members["code_challenge"]?.string?.utf8.count == 43,
            (members["state"]?.string?.utf8.count ?? 0) >= 43,
            members["claims"]?["id_token"]?["openbanking_intent_id"]?["value"]?.string != nil,
            thumbprint == members["dpop_jkt"]?.string
        else { throw Self.refusal("invalid_request", "a member") }
        return state.withLock { state in
            state.count += 1
            let reference = "urn:ietf:params:oauth:request_uri:\(state.count)"
            state.pushed[reference] = members
            return .json(["request_uri": .string(reference), "expires_in": 90], status: 201)
        }
    }

    private func token(_ request: HTTPRequest) throws(Fault) -> HTTPResponse {
        let form = try client(request)
        let key = try proof(request, token: nil)
        let type: JSONValue = key == nil ? "Bearer" : "DPoP"
        guard form["grant_type"] == "authorization_code" else {
            return .json(["access_token": "own-token", "token_type": type, "expires_in": 300])
        }
        guard let members = state.withLock({ $0.codes.removeValue(forKey: form["code"] ?? "") }),
            let verifier = form["code_verifier"],
            members["code_challenge"]?.string == Base64URL.encode(SHA256.hash(Array(verifier.utf8))),
            form["redirect_uri"] == Self.redirect, key == members["dpop_jkt"]?.string
        else { throw Self.refusal("invalid_grant", "the code") }
        let intent = members["claims"]?["id_token"]?["openbanking_intent_id"]?["value"]
        let claims: JSONValue = [
            "iss": .string(Self.issuer), "aud": "gw", "sub": "person", "nonce": members["nonce"] ?? .null,
            "exp": .number(JSONNumber(now + 300)),
            "openbanking_intent_id": intent ?? .null,
        ]
        let name = "person-token-\(Base64URL.encode(Dependencies.system.random(16)))"
        state.withLock { $0.tokens[name] = ["key": key.map { .string($0) } ?? .null, "consent": intent ?? .null] }
        return .json([
            "access_token": .string(name), "token_type": type, "expires_in": 300,
            "id_token": .string("e30.\(Base64URL.encode(claims.compactBytes)).c2ln"),
        ])
    }

    private func resource(_ request: HTTPRequest) throws(Fault) -> HTTPResponse {
        let words = (request.headers["Authorization"] ?? "").split(separator: " ").map(String.init)
        let token = words.last ?? ""
        let key = try proof(request, token: token)
        let known = state.withLock { $0.tokens[token] }
        guard words.first == (key == nil ? "Bearer" : "DPoP"), token == "own-token" || known != nil,
            known == nil || known?["key"]?.string == key
        else {
            return HTTPResponse(
                status: 401, headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
        }
        return .json(["PaymentId": "p1", "Consent": known?["consent"] ?? .null], status: 201)
    }
}
