import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Checks that the sender of a request holds the key or the certificate that its access token is bound to (RFC 9449, section 7;
/// RFC 8705, section 3).
struct SenderConstraints: Sendable {
    /// The demands on tokens that are bound to nothing.
    enum Demand: String, Hashable, Sendable, CaseIterable {
        /// Unbound tokens are accepted.
        case optional
        /// Only tokens bound to a key or a certificate are accepted.
        case required
    }

    let demand: Demand
    let proofs: DPoPStore
    /// Makes the nonces that proofs must have; `nil` for none.
    let nonces: DPoPNonces?
    let dependencies: Dependencies

    private var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    /// Checks the sender of a request.
    ///
    /// - Parameters:
    ///   - request: The request, with the address under which the gateway was called.
    ///   - presented: The token as it was sent, and its scheme.
    ///   - token: What the token says.
    /// - Throws: `TokenRefusal.proof`, `.nonce`, or `.unknown` if proofs can't be recorded.
    func check(
        _ request: HTTPRequest, _ presented: PresentedToken, _ token: AccessToken
    ) async throws(TokenRefusal) {
        if let digest = token.certificateDigest {
            guard let certificate = ClientCertificates.shown, SHA256.hash(certificate) == digest else { throw .proof }
        }
        guard let thumbprint = token.keyThumbprint else {
            // The scheme promises a binding that the token doesn't have.
            guard !presented.isBound, demand == .optional || token.certificateDigest != nil else { throw .proof }
            return
        }
        // A bound token as a bearer token would be worth stealing (RFC 9449, section 7.2).
        guard presented.isBound else { throw .proof }
        let values = request.headers.values(of: DPoPHeader.proof)
        guard values.count == 1, let text = values.first, let proof = try? DPoPProof(text),
            proof.thumbprint == thumbprint
        else { throw .proof }
        do throws(DPoPProof.Fault) {
            try proof.check(request.method, request.url, token: presented.text, now: now)
        } catch { throw .proof }
        if let nonces {
            guard let nonce = proof.nonce, nonces.isValid(nonce, now: now) else { throw .nonce }
        }
        let isFirst: Bool
        do { isFirst = try await proofs.isFirst(proof, now: now) } catch { throw .unknown }
        guard isFirst else { throw .proof }
    }
}

/// An access token as a request presents it.
struct PresentedToken: Hashable, Sendable {
    let text: String
    /// `true` for the scheme `DPoP` (RFC 9449, section 7.1), `false` for `Bearer`.
    let isBound: Bool

    /// Reads the token of a request; `nil` if there is not exactly one `Authorization` field with a token of one of both schemes.
    init?(_ request: HTTPRequest) {
        if let text = BearerToken.of(request) {
            (self.text, isBound) = (text, false)
        } else if let text = BearerToken.of(request, scheme: DPoPHeader.scheme) {
            (self.text, isBound) = (text, true)
        } else {
            return nil
        }
    }
}

/// Nonces that proofs must have (RFC 9449, section 9): the time and a MAC, so that all instances with the same key know them.
struct DPoPNonces: Sendable {
    /// The time for which a nonce is valid, in seconds.
    static let lifetime: Int64 = 300
    let key: Secret

    /// Returns the nonce of the current period.
    func current(now: Int64) -> String { nonce(of: now / DPoPNonces.lifetime) }

    /// Returns `true` for the nonce of the current or the last period.
    func isValid(_ nonce: String, now: Int64) -> Bool {
        let period = now / DPoPNonces.lifetime
        return [period, period - 1].contains { self.nonce(of: $0) == nonce }
    }

    private func nonce(of period: Int64) -> String {
        let tag = HMACSHA256.tag(Array("dpop-nonce \(period)".utf8), key: key)
        return Base64URL.encode(Array(tag.prefix(18)))
    }
}
