import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// An authority, its signer and the documents that they issue for one test, with sample data.
struct DocumentIssuerFixture: Sendable {
    /// The time of `Dependencies.fixed`: 2027-01-15T08:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let day: TimeInterval = 86_400
    static let licence = "org.iso.18013.5.1"

    let authority: DocumentAuthority
    let issuer: DocumentIssuer

    /// Creates an authority whose signer is valid around `now`.
    init(at now: Date = DocumentIssuerFixture.now, name: String = "Utopia IACA") throws {
        authority = try DocumentAuthority.create(
            .init(commonName: name, country: "UT"), signer: CertificateSigner(P384PrivateKey.generate()),
            notBefore: now - 100 * DocumentIssuerFixture.day, notAfter: now + 3_000 * DocumentIssuerFixture.day,
            contact: "https://utopia.example/contact", revocationList: "https://utopia.example/list")
        let key = try P256PrivateKey.generate()
        let signer = try authority.documentSigner(
            .init(commonName: "Utopia DS", country: "UT"), spki: key.publicKey.spki,
            notBefore: now - 10 * DocumentIssuerFixture.day,
            notAfter: now + 90 * DocumentIssuerFixture.day)
        issuer = try DocumentIssuer(signer: key, chain: [signer])
    }

    /// Trust in this authority only.
    var trust: IssuerTrust { get throws { try IssuerTrust([authority.authority.certificate]) } }

    /// Returns the content of a licence.
    static func content(
        _ more: [String: CBORValue] = [:], from: Date = DocumentIssuerFixture.now - DocumentIssuerFixture.day,
        until: Date = DocumentIssuerFixture.now + 30 * DocumentIssuerFixture.day
    ) -> DocumentIssuer.Content {
        let values: [String: CBORValue] = [
            "family_name": "Muster", "given_name": "Erika", "birth_date": .tagged(1_004, "1990-02-01"),
            "document_number": "X1", "age_over_18": true, "age_over_21": true, "age_over_65": false,
            "portrait": .bytes([0xFF, 0xD8, 0xFF]), "issuing_country": "UT",
        ]
        return .init(
            docType: .drivingLicence, values: [licence: values.merging(more) { $1 }],
            validity: ValidityInfo(signed: from, validFrom: from, validUntil: until))
    }

    /// Returns a licence for each key.
    func licences(
        _ keys: [PublicKey], _ content: DocumentIssuer.Content = DocumentIssuerFixture.content()
    ) async throws -> [IssuerSigned] {
        try await issuer.batch(content, deviceKeys: keys)
    }
}
