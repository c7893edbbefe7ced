import Foundation
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// The test certificates of another library, valid and invalid.
@Suite("Certificates of another library", .enabled(if: Vectors.has("mdoc/isomdl"), "\(Vectors.missing)"))
struct IsomdlCertificatesTests {
    private static let root = "isomdl_iaca_root_cert"
    private static let (good, late) = ("2024-01-01T00:00:00Z", "2024-11-01T00:00:00Z")

    private func certificate(_ name: String) throws -> Certificate {
        let text = String(decoding: try Vectors.bytes("mdoc/isomdl/\(name).pem"), as: UTF8.self)
        return try #require(Certificate.list(pem: text).first)
    }

    @Test(
        "a document signer is accepted only under its authority, in its validity and with its profile",
        arguments: [
            ("isomdl_iaca_signer", root, good, nil), ("isomdl_iaca_signer", root, late, "CERT_EXPIRED"),
            // Below an authority whose path length is 0, and directly below a root that is not its issuer.
            ("isomdl_iaca_leaf_signer", root, good, "CERT_NO_PATH"),
            ("isomdl_incorrect_iaca_signer", root, good, "CERT_AUTHORITY"),
            ("isomdl_iaca_intermediate", root, good, "CERT_AUTHORITY"), ("reader_auth", root, good, "CERT_NO_PATH"),
            ("owf_multipaz_ds_p384", "owf_multipaz_iaca_p384", "2026-06-01T00:00:00Z", nil),
            ("owf_multipaz_ds_p384", "owf_multipaz_iaca_p384", "2027-04-01T00:00:00Z", "CERT_EXPIRED"),
            ("owf_multipaz_ds_p384", root, "2026-06-01T00:00:00Z", "CERT_NO_PATH"),
        ] as [(String, String, String, String?)])
    func signers(_ leaf: String, _ root: String, _ time: String, _ code: String?) throws {
        let validator = CertificateValidator(
            anchors: [try TrustAnchor(certificate(root))], profile: .documentSigner)
        let date = try Date(time, strategy: .iso8601)
        let (own, between) = (try certificate(leaf), try certificate("isomdl_iaca_intermediate"))
        var found: String?
        do throws(CertificateError) {
            _ = try validator.validate(own, intermediates: own == between ? [] : [between], at: date)
        } catch { found = error.reason.rawValue }
        #expect(found == code)
    }

    @Test(
        "a certificate that is not a document authority cannot be trusted",
        arguments: ["isomdl_iaca_signer", "reader_auth", "issuance_issuer-cert"])
    func anchors(_ name: String) throws {
        #expect(throws: (any Error).self) { try IssuerTrust([certificate(name)]) }
    }
}
