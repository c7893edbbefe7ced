package import Foundation

/// Signs detached messages (CMS SignedData, RFC 5652) with an EC key, on every platform. On Linux, `SigningIdentity` also signs
/// with RSA keys.
package struct CMSMessageSigner: Sendable {
    private let frame: CMSFrame
    private let key: CertificateSigner

    /// Creates a signer with `certificate`, whose `chain` is included in each message. Throws `CryptoError.certificateInvalid`
    /// when the key does not match the certificate.
    package init<Curve>(
        _ key: ECPrivateKey<Curve>, certificate: Certificate, chain: [Certificate] = []
    ) throws(CryptoError) {
        self.key = CertificateSigner(key)
        guard self.key.spki[...] == certificate.spki else { throw .certificateInvalid }
        frame = CMSFrame(certificate: certificate, chain: chain, hash: Curve.curve.hash, isRSA: false)
    }

    /// Returns a detached DER signature over `content`, with the curve's own hash and `time` as the signing time. Throws
    /// `CryptoError`.
    package func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8] {
        let attributes = frame.attributes(contentDigest: frame.hash.hash(content), time: time)
        return frame.message(attributes: attributes, signature: try key.sign(attributes))
    }
}
