import COpenSSL
import Foundation

/// What a certificate says besides its keys (RFC 5280, section 4.1).
struct CertificateTemplate {
    var commonName: String
    var notBefore: Date
    var notAfter: Date
    /// Identifier and OpenSSL's spelling of the value, in order.
    var extensions: [(nid: Int32, value: String)]

    /// The certificate of `subject`'s public key, signed by `issuerKey`; without an issuer it names itself.
    func sign(
        subject: P256PrivateKey, issuer: OpenSSLCertificate?, issuerKey: P256PrivateKey
    ) throws(CryptoError) -> OpenSSLCertificate {
        guard notBefore < notAfter, let raw = X509_new() else { throw .certificateInvalid }
        let certificate = OpenSSLCertificate(owning: raw)
        let isFilled =
            X509_set_version(raw, 2) == 1 && CertificateTemplate.setSerial(raw)
            && ASN1_TIME_set(X509_getm_notBefore(raw), CertificateTemplate.seconds(notBefore)) != nil
            && ASN1_TIME_set(X509_getm_notAfter(raw), CertificateTemplate.seconds(notAfter)) != nil
            && X509_NAME_add_entry_by_NID(
                X509_get_subject_name(raw), NID_commonName, MBSTRING_UTF8, Array(commonName.utf8),
                Int32(commonName.utf8.count), -1, 0) == 1
            && X509_set_issuer_name(raw, X509_get_subject_name(issuer?.raw ?? raw)) == 1
            && X509_set_pubkey(raw, subject.platform.raw) == 1
            && extensions.allSatisfy { copenssl_add_extension(raw, issuer?.raw ?? raw, $0.nid, $0.value) == 1 }
            && X509_sign(raw, issuerKey.platform.raw, HashAlgorithm.sha256.digest) > 0
        guard isFilled else {
            OpenSSL.forgetErrors()
            throw .certificateInvalid
        }
        return certificate
    }

    private static func seconds(_ date: Date) -> time_t { time_t(date.timeIntervalSince1970.rounded(.down)) }

    /// 159 random bits, so that it is positive and at most 20 bytes (RFC 5280, section 4.1.2.2).
    private static func setSerial(_ certificate: OpaquePointer) -> Bool {
        guard let number = BN_new() else { return false }
        defer { BN_free(number) }
        return BN_rand(number, 159, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1
            && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
    }
}
