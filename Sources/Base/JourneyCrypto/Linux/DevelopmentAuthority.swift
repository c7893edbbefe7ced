import COpenSSL
public import Foundation
import JourneyBase

/// A throw-away certificate authority for development: it lets the sandbox speak real TLS on loopback.
///
/// Its certificates may only name what it was made for (name constraints), so that a copy of its key cannot pretend to be
/// anybody else even where somebody came to trust it.
public struct DevelopmentAuthority: Sendable {
    /// The authority's own certificate and key.
    public let identity: DevelopmentIdentity
    private let certificate: OpenSSLCertificate
    private let key: P256PrivateKey

    /// Its name in certificates.
    public static let commonName = "JourneyKit development authority, not for production"

    /// A new authority for `domains` (DNS names with all below them) and 127.0.0.1. Throws `CryptoError`; a domain that
    /// is not plain lower-case labels is `certificateInvalid`.
    public init(
        domains: [String] = ["localhost"], notBefore: Date, notAfter: Date
    ) throws(CryptoError) {
        guard !domains.isEmpty, domains.allSatisfy(DevelopmentAuthority.isName) else { throw .certificateInvalid }
        let key = try P256PrivateKey.generate()
        let permitted = domains.map { "permitted;DNS:\($0)" } + ["permitted;IP:127.0.0.1/255.255.255.255"]
        let template = CertificateTemplate(
            commonName: DevelopmentAuthority.commonName, notBefore: notBefore, notAfter: notAfter,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"), (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
                (NID_name_constraints, "critical," + permitted.joined(separator: ",")),
            ])
        let certificate = try template.sign(subject: key, issuer: nil, issuerKey: key)
        try self.init(certificate: certificate, key: key)
    }

    /// The authority in two PEM files. Throws `CryptoError.certificateInvalid` when they cannot be read, do not belong
    /// together or are no authority's.
    public init(certificatePEM: String, keyPEM: String) throws(CryptoError) {
        let certificate = OpenSSLCertificate(
            owning: try PEM.object(in: certificatePEM) { PEM_read_bio_X509($0, nil, noPassphrase, nil) })
        guard X509_check_ca(certificate.raw) == 1 else { throw .certificateInvalid }
        try self.init(certificate: certificate, key: P256PrivateKey(pem: keyPEM))
    }

    private init(certificate: OpenSSLCertificate, key: P256PrivateKey) throws(CryptoError) {
        identity = try DevelopmentIdentity(certificate: certificate, key: key)
        self.certificate = certificate
        self.key = key
    }

    /// A server certificate for `names` (DNS names, or `127.0.0.1`), with a new key. Throws `CryptoError`; a name that is
    /// neither is `certificateInvalid`.
    public func issue(names: [String], notBefore: Date, notAfter: Date) throws(CryptoError) -> DevelopmentIdentity {
        guard let first = names.first else { throw .certificateInvalid }
        var alternatives: [String] = []
        for name in names {
            if name == "127.0.0.1" {
                alternatives.append("IP:\(name)")
            } else {
                guard DevelopmentAuthority.isName(name) else { throw .certificateInvalid }
                alternatives.append("DNS:\(name)")
            }
        }
        let key = try P256PrivateKey.generate()
        let template = CertificateTemplate(
            commonName: String(first.prefix(64)), notBefore: notBefore, notAfter: notAfter,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid:always"),
                (NID_subject_alt_name, alternatives.joined(separator: ",")),
            ])
        let leaf = try template.sign(subject: key, issuer: certificate, issuerKey: self.key)
        return try DevelopmentIdentity(certificate: leaf, key: key)
    }

    /// Plain lower-case labels and no address: nothing that means something in OpenSSL's configuration language.
    private static func isName(_ name: String) -> Bool {
        guard let origin = Origin(scheme: "https", host: name, port: 443) else { return false }
        return !origin.host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
