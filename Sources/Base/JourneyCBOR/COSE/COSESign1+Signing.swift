package import JourneyCrypto

extension COSESign1 {
    /// Creates a message signed by `signer` with its own algorithm. With `isDetached`, it has no payload; with `isTagged`, it
    /// starts with tag 18.
    ///
    /// Throws `COSEError.algorithmMismatch` for an RSA key, and the errors of the signer.
    package init(
        signing payload: [UInt8], with signer: any MessageSigner, fields: COSEFields = COSEFields(),
        isDetached: Bool = false, externalAAD: [UInt8] = [], isTagged: Bool = false
    ) async throws {
        guard let algorithm = COSEAlgorithm(signer.signatureAlgorithm, numbers: fields.numbers) else {
            throw COSEError(.algorithmMismatch, at: 0, "the signer's algorithm is not supported in COSE")
        }
        let protected = fields.protectedBytes(algorithm)
        let signature = try await signer.sign(
            COSESign1.signedBytes(protected: protected, payload: payload[...], externalAAD: externalAAD))
        let bytes = COSEMessage.encode(
            protected: protected, unprotected: fields.unprotected, payload: isDetached ? nil : payload[...],
            authenticator: signature, tag: isTagged ? COSESign1.tag : nil)
        // Parsed as the peer will parse it, so that no message with invalid headers is returned.
        try self.init(bytes[...], limits: CBORLimits(bytes: bytes.count))
    }
}
