import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// An authority, its signer and the documents that they issue for one test.
struct DocumentIssuerFixture: Sendable {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)  // 2027-01-15T08:00:00Z
    static let day: TimeInterval = 86_400
    static let name = DocumentAuthority.Name(commonName: "Utopia IACA", country: "UT")

    let authority: DocumentAuthority
    let signerKey: P256PrivateKey
    let signer: Certificate
    let issuer: DocumentIssuer

    init(
        digest: HashAlgorithm = .sha256, name: DocumentAuthority.Name = DocumentIssuerFixture.name,
        at now: Date = DocumentIssuerFixture.now
    ) throws {
        authority = try DocumentAuthority.create(
            name, signer: CertificateSigner(P384PrivateKey.generate()),
            notBefore: now - 100 * DocumentIssuerFixture.day,
            notAfter: now + 3_000 * DocumentIssuerFixture.day, contact: "https://utopia.example/contact",
            revocationList: "https://utopia.example/list")
        signerKey = try P256PrivateKey.generate()
        signer = try authority.documentSigner(
            .init(commonName: "Utopia DS", country: name.country, state: name.state), spki: signerKey.publicKey.spki,
            notBefore: now - 10 * DocumentIssuerFixture.day, notAfter: now + 90 * DocumentIssuerFixture.day)
        issuer = try DocumentIssuer(signer: signerKey, chain: [signer], digestAlgorithm: digest)
    }

    static let validity = ValidityInfo(signed: now - day, validFrom: now - day, validUntil: now + 30 * day)

    static let licence = "org.iso.18013.5.1"

    /// Returns a licence with a few elements of sample data.
    static func content(_ more: [String: CBORValue] = [:]) -> DocumentIssuer.Content {
        let values: [String: CBORValue] = [
            "family_name": "Muster", "given_name": "Erika", "birth_date": .tagged(1_004, "1990-02-01"),
            "document_number": "X1", "age_over_18": true, "age_over_21": true, "age_over_65": false,
            "portrait": .bytes([0xFF, 0xD8, 0xFF]),
        ]
        return .init(
            docType: .drivingLicence, values: [licence: values.merging(more) { $1 }], validity: validity)
    }
}
