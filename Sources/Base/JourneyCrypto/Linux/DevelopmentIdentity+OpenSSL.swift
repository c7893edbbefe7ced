import COpenSSL
import Foundation

extension DevelopmentIdentity {
    /// The identity in two PEM files. Throws `CryptoError.certificateInvalid` when they cannot be read or do not belong
    /// together.
    public init(certificatePEM: String, keyPEM: String) throws(CryptoError) {
        let certificate = OpenSSLCertificate(
            owning: try PEM.object(in: certificatePEM) { PEM_read_bio_X509($0, nil, noPassphrase, nil) })
        try self.init(certificate: certificate, key: P256PrivateKey(pem: keyPEM))
    }

    init(certificate: OpenSSLCertificate, key: P256PrivateKey) throws(CryptoError) {
        guard X509_check_private_key(certificate.raw, key.platform.raw) == 1,
            let notBefore = OpenSSLCertificate.date(X509_get0_notBefore(certificate.raw)),
            let notAfter = OpenSSLCertificate.date(X509_get0_notAfter(certificate.raw))
        else {
            OpenSSL.forgetErrors()
            throw .certificateInvalid
        }
        certificatePEM = try PEM.text { PEM_write_bio_X509($0, certificate.raw) == 1 }
        keyPEM = try key.pem()
        certificateDER = try certificate.der()
        pin = DevelopmentIdentity.pin(of: key.publicKey)
        self.notBefore = notBefore
        self.notAfter = notAfter
    }
}

/// An X.509 certificate in OpenSSL.
final class OpenSSLCertificate: Sendable {
    // Filled while one function holds it, read-only afterwards.
    nonisolated(unsafe) let raw: OpaquePointer

    /// Takes over the caller's reference.
    init(owning raw: OpaquePointer) { self.raw = raw }

    deinit { X509_free(raw) }

    func der() throws(CryptoError) -> [UInt8] {
        let count = i2d_X509(raw, nil)
        guard count > 0 else { throw .unavailable }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { out, written in
            var next = out.baseAddress
            written = Int(max(i2d_X509(raw, &next), 0))
        }
    }

    static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
    }
}
