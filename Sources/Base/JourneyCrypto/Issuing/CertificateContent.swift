package import Foundation

/// The content of a new certificate. The issuer adds its name, the key identifiers and the signature.
package struct CertificateContent: Sendable {
    var subject: DistinguishedName
    /// The SubjectPublicKeyInfo of the subject's key.
    var spki: [UInt8]
    var notBefore: Date
    var notAfter: Date
    /// The extensions in order. Key identifiers are added unless they are present.
    var extensions: [NewExtension]
    /// A positive serial number of at most 20 bytes, big-endian; `nil` for a random one of 159 bits.
    var serialNumber: [UInt8]?

    /// Creates the content of a certificate.
    package init(
        subject: DistinguishedName, spki: [UInt8], notBefore: Date, notAfter: Date, extensions: [NewExtension],
        serialNumber: [UInt8]? = nil
    ) {
        self.subject = subject
        self.spki = spki
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.extensions = extensions
        self.serialNumber = serialNumber
    }
}

/// The TBSCertificate of a certificate, ready to be signed (RFC 5280, section 4.1).
struct CertificateBody {
    var version: UInt64 = 2
    var serialNumber: [UInt8]
    var issuer: [UInt8]
    var content: CertificateContent
    var extensions: [NewExtension]

    func encoded(algorithm: [UInt8]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.sequence { writer in
                if version > 0 { writer.element(.context(0, isConstructed: true)) { $0.integer(version) } }
                writer.integer(magnitude: serialNumber)
                writer.raw(algorithm)
                writer.raw(issuer)
                writer.sequence { writer in
                    writer.time(content.notBefore)
                    writer.time(content.notAfter)
                }
                writer.raw(content.subject.encoded)
                writer.raw(content.spki)
                if !extensions.isEmpty {
                    writer.element(.context(3, isConstructed: true)) { $0.extensions(extensions) }
                }
            }
        }
    }
}

extension CertificateSigner {
    /// Returns a body with its signature, in the common form of certificates and revocation lists.
    func signed(_ body: [UInt8]) throws(CryptoError) -> [UInt8] {
        let signature = try sign(body)
        return DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.raw(body)
                writer.raw(algorithm)
                writer.bitString(signature)
            }
        }
    }
}
