import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Authenticates callers by access tokens of the bank's identity provider: self-contained ones (RFC 9068), which are verified with
/// its keys, or opaque ones, about which it is asked (RFC 7662). Tokens may be bound to their sender.
struct ProviderIdentity: GatewayIdentity {
    /// The way in which tokens are verified.
    enum Verification: Sendable {
        case keys(ProviderKeys, Set<SignatureAlgorithm>)
        case introspection(TokenIntrospector)
    }

    let policy: AccessTokenPolicy
    let verification: Verification
    let constraints: SenderConstraints
    /// The gateway's names of the provider's clients.
    let clients: [String: GatewayConfiguration.GatewayClient]
    let dependencies: Dependencies

    private var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    func caller(of request: HTTPRequest) async throws(Problem) -> GatewayCaller {
        guard let presented = PresentedToken(request) else { throw problem(nil) }
        let token: AccessToken
        do throws(TokenRefusal) {
            token = try await verified(presented.text)
            try await constraints.check(request, presented, token)
        } catch { throw problem(error) }
        guard let known = clients[token.client],
            known.partner.utf8.elementsEqual((request.headers[GatewayContract.partnerHeader] ?? "").utf8),
            known.client.utf8.elementsEqual((request.headers[GatewayContract.clientHeader] ?? "").utf8)
        else { throw Problem(.partnerUnknown, "The token was not issued for this partner and client.") }
        return GatewayCaller(
            partner: known.partner, client: known.client, session: SHA256.hash(Array(presented.text.utf8)),
            subject: SHA256.hash(Array("\(token.issuer)\n\(token.subject)".utf8)))
    }

    private func verified(_ text: String) async throws(TokenRefusal) -> AccessToken {
        switch verification {
        case .introspection(let introspector): return try await introspector.token(text)
        case .keys(let source, let algorithms):
            guard let kid = CompactJWS.keyID(of: text) else { throw .invalid }
            let keys = try await source.keys(for: kid)
            guard let algorithm = keys.key(kid)?.algorithm, algorithms.contains(algorithm) else { throw .invalid }
            // RFC 9068, section 4: both spellings of the type.
            let types = ["at+jwt", "application/at+jwt"]
            guard
                let payload = types.lazy.compactMap({ try? CompactJWS.verify(text, typ: $0, keys: keys).payload })
                    .first,
                let claims =
                    (try? JSONReader.read(
                        payload, limits: JSONLimits(bytes: CompactJWS.limit, depth: 8, values: 500)))?.object
            else { throw .invalid }
            return try policy.token(of: claims, now: now)
        }
    }

    /// Returns the answer to a refused request: 401 with the reason as RFC 6750, section 3, and RFC 9449, sections 7.1 and 9, name
    /// it; 403 without the scope; 503 while the provider can't be reached.
    private func problem(_ refusal: TokenRefusal?) -> Problem {
        guard refusal != .unknown else {
            return .unavailable("The identity provider cannot be reached at the moment.")
        }
        let nonce = constraints.nonces?.current(now: now)
        var headers: HTTPFields = [:]
        for scheme in ["Bearer", DPoPHeader.scheme] {
            headers.add("WWW-Authenticate", challenge(scheme, refusal))
        }
        if let nonce { headers[DPoPHeader.nonce] = nonce }
        return refusal == .scope
            ? Problem(.scopeInsufficient, "The access token lacks a scope that this request needs.", headers: headers)
            : Problem(.notAuthorized, "A valid access token is required.", headers: headers)
    }

    private func challenge(_ scheme: String, _ refusal: TokenRefusal?) -> String {
        var text = "\(scheme) realm=\"journeys\""
        if scheme == DPoPHeader.scheme {
            text += ", algs=\"\(DPoPProof.algorithms.map(\.rawValue).sorted().joined(separator: " "))\""
        }
        switch refusal {
        case .invalid, .expired: text += ", error=\"invalid_token\""
        case .scope: text += ", error=\"insufficient_scope\""
        case .proof: text += ", error=\"\(scheme == DPoPHeader.scheme ? "invalid_dpop_proof" : "invalid_token")\""
        case .nonce where scheme == DPoPHeader.scheme: text += ", error=\"use_dpop_nonce\""
        case .nonce, .unknown, nil: break
        }
        if refusal == .scope, let scope = policy.scope { text += ", scope=\"\(scope)\"" }
        return text
    }
}
