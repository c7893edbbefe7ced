import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Verifies a session proof against the page's data as seen by its server (`docs/reference/bridge.md`, session proof).
struct SessionProofCheck {
    /// The maximum lifetime of a proof, and below it the tolerated clock difference, in seconds.
    static let lifetime: Int64 = 60
    static let leeway: Int64 = 30

    /// The proof and the expected values, compared with the proof's members of the same name.
    let asked: ProofRequest

    /// Reads the instance named by `proof` without verification, to look up its key.
    static func instance(of proof: String) -> String? {
        guard proof.utf8.count <= CompactJWS.limit, let header = proof.split(separator: ".").first,
            let bytes = Base64URL.decode(header), let kid = (try? JSONReader.read(bytes))?["kid"]?.string,
            JWKSet.isKeyID(kid)
        else { return nil }
        return kid
    }

    /// Verifies the proof at `now` with the registered key of its instance, and returns its claims. Throws a problem with a
    /// `PROOF_…` code.
    func claims(key: P256PublicKey, now: Int64) throws(Problem) -> SessionProofClaims {
        let payload: [UInt8]
        do { payload = try CompactJWS.verify(asked.proof, typ: ProofContract.proofType, key: key) } catch {
            throw Problem(.proofSignature, "The proof's signature does not match the instance's key.")
        }
        guard let json = try? JSONReader.read(payload, limits: JSONLimits(bytes: 16_384, depth: 4)),
            let claims = try? SessionProofClaims(json), JWKSet.isKeyID(claims.jti), claims.jti.utf8.count >= 8,
            JourneyID(claims.journeyId) != nil, claims.manifestHash.bytes.count == 32
        else { throw SessionProofCheck.malformed }
        let (issued, expires) = (claims.iat.seconds, claims.exp.seconds)
        guard (1...SessionProofCheck.lifetime).contains(expires - issued),
            issued - SessionProofCheck.leeway <= now, now <= expires + SessionProofCheck.leeway
        else { throw Problem(.proofExpired, "The proof has expired, is not valid yet, or lives longer than a minute.") }
        var expected = asked.json.object ?? [:]
        expected[ProofRequest.CodingKeys.proof.rawValue] = nil
        for (name, value) in expected.sorted(by: { $0.key < $1.key }) where json[name] != value {
            throw Problem(
                .proofMismatch, "The proof belongs to another page.", fields: [name: "The proof has a different value."]
            )
        }
        return claims
    }

    static let malformed = Problem(.proofMalformed, "The proof is not a valid session proof.")
}
