import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// What a page's server has seen, and what the proof that its page was given must say (`docs/reference/bridge.md`, session proof).
struct SessionProofCheck {
    /// Seconds that a proof may live, and by how much clocks may differ.
    static let lifetime: Int64 = 60
    static let leeway: Int64 = 30

    /// The proof, and what the page's server knows of its page: compared where it stands.
    let asked: ProofRequest

    /// The instance that `proof` names, unchecked: to look its key up.
    static func instance(of proof: String) -> String? {
        guard proof.utf8.count <= CompactJWS.limit, let header = proof.split(separator: ".").first,
            let bytes = Base64URL.decode(header), let kid = (try? JSONReader.read(bytes))?["kid"]?.string,
            JWKSet.isKeyID(kid)
        else { return nil }
        return kid
    }

    /// The claims of the proof, when it proves them at `now` by the key that was registered for its instance. Throws a
    /// problem with a `PROOF_…` code.
    func claims(key: P256PublicKey, now: Int64) throws(Problem) -> SessionProofClaims {
        let payload: [UInt8]
        do { payload = try CompactJWS.verify(asked.proof, typ: ProofContract.proofType, key: key) } catch {
            throw Problem(.proofSignature, "The instance's key has not signed this proof.")
        }
        guard let json = try? JSONReader.read(payload, limits: JSONLimits(bytes: 16_384, depth: 4)),
            let claims = try? SessionProofClaims(json), JWKSet.isKeyID(claims.jti), claims.jti.utf8.count >= 8,
            JourneyID(claims.journeyId) != nil, claims.manifestHash.bytes.count == 32
        else { throw SessionProofCheck.malformed }
        let (issued, expires) = (claims.iat.seconds, claims.exp.seconds)
        guard (1...SessionProofCheck.lifetime).contains(expires - issued),
            issued - SessionProofCheck.leeway <= now, now <= expires + SessionProofCheck.leeway
        else { throw Problem(.proofExpired, "The proof is not of this moment.") }
        var expected = asked.json.object ?? [:]
        expected[ProofRequest.CodingKeys.proof.rawValue] = nil
        for (name, value) in expected.sorted(by: { $0.key < $1.key }) where json[name] != value {
            throw Problem(.proofMismatch, "The proof is of another page.", fields: [name: "The proof says otherwise."])
        }
        return claims
    }

    static let malformed = Problem(.proofMalformed, "This is no session proof.")
}
