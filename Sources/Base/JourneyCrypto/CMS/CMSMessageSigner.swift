package import Foundation

/// Signs detached messages (CMS SignedData, RFC 5652) with a key on a curve, on any system; on Linux `SigningIdentity` does so
/// with RSA keys too.
package struct CMSMessageSigner: Sendable {
    private let frame: CMSFrame
    private let key: CertificateSigner

    /// The holder of `certificate`, whose `chain` goes along. Throws `CryptoError.certificateInvalid` when the key is not the
    /// certificate's.
    package init<Curve>(
        _ key: ECPrivateKey<Curve>, certificate: Certificate, chain: [Certificate] = []
    ) throws(CryptoError) {
        self.key = CertificateSigner(key)
        guard self.key.spki[...] == certificate.spki else { throw .certificateInvalid }
        frame = CMSFrame(certificate: certificate, chain: chain, hash: Curve.curve.hash, isRSA: false)
    }

    /// A detached signature over `content`, DER, with the curve's own hash and `time` as the signing time. Throws `CryptoError`.
    package func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8] {
        let attributes = frame.attributes(contentDigest: frame.hash.hash(content), time: time)
        return frame.message(attributes: attributes, signature: try key.sign(attributes))
    }
}
