package import Foundation

extension CMSSignedData {
    /// Whether content and attributes are hashed with SHA-1 and signed by RSA (PKCS #1 v1.5), as older makers of Wallet passes do.
    package var isSHA1: Bool { sha1Rule != nil }

    /// Checks a signature as `verify` does, and takes one with SHA-1 besides, whose collisions can be bought. For Wallet passes
    /// alone: their manifest names each file's SHA-1 anyway.
    ///
    /// - Parameters:
    ///   - content: What was signed.
    ///   - validator: The judge of the signer's certificate, whose own algorithms stay as strict.
    ///   - time: The caller's time.
    ///   - others: Certificates that the message may have left out.
    /// - Returns: The signer's path and claimed time; `isSHA1` says which algorithm it was.
    /// - Throws: `CMSError`.
    package func verifyAllowingSHA1(
        _ content: [UInt8], validator: CertificateValidator, at time: Date, others: [Certificate] = []
    ) throws(CMSError) -> Verified {
        try verify(
            content, by: strongRule ?? sha1Rule, validator: validator, at: time, others: others, revocationLists: [])
    }

    /// How such a message is checked; `nil` where it is none, or where its two algorithms do not fit together.
    private var sha1Rule: Rule? {
        let (digest, signature) = (signer.digestAlgorithm, signer.signatureAlgorithm)
        guard digest.algorithm == .sha1, digest.hasNoParameters(orNull: true), signature.hasNull,
            signature.algorithm == .rsaEncryption || signature.algorithm == .rsaSHA1
        else { return nil }
        return Rule(hash: SHA1.hash) { signature, message, key in
            guard case .rsa(let key) = key, signature.count == key.byteCount else { return false }
            return key.platform.verifiesSHA1(Array(signature), of: message)
        }
    }
}

extension OID {
    fileprivate static let sha1 = OID(1, 3, 14, 3, 2, 26)
    fileprivate static let rsaSHA1 = OID(1, 2, 840, 113_549, 1, 1, 5)
}
