internal import Foundation
internal import JourneyBase
internal import JourneyCrypto
internal import JourneyWire

/// `sessionProofJws`: proves once to the page's server that its page communicates with a genuine SDK instance.
struct SessionProof {
    /// The validity of a proof, in seconds.
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
        return SessionProofClaims(
            origin: origin.description, pageNonce: pageNonce, docId: documentID, journeyId: step.journey.rawValue,
            stepId: step.step.rawValue, manifestHash: WireBytes(step.manifestHash), iat: WireTime(issued),
            exp: WireTime(issued + Int64(SessionProof.lifetime)), jti: identifier,
            pageKeySha256: Base64URL.encode(SHA256.hash(pageKey)), sdkKeySha256: Base64URL.encode(SHA256.hash(sdkKey))
        ).json.compactBytes
    }

    /// Returns the proof, signed by the instance key; its `kid` is that key's thumbprint (RFC 7638).
    func sign(with key: any SigningKey) async throws(JWSError) -> String {
        try await CompactJWS.sign(payload, typ: ProofContract.proofType, kid: key.publicKey.thumbprint, key: key)
    }
}
