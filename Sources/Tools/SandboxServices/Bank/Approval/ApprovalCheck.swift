import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Whether a proof is the person's signature over what the bank has stated (`docs/reference/sca.md`): compared with what the bank has
/// stored, never with what comes beside the proof.
struct ApprovalCheck {
    static let proofType = "journey-sca+jwt"
    static let enrolmentType = "journey-approval-key+jwt"

    /// The claims that the proof must have, besides its own.
    let statement: [String: JSONValue]
    /// Of the instance that the statement was made for.
    let instanceKey: P256PublicKey
    /// The thumbprint of the approval key that is known of the instance, if one is.
    let known: String?

    /// The approval key that has signed `proof`. Throws `SCA_INVALID`, which does not say what it was.
    func key(of proof: String) throws(Problem) -> P256PublicKey {
        do { return try signer(of: proof) } catch { throw .scaInvalid }
    }

    private struct Refused: Error {}

    private func signer(of proof: String) throws -> P256PublicKey {
        let key = try enrolled(by: try enrolment(in: proof))
        var claims = try read(CompactJWS.verify(proof, typ: ApprovalCheck.proofType, key: key))
        // Devices' clocks are off. That the signature is of now, the challenge says: nobody knew it before the quote.
        guard claims.removeValue(forKey: "iat")?.numericDate != nil,
            claims.removeValue(forKey: "enrolment")?.string != nil,
            let identifier = claims.removeValue(forKey: "jti")?.string, (8...128).contains(identifier.utf8.count),
            claims == statement
        else { throw Refused() }
        return key
    }

    /// The enrolment that the proof carries; who signed that is not known yet.
    private func enrolment(in proof: String) throws -> String {
        let parts = proof.split(separator: ".", omittingEmptySubsequences: false)
        guard proof.utf8.count <= CompactJWS.limit, parts.count == 3, let payload = Base64URL.decode(parts[1]),
            let enrolment = try read(payload)["enrolment"]?.string
        else { throw Refused() }
        return enrolment
    }

    private func enrolled(by enrolment: String) throws -> P256PublicKey {
        let claims = try read(
            CompactJWS.verify(enrolment, typ: ApprovalCheck.enrolmentType, key: instanceKey))
        guard claims.count == 2, claims["iat"]?.numericDate != nil, let member = claims["jwk"],
            case .p256(let key) = try JWK(member).key,
            // The instance's key signs without the person.
            key.thumbprint != instanceKey.thumbprint, known == nil || known == key.thumbprint
        else { throw Refused() }
        return key
    }

    private func read(_ payload: [UInt8]) throws -> [String: JSONValue] {
        guard let claims = try JSONReader.read(payload, limits: JSONLimits(bytes: 12_288, depth: 4)).object else {
            throw Refused()
        }
        return claims
    }
}

extension Problem {
    static let scaRequired = Problem(403, .scaRequired, "The customer has not approved this transfer.")
    static let scaInvalid = Problem(
        403, .scaInvalid, "This is not the customer's approval of this transfer, by an app of theirs.")
}
