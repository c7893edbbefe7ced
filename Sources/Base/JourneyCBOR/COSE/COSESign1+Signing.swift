package import JourneyCrypto

extension COSESign1 {
    /// A new message with `payload`, or with none when it `isDetached`, signed by `signer` with its own algorithm. The tag
    /// 18 stands before it only when `isTagged`.
    ///
    /// Throws `COSEError.algorithmMismatch` for a key of RSA, and what the signer throws.
    package init(
        signing payload: [UInt8], with signer: any MessageSigner, fields: COSEFields = COSEFields(),
        isDetached: Bool = false, externalAAD: [UInt8] = [], isTagged: Bool = false
    ) async throws {
        guard let algorithm = COSEAlgorithm(signer.signatureAlgorithm) else {
            throw COSEError(.algorithmMismatch, at: 0, "the key's algorithm has no place in COSE here")
        }
        let protected = fields.protectedBytes(algorithm)
        let signature = try await signer.sign(
            COSESign1.signedBytes(protected: protected, payload: payload[...], externalAAD: externalAAD))
        let bytes = COSEMessage.encode(
            protected: protected, unprotected: fields.unprotected, payload: isDetached ? nil : payload[...],
            authenticator: signature, tag: isTagged ? COSESign1.tag : nil)
        // Read as a peer will read it: what breaks a rule of headers is never handed out.
        try self.init(bytes[...], limits: CBORLimits(bytes: bytes.count))
    }
}
