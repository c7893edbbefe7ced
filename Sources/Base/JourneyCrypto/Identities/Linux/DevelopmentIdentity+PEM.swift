import Foundation

extension DevelopmentIdentity {
    /// Loads the identity from two PEM texts. Throws `CryptoError.certificateInvalid` when they cannot be read or do not match.
    package init(certificatePEM: String, keyPEM: String) throws(CryptoError) {
        try self.init(certificate: Certificate.one(pem: certificatePEM), key: P256PrivateKey(pem: keyPEM))
    }

    init(certificate: Certificate, key: P256PrivateKey) throws(CryptoError) {
        guard certificate.spki.elementsEqual(key.publicKey.spki) else { throw .certificateInvalid }
        certificatePEM = certificate.pem
        keyPEM = try key.pem()
        certificateDER = certificate.encoded
        pin = DevelopmentIdentity.pin(of: key.publicKey)
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
    }
}

extension Certificate {
    /// Returns the first certificate in `text`.
    static func one(pem text: String) throws(CryptoError) -> Certificate {
        do throws(DERError) { return try list(pem: text)[0] } catch { throw .certificateInvalid }
    }
}
