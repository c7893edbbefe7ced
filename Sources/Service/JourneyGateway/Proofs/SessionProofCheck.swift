import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer

/// What a page's server has seen, and what the proof that its page was given must say (`docs/bridge.md`, session proof).
struct SessionProofCheck {
    static let type = "journey-session-proof+jwt"
    /// Seconds that a proof may live, and by how much clocks may differ.
    static let lifetime: Int64 = 60
    static let leeway: Int64 = 30

    /// What was proved.
    struct Finding {
        let instance: String
        let identifier: String
        let journey: String
        let step: String
        let manifestHash: [UInt8]
        let expires: Int64
    }

    /// What the page's server knows of its page: compared where it stands.
    let expected: [String: JSONValue]

    /// What may be expected; origin and page nonce have to be.
    static let comparable: Set<String> = [
        "origin", "pageNonce", "docId", "journeyId", "stepId", "pageKeySha256", "sdkKeySha256",
    ]
    static let compulsory: Set<String> = ["origin", "pageNonce"]

    /// The instance that `proof` names, unchecked: to look its key up.
    static func instance(of proof: String) -> String? {
        guard proof.utf8.count <= CompactJWS.limit, let header = proof.split(separator: ".").first,
            let bytes = Base64URL.decode(header), let kid = (try? JSONReader.read(bytes))?["kid"]?.string,
            JWKSet.isKeyID(kid)
        else { return nil }
        return kid
    }

    /// What `proof` proves at `now`, by the key that was registered for its instance. Throws a problem with a `PROOF_…`
    /// code.
    func finding(_ proof: String, instance: String, key: P256PublicKey, now: Int64) throws(Problem) -> Finding {
        let payload: [UInt8]
        do { payload = try CompactJWS.verify(proof, typ: SessionProofCheck.type, key: key) } catch {
            throw Problem(422, "PROOF_SIGNATURE", "The instance's key has not signed this proof.")
        }
        guard let claims = try? JSONReader.read(payload, limits: JSONLimits(bytes: 16_384, depth: 4)),
            let issued = claims["iat"]?.numericDate, let expires = claims["exp"]?.numericDate,
            let identifier = claims["jti"]?.string, JWKSet.isKeyID(identifier), identifier.utf8.count >= 8,
            let journey = claims["journeyId"]?.string.flatMap({ JourneyID($0) })?.rawValue,
            let step = claims["stepId"]?.string,
            let hash = claims["manifestHash"]?.string.flatMap({ Base64URL.decode($0) }), hash.count == 32
        else { throw SessionProofCheck.malformed }
        guard (1...SessionProofCheck.lifetime).contains(expires - issued),
            issued - SessionProofCheck.leeway <= now, now <= expires + SessionProofCheck.leeway
        else { throw Problem(422, "PROOF_EXPIRED", "The proof is not of this moment.") }
        for (name, value) in expected.sorted(by: { $0.key < $1.key }) where claims[name] != value {
            throw Problem(
                422, "PROOF_MISMATCH", "The proof is of another page.", fields: [name: "The proof says otherwise."])
        }
        return Finding(
            instance: instance, identifier: identifier, journey: journey, step: step, manifestHash: hash,
            expires: expires)
    }

    static let malformed = Problem(422, "PROOF_MALFORMED", "This is no session proof.")
}
