internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

/// `sessionProofJws`: convinces the page's server that its page speaks to a genuine SDK instance, once.
struct SessionProof {
    static let type = "journey-session-proof+jwt"
    /// Seconds that a proof is good for.
    static let lifetime = 60

    var origin: Origin
    var pageNonce: String
    var documentID: String
    var step: BridgeStep
    /// The two ephemeral keys of the handshake, as X9.63 points.
    var pageKey: [UInt8]
    var sdkKey: [UInt8]
    var identifier: String
    var issuedAt: Date

    /// The claims, as compact JSON.
    var payload: [UInt8] {
        let issued = Int64(issuedAt.timeIntervalSince1970)
        return JSONValue.object([
            "origin": .string(origin.description), "pageNonce": .string(pageNonce), "docId": .string(documentID),
            "journeyId": .string(step.journey.rawValue), "stepId": .string(step.step.rawValue),
            "manifestHash": .string(Base64URL.encode(step.manifestHash)), "iat": .number(JSONNumber(issued)),
            "exp": .number(JSONNumber(issued + Int64(SessionProof.lifetime))), "jti": .string(identifier),
            "pageKeySha256": .string(Base64URL.encode(SHA256.hash(pageKey))),
            "sdkKeySha256": .string(Base64URL.encode(SHA256.hash(sdkKey))),
        ]).compactBytes
    }

    /// The proof, signed by the instance's key; its `kid` is that key's thumbprint (RFC 7638).
    func sign(with key: any SigningKey) async throws(JWSError) -> String {
        try await CompactJWS.sign(payload, typ: SessionProof.type, kid: key.publicKey.thumbprint, key: key)
    }
}
