import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyScreens
import MobileDocument

/// An authority that issues licences with sample data.
struct SampleAuthority: Sendable {
    private static let day: TimeInterval = 86_400
    static let licence = "org.iso.18013.5.1"

    private let authority: DocumentAuthority
    private let issuer: DocumentIssuer
    private let now: Date

    init(now: Date) throws {
        self.now = now
        authority = try DocumentAuthority.create(
            .init(commonName: "Utopia IACA", country: "UT"), signer: CertificateSigner(P384PrivateKey.generate()),
            notBefore: now - 100 * SampleAuthority.day, notAfter: now + 3_000 * SampleAuthority.day,
            contact: "https://utopia.example/contact", revocationList: "https://utopia.example/list")
        let key = try P256PrivateKey.generate()
        let signer = try authority.documentSigner(
            .init(commonName: "Utopia DS", country: "UT"), spki: key.publicKey.spki,
            notBefore: now - 10 * SampleAuthority.day, notAfter: now + 90 * SampleAuthority.day)
        issuer = try DocumentIssuer(signer: key, chain: [signer])
    }

    /// Returns trust in this authority only.
    func trust() throws -> IssuerTrust { try IssuerTrust([authority.authority.certificate]) }

    /// Returns a licence for each key, with these elements in place of the sample's.
    func licences(_ keys: [PublicKey], _ elements: [String: CBORValue]) async throws -> [IssuerSigned] {
        let values: [String: CBORValue] = [
            "family_name": "Muster", "given_name": "Erika", "birth_date": .tagged(1_004, "1990-02-01"),
            "issue_date": .tagged(1_004, "2025-01-15"), "expiry_date": .tagged(1_004, "2035-01-15"),
            "issuing_authority": "Utopia Roads", "un_distinguishing_sign": "UT", "document_number": "X1",
            "age_over_18": true, "age_over_21": true, "age_over_65": false, "portrait": .bytes(ScreenGallery.portrait),
            "issuing_country": "UT",
            "driving_privileges": .array([
                .map(["vehicle_category_code": "B", "expiry_date": .tagged(1_004, "2035-01-15")])
            ]),
        ]
        return try await issuer.batch(
            .init(
                docType: .drivingLicence, values: [SampleAuthority.licence: values.merging(elements) { $1 }],
                validity: ValidityInfo(
                    signed: now - SampleAuthority.day, validFrom: now - SampleAuthority.day,
                    validUntil: now + 30 * SampleAuthority.day)), deviceKeys: keys)
    }
}
