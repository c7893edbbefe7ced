import Foundation
import JourneyBase

@testable import JourneyCrypto

/// The description of a chain, root first, leaf last. Every part can be changed before it is signed.
struct TestChain {
    /// A time at which the chains of these tests are valid.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let day: TimeInterval = 86_400

    struct Part {
        var version: UInt64 = 2
        var subject: DistinguishedName
        /// The issuer's name in the certificate; `nil` for the actual issuer's.
        var issuer: DistinguishedName?
        /// The subject's key.
        var key: CertificateSigner
        /// The signing key; `nil` for the issuer's.
        var signer: CertificateSigner?
        var notBefore = now - 30 * day
        var notAfter = now + 30 * day
        var extensions: [NewExtension]
        var serialNumber: [UInt8]
        var hasAuthorityKeyIdentifier = true
        /// The key that the authority key identifier names; `nil` for the issuer's.
        var namedKey: [UInt8]?
        /// A change of the encoded certificate.
        var spoil: (@Sendable ([UInt8]) -> [UInt8])?
    }

    var parts: [Part]
    var host: String? = "pay.example.com"
    var profile = CertificateProfile.tlsServer

    /// Replaces or adds an extension; `nil` removes it.
    mutating func set(_ identifier: OID, _ item: NewExtension?, at index: Int) {
        parts[index].extensions.removeAll { $0.identifier == identifier }
        if let item { parts[index].extensions.append(item) }
    }

    /// Creates a valid chain for a TLS server with that many intermediates.
    init(intermediates: Int) throws {
        parts = []
        for index in 0...(intermediates + 1) {
            let isLeaf = index == intermediates + 1
            let key = try TestKeys.p256(index)
            let name = isLeaf ? "leaf" : index == 0 ? "Root" : "Authority \(index)"
            var extensions: [NewExtension] = [.subjectKeyIdentifier(spki: key.spki)]
            if isLeaf {
                extensions += [
                    .keyUsage(.digitalSignature), .extendedKeyUsage([.serverAuth]),
                    .subjectAltName([.dns("pay.example.com"), .dns("*.example.org"), .ip([192, 0, 2, 7])]),
                ]
            } else {
                extensions += [
                    .basicConstraints(BasicConstraints(isAuthority: true, pathLength: intermediates - index)),
                    .keyUsage([.keyCertSign, .crlSign]),
                ]
            }
            parts.append(
                Part(
                    subject: try DistinguishedName([.country: "NO", .organization: "Test", .commonName: name]),
                    key: key,
                    extensions: extensions, serialNumber: [UInt8(0x10 + index), 0x22]))
        }
    }

    /// Returns the certificates, root first.
    func encoded() throws -> [[UInt8]] {
        var made: [[UInt8]] = []
        for (index, part) in parts.enumerated() {
            let above = parts[max(index - 1, 0)]
            let signer = part.signer ?? above.key
            var extensions = part.extensions
            if part.hasAuthorityKeyIdentifier, part.version == 2 {
                extensions.append(
                    .authorityKeyIdentifier(part.namedKey ?? NewExtension.keyIdentifier(spki: above.key.spki)))
            }
            let content = CertificateContent(
                subject: part.subject, spki: part.key.spki, notBefore: part.notBefore, notAfter: part.notAfter,
                extensions: [])
            let body = CertificateBody(
                version: part.version, serialNumber: part.serialNumber,
                issuer: Array((part.issuer ?? above.subject).encoded), content: content, extensions: extensions)
            let bytes = try signer.signed(body.encoded(algorithm: signer.algorithm))
            made.append(part.spoil.map { $0(bytes) } ?? bytes)
        }
        return made
    }

    /// Returns this package's verdict on a chain of encoded certificates, root first.
    func ours(
        _ encoded: [[UInt8]], time: Date = now, revocation: RevocationPolicy = .notChecked, lists: [[UInt8]] = []
    ) -> (any Error)? {
        do {
            let certificates = try encoded.map { try Certificate($0) }
            let validator = CertificateValidator(
                anchors: [try TrustAnchor(certificates[0])], profile: profile, revocation: revocation)
            guard let leaf = certificates.last else { return nil }
            _ = try validator.validate(
                leaf, intermediates: Array(certificates.dropFirst().dropLast()), at: time,
                host: host.flatMap { ServerName($0) }, revocationLists: lists.map { try RevocationList($0) })
            return nil
        } catch { return error }
    }
}
