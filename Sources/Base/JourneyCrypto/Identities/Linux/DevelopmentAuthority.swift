package import Foundation
import JourneyBase

/// A throw-away certificate authority for development. The sandbox uses it for real TLS on loopback, and backends for testing
/// client certificates, signatures and revocation.
///
/// Name constraints limit its certificates to the given domains. A copy of its key cannot impersonate other hosts, even where the
/// authority is trusted.
package struct DevelopmentAuthority: Sendable {
    /// The authority's own certificate and key.
    package let identity: DevelopmentIdentity
    /// The issuing authority, for certificates of any other content.
    package let authority: CertificateAuthority

    /// The authority's common name in certificates.
    static let commonName = "JourneyKit development authority, not for production"

    /// Creates a new authority for `domains` (DNS names and their subdomains) and 127.0.0.1. Throws `CryptoError`; a domain that
    /// is not plain lower-case labels is `certificateInvalid`.
    package init(
        domains: [String] = ["localhost"], notBefore: Date, notAfter: Date
    ) throws(CryptoError) {
        guard !domains.isEmpty, domains.allSatisfy(DevelopmentAuthority.isName) else { throw .certificateInvalid }
        let key = try P256PrivateKey.generate()
        let permitted = domains.map { GeneralName.dns($0) } + [.ip([127, 0, 0, 1, 255, 255, 255, 255])]
        let root = try CertificateAuthority.root(
            subject: DevelopmentAuthority.name(DevelopmentAuthority.commonName), signer: CertificateSigner(key),
            notBefore: notBefore, notAfter: notAfter, pathLength: 1,
            extensions: [.nameConstraints(permitted: permitted)])
        try self.init(root, key: key)
    }

    /// Loads the authority from two PEM files. Throws `CryptoError.certificateInvalid` when they cannot be read, do not match or
    /// do not belong to an authority.
    package init(certificatePEM: String, keyPEM: String) throws(CryptoError) {
        let key = try P256PrivateKey(pem: keyPEM)
        let certificate = try Certificate.one(pem: certificatePEM)
        try self.init(CertificateAuthority(certificate: certificate, signer: CertificateSigner(key)), key: key)
    }

    private init(_ authority: CertificateAuthority, key: P256PrivateKey) throws(CryptoError) {
        identity = try DevelopmentIdentity(certificate: authority.certificate, key: key)
        self.authority = authority
    }

    /// Issues a server certificate for `names` (DNS names, or `127.0.0.1`), with a new key. Throws `CryptoError`; any other name
    /// is `certificateInvalid`.
    package func issue(names: [String], notBefore: Date, notAfter: Date) throws(CryptoError) -> DevelopmentIdentity {
        guard let first = names.first else { throw .certificateInvalid }
        var alternatives: [GeneralName] = []
        for name in names {
            if name == "127.0.0.1" {
                alternatives.append(.ip([127, 0, 0, 1]))
            } else {
                guard DevelopmentAuthority.isName(name) else { throw .certificateInvalid }
                alternatives.append(.dns(name))
            }
        }
        return try issue(
            String(first.prefix(64)), [.extendedKeyUsage([.serverAuth]), .subjectAltName(alternatives)],
            notBefore: notBefore, notAfter: notAfter)
    }

    /// Issues a TLS client certificate with the common name `name` and a new key. Throws `CryptoError`; a name that is empty,
    /// longer than 64 characters or contains control characters is `certificateInvalid`.
    package func issueClient(name: String, notBefore: Date, notAfter: Date) throws(CryptoError) -> DevelopmentIdentity {
        try issue(name, [.extendedKeyUsage([.clientAuth])], notBefore: notBefore, notAfter: notAfter)
    }

    /// Issues a certificate for signing messages and passes, with a new key. Throws as `issueClient`.
    package func issueSigner(name: String, notBefore: Date, notAfter: Date) throws(CryptoError) -> DevelopmentIdentity {
        try issue(name, [], notBefore: notBefore, notAfter: notAfter)
    }

    /// Issues a subordinate authority with a new key, which may issue no further authorities. Throws as `issueClient`.
    package func intermediate(
        name: String, notBefore: Date, notAfter: Date
    ) throws(CryptoError) -> DevelopmentAuthority {
        let key = try P256PrivateKey.generate()
        let below = try authority.intermediate(
            subject: DevelopmentAuthority.name(name), signer: CertificateSigner(key), notBefore: notBefore,
            notAfter: notAfter)
        return try DevelopmentAuthority(below, key: key)
    }

    private func issue(
        _ name: String, _ extensions: [NewExtension], notBefore: Date, notAfter: Date
    ) throws(CryptoError) -> DevelopmentIdentity {
        let key = try P256PrivateKey.generate()
        let content = CertificateContent(
            subject: try DevelopmentAuthority.name(name), spki: key.publicKey.spki, notBefore: notBefore,
            notAfter: notAfter,
            extensions: [.basicConstraints(BasicConstraints(isAuthority: false)), .keyUsage(.digitalSignature)]
                + extensions)
        return try DevelopmentIdentity(certificate: authority.issue(content), key: key)
    }

    /// Returns a distinguished name with a common name of at most 64 characters (RFC 5280, appendix A.1).
    private static func name(_ text: String) throws(CryptoError) -> DistinguishedName {
        guard (1...64).contains(text.unicodeScalars.count) else { throw .certificateInvalid }
        do throws(DERError) { return try DistinguishedName([.commonName: text]) } catch { throw .certificateInvalid }
    }

    /// Returns `true` if the name consists of plain lower-case labels and is not an IP address.
    private static func isName(_ name: String) -> Bool {
        guard let origin = Origin(scheme: "https", host: name, port: 443) else { return false }
        return !origin.host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
