import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization

extension AuthorizationServer {
    /// Handles a request of the token endpoint (RFC 6749, sections 4.1.3 and 6).
    func token(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.hasBody(of: FormBody.contentType),
            let values = FormBody(parsing: request.body, entryLimit: 32)?.values
        else { return refusal("invalid_request") }
        guard let client = values["client_id"], AuthorizationServer.clients[client] != nil else {
            return refusal("invalid_client")
        }
        switch values["grant_type"] {
        case "authorization_code": return await redeemCode(values, client)
        case "refresh_token": return await renew(values, client)
        default: return refusal("unsupported_grant_type")
        }
    }

    private func redeemCode(_ values: [String: String], _ client: String) async -> HTTPResponse {
        guard let code = values["code"], let verifier = values["code_verifier"], let address = values["redirect_uri"]
        else { return refusal("invalid_request") }
        let now = dependencies.now()
        guard let (request, grant) = state.withLock({ $0.redeem(code: code, now: now) }),
            request.client == client, request.redirectURI == address, isVerifier(verifier, of: request.challenge)
        else { return refusal("invalid_grant") }
        return await tokens(of: grant, nonce: request.nonce, client)
    }

    private func renew(_ values: [String: String], _ client: String) async -> HTTPResponse {
        guard let token = values["refresh_token"] else { return refusal("invalid_request") }
        guard let grant = state.withLock({ $0.redeem(refresh: token, client: client, now: dependencies.now()) }) else {
            return refusal("invalid_grant")
        }
        return await tokens(of: grant, nonce: nil, client)
    }

    /// Verifies a PKCE code verifier (RFC 7636, section 4.6).
    private func isVerifier(_ verifier: String, of challenge: String) -> Bool {
        (43...128).contains(verifier.utf8.count)
            && Secret(copying: Base64URL.encode(SHA256.hash(Array(verifier.utf8))).utf8)
                .hasSameBytes(as: Secret(copying: challenge.utf8))
    }

    private func tokens(of grant: Int, nonce: String?, _ client: String) async -> HTTPResponse {
        let (access, refresh, now) = (secret(), secret(), dependencies.now())
        guard let granted = state.withLock({ $0.grant(grant) }) else { return refusal("invalid_grant") }
        let issued = Int64(now.timeIntervalSince1970)
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "sub": .string(granted.customer), "aud": .string(client),
            "iat": .number(JSONNumber(issued)), "exp": .number(JSONNumber(issued + 300)),
        ]
        claims["nonce"] = nonce.map { .string($0) }
        guard
            let identity = try? await CompactJWS.sign(
                JSONValue.object(claims).compactBytes, typ: "JWT", kid: key.publicKey.thumbprint, key: key)
        else { return refusal("server_error") }
        state.withLock { $0.issue(access: access, refresh: refresh, of: grant, now: now) }
        return .json(
            [
                "access_token": .string(access), "token_type": "Bearer",
                "expires_in": .number(JSONNumber(Int64(AuthorizationState.accessLife))),
                "refresh_token": .string(refresh), "scope": .string(granted.scope), "id_token": .string(identity),
            ], headers: ["Cache-Control": "no-store"])
    }

    /// Creates an error response (RFC 6749, section 5.2).
    private func refusal(_ code: String) -> HTTPResponse {
        .json(
            ["error": .string(code)], status: code == "invalid_client" ? 401 : 400,
            headers: ["Cache-Control": "no-store"])
    }
}
