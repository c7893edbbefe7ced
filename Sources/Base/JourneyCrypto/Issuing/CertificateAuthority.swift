package import Foundation
import JourneyBase

/// A certificate authority: its certificate and the key that signs certificates below it. For gateways, sandboxes and tests.
public struct CertificateAuthority: Sendable {
    /// The authority's own certificate.
    public let certificate: Certificate
    let signer: CertificateSigner
    let random: @Sendable (Int) -> [UInt8]

    /// Creates the authority from a certificate and its key. Throws `CryptoError.certificateInvalid` when they do not match or
    /// the certificate does not belong to an authority.
    package init(
        certificate: Certificate, signer: CertificateSigner, random: @escaping @Sendable (Int) -> [UInt8] = Self.random
    ) throws(CryptoError) {
        guard signer.spki[...] == certificate.spki, certificate.basicConstraints?.isAuthority == true else {
            throw .certificateInvalid
        }
        self.certificate = certificate
        self.signer = signer
        self.random = random
    }

    /// The system's random generator.
    public static let random: @Sendable (Int) -> [UInt8] = Dependencies.system.random

    /// Creates a new self-signed root for the key of `signer`. Throws `CryptoError.certificateInvalid` for content that
    /// certificates may not have.
    package static func root(
        subject: DistinguishedName, signer: CertificateSigner, notBefore: Date, notAfter: Date,
        pathLength: Int? = nil, extensions: [NewExtension] = [],
        random: @escaping @Sendable (Int) -> [UInt8] = Self.random
    ) throws(CryptoError) -> CertificateAuthority {
        let content = CertificateContent(
            subject: subject, spki: signer.spki, notBefore: notBefore, notAfter: notAfter,
            extensions: authority(pathLength: pathLength) + extensions)
        let certificate = try issue(content, issuer: nil, signer: signer, random: random)
        return try CertificateAuthority(certificate: certificate, signer: signer, random: random)
    }

    /// Issues a subordinate authority for the key of `signer`. Throws `CryptoError`.
    package func intermediate(
        subject: DistinguishedName, signer: CertificateSigner, notBefore: Date, notAfter: Date,
        pathLength: Int? = 0, extensions: [NewExtension] = []
    ) throws(CryptoError) -> CertificateAuthority {
        let content = CertificateContent(
            subject: subject, spki: signer.spki, notBefore: notBefore, notAfter: notAfter,
            extensions: Self.authority(pathLength: pathLength) + extensions)
        return try CertificateAuthority(certificate: issue(content), signer: signer, random: random)
    }

    /// Issues a certificate with that content. Throws `CryptoError.certificateInvalid` when the package's own reader would reject
    /// it.
    package func issue(_ content: CertificateContent) throws(CryptoError) -> Certificate {
        try Self.issue(content, issuer: certificate, signer: signer, random: random)
    }

    private static func authority(pathLength: Int?) -> [NewExtension] {
        [
            .basicConstraints(BasicConstraints(isAuthority: true, pathLength: pathLength)),
            .keyUsage([.keyCertSign, .crlSign]),
        ]
    }

    private static func issue(
        _ content: CertificateContent, issuer: Certificate?, signer: CertificateSigner,
        random: @Sendable (Int) -> [UInt8]
    ) throws(CryptoError) -> Certificate {
        var extensions = content.extensions
        func add(_ item: NewExtension) {
            if !extensions.contains(where: { $0.identifier == item.identifier }) { extensions.append(item) }
        }
        add(.subjectKeyIdentifier(spki: content.spki))
        add(.authorityKeyIdentifier(issuer?.subjectKeyIdentifier ?? NewExtension.keyIdentifier(spki: signer.spki)))
        let body = CertificateBody(
            serialNumber: content.serialNumber ?? serialNumber(random),
            issuer: Array(issuer?.subject.encoded ?? content.subject.encoded), content: content, extensions: extensions)
        let bytes = try signer.signed(body.encoded(algorithm: signer.algorithm))
        // Issued certificates must pass the package's own strict parser.
        do { return try Certificate(bytes) } catch { throw .certificateInvalid }
    }

    /// Returns 159 random bits, so that the number is positive and at most 20 bytes (RFC 5280, section 4.1.2.2).
    private static func serialNumber(_ random: @Sendable (Int) -> [UInt8]) -> [UInt8] {
        var bytes = random(20)
        bytes[0] = bytes[0] & 0x7F | 0x40
        return bytes
    }
}
