import Foundation
import JourneyCrypto
import TestSupport

@testable import WalletPass

/// An authority structured as Apple's: a root, an intermediate, a pass-type certificate.
struct PassAuthorityFixture {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)
    static let names = PassSignerNames(passTypeIdentifier: "pass.com.example.test", teamIdentifier: "ABCDE12345")

    let root: CertificateAuthority
    let below: CertificateAuthority
    let signer: PassIdentity
    let keyPEM: String
    let verifier: PassVerifier

    init(
        subject: KeyValuePairs<OID, String> = [
            PassSignerNames.userID: "pass.com.example.test", .commonName: "Pass Type ID: pass.com.example.test",
            .organizationalUnit: "ABCDE12345", .organization: "Example",
        ], notAfter: Date = now + 1_000, key: RSAPrivateKey? = nil
    ) throws {
        let start = PassAuthorityFixture.now - 1_000
        func key256() throws -> CertificateSigner { CertificateSigner(try P256PrivateKey.generate()) }
        root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Root"]), signer: key256(), notBefore: start,
            notAfter: PassAuthorityFixture.now + 9_000)
        below = try root.intermediate(
            subject: DistinguishedName([.commonName: "Worldwide"]), signer: key256(), notBefore: start,
            notAfter: PassAuthorityFixture.now + 9_000)
        let key = try key ?? RSAPrivateKey.generate()
        keyPEM = try key.pem()
        let certificate = try below.issue(
            CertificateContent(
                subject: try DistinguishedName(subject), spki: key.publicKey.spki, notBefore: start, notAfter: notAfter,
                extensions: [.keyUsage(.digitalSignature)]))
        signer = try PassIdentity(
            SigningIdentity(certificatesPEM: certificate.pem + below.certificate.pem, keyPEM: keyPEM))
        verifier = PassVerifier(anchors: [try TrustAnchor(root.certificate)])
    }

    /// Returns a PNG of one colour and that size; its pixels are never decoded here.
    static func picture(_ width: Int, _ height: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + number(width)
            + number(height) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
    }

    static var content: [String: Any] {
        [
            "formatVersion": 1, "passTypeIdentifier": "pass.com.example.test", "serialNumber": "SN-1",
            "teamIdentifier": "ABCDE12345", "organizationName": "Example", "description": "Test pass",
            "generic": ["primaryFields": [["key": "member", "label": "Member", "value": "Ada"]]],
        ]
    }

    static func json(_ content: [String: Any]) -> [UInt8] {
        (try? [UInt8](JSONSerialization.data(withJSONObject: content, options: .sortedKeys))) ?? []
    }

    /// The files of a valid pass.
    static var files: [String: [UInt8]] {
        ["pass.json": json(content), "icon.png": picture(29, 29), "icon@2x.png": picture(58, 58)]
    }

    /// Returns the files with changed members of `pass.json`; `nil` removes one.
    static func files(_ change: [String: Any?], _ more: [String: [UInt8]] = [:]) -> [String: [UInt8]] {
        var content = content
        for (name, value) in change { content[name] = value }
        return files.merging(["pass.json": json(content)]) { $1 }.merging(more) { $1 }
    }
}
