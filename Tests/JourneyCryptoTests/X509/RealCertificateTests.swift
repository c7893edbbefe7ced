import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Certificates from other issuers: those of the mobile documents' test data.
@Suite("Certificates of mobile documents", .enabled(if: Vectors.has("mdoc"), "\(Vectors.missing)"))
struct RealCertificateTests {
    private static let folders = ["mdoc/isomdl", "mdoc/annex_d"]

    private func text(_ path: String) throws -> String { String(decoding: try Vectors.bytes(path), as: UTF8.self) }

    private func pem(_ name: String) throws -> Certificate {
        try #require(try Certificate.list(pem: text("mdoc/isomdl/\(name).pem")).first)
    }

    private func hex(_ name: String) throws -> Certificate {
        let digits = try text("mdoc/annex_d/\(name).hex").filter { !$0.isWhitespace }
        return try Certificate(try #require(Hex.decode(digits)))
    }

    /// The profile of a document signer, for the path only (ISO/IEC 18013-5, annex B).
    private let documentSigner = CertificateProfile(
        name: "document signer", purpose: .listedCritically(OID(1, 0, 18013, 5, 1, 2)),
        leafExtensions: [.subjectKeyIdentifier, .issuerAltName], mostIntermediates: 0)

    private func path(
        _ leaf: Certificate, _ anchor: Certificate, _ given: [Certificate] = [], at time: Date
    ) throws(CertificateError) -> CertificatePath {
        let validator = CertificateValidator(anchors: [try TrustAnchor(anchor)], profile: documentSigner)
        return try validator.validate(leaf, intermediates: given, at: time)
    }

    @Test("all sample certificates are read")
    func all() throws {
        var count = 0
        for folder in Self.folders {
            for name in try Vectors.names(in: folder) where name.contains("cert") || name.hasSuffix(".pem") {
                let path = "\(folder)/\(name)"
                if name.hasSuffix(".hex") {
                    _ = try hex(String(name.dropLast(4)))
                } else {
                    guard try text(path).contains("BEGIN CERTIFICATE") else { continue }
                    _ = try Certificate.list(pem: text(path))
                }
                count += 1
            }
        }
        print("Certificates of mobile documents: \(count) read")
        #expect(count >= 16)
    }

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test("the standard's document signer and reader chain to their roots only in their validity")
    func annexD() throws {
        let (signer, root) = (try hex("d5_2_ds_cert_der"), try hex("d5_2_iaca_cert_der"))
        let time = try date("2021-06-01T00:00:00Z")
        var profile = documentSigner
        profile.leafExtensions = []
        let validator = CertificateValidator(anchors: [try TrustAnchor(root)], profile: profile)
        let path = try validator.validate(signer, at: time)
        #expect(path.certificates == [signer, root])
        let late = #expect(throws: CertificateError.self) {
            try validator.validate(signer, at: try date("2021-10-01T00:00:00Z"))
        }
        #expect(late?.reason == .expired)
        #expect(late?.index == 0)

        let (reader, readerRoot) = (try hex("d5_4_reader_cert_der"), try hex("d5_4_reader_root_cert_der"))
        let other = #expect(throws: CertificateError.self) { try validator.validate(reader, at: time) }
        #expect(other?.reason == .noPath)
        profile.purpose = .listedCritically(OID(1, 0, 18013, 5, 1, 6))
        let readers = CertificateValidator(anchors: [try TrustAnchor(readerRoot)], profile: profile)
        #expect(throws: Never.self) { try readers.validate(reader, at: time) }
        let mixed = #expect(throws: CertificateError.self) {
            try CertificateValidator(anchors: [try TrustAnchor(readerRoot)], profile: documentSigner)
                .validate(reader, at: time)
        }
        #expect(mixed?.reason == .purpose)
    }

    @Test("a P-256 signer under a P-384 authority with a negative serial number is accepted")
    func multipaz() throws {
        let time = try date("2026-06-01T00:00:00Z")
        let (signer, root) = (try pem("owf_multipaz_ds_p384"), try pem("owf_multipaz_iaca_p384"))
        var profile = documentSigner
        profile.leafExtensions = [.subjectKeyIdentifier]
        let validator = CertificateValidator(anchors: [try TrustAnchor(root)], profile: profile)
        #expect(try validator.validate(signer, at: time).certificates.count == 2)
    }

    @Test("the right sample signer is accepted, and each wrong one refused for its reason")
    func isomdl() throws {
        let time = try date("2024-06-01T00:00:00Z")
        let root = try pem("isomdl_iaca_root_cert")
        #expect(throws: Never.self) { try path(pem("isomdl_iaca_signer"), root, at: time) }
        // The signer's validity ends after its root's.
        let late = #expect(throws: CertificateError.self) {
            try path(pem("isomdl_iaca_signer"), root, at: date("2024-11-01T00:00:00Z"))
        }
        #expect(late?.reason == .expired)
        #expect(late?.index == 1)
        let wrong = #expect(throws: CertificateError.self) {
            try path(pem("isomdl_incorrect_iaca_signer"), root, at: time)
        }
        #expect(wrong?.reason == .notAuthority)
        let leaf = try pem("isomdl_iaca_leaf_signer")
        let without = #expect(throws: CertificateError.self) { try path(leaf, root, at: time) }
        #expect(without?.reason == .noPath)
        let through = #expect(throws: CertificateError.self) {
            try path(leaf, root, [pem("isomdl_iaca_intermediate")], at: time)
        }
        #expect(through?.reason == .noPath, "no intermediate may stand between")
    }
}
