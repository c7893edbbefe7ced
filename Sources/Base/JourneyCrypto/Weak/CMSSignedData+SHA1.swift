package import Foundation

extension CMSSignedData {
    /// `true` if content and attributes are hashed with SHA-1 and signed by RSA (PKCS #1 v1.5), as in passes from older tools.
    package var isSHA1: Bool { sha1Rule != nil }

    /// Verifies a signature as `verify` does, and also accepts SHA-1, for which collisions are affordable. Use it for Wallet
    /// passes only: their manifest contains each file's SHA-1 anyway.
    ///
    /// - Parameters:
    ///   - content: The signed bytes.
    ///   - validator: The validator of the signer's certificate, whose algorithms stay as strict.
    ///   - time: The caller's time.
    ///   - others: Certificates that the message may have omitted.
    /// - Returns: The signer's path and claimed time; `isSHA1` says which algorithm was used.
    /// - Throws: `CMSError`.
    package func verifyAllowingSHA1(
        _ content: [UInt8], validator: CertificateValidator, at time: Date, others: [Certificate] = []
    ) throws(CMSError) -> Verified {
        try verify(
            content, by: strongRule ?? sha1Rule, validator: validator, at: time, others: others, revocationLists: [])
    }

    /// The rule for a SHA-1 message; `nil` for other messages, or when its two algorithms do not match.
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
