import CredentialSharing
import Foundation
import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// The driving licence of a fictitious person, signed on this phone by an authority that is discarded afterwards.
///
/// A released app asks an issuer, and submits the keys of `makeKeys`.
enum SampleLicence {
    private static let day: TimeInterval = 86_400

    /// Issues a licence unless there is a document already. The authority's certificate is saved in the app's folder, for the app
    /// on the reader's phone.
    static func issue(into store: CredentialStore, now: Date = Date()) async throws {
        guard try await store.credentials().isEmpty else { return }
        let office = try DocumentAuthority.create(
            .init(commonName: "Sample IACA", country: "UT"), signer: CertificateSigner(P384PrivateKey.generate()),
            notBefore: now - day, notAfter: now + 3_000 * day, contact: "https://utopia.example/contact",
            revocationList: "https://utopia.example/list")
        let key = try P256PrivateKey.generate()
        let signer = try office.documentSigner(
            .init(commonName: "Sample signer", country: "UT"), spki: key.publicKey.spki, notBefore: now - day,
            notAfter: now + 400 * day)
        let copies = try await DocumentIssuer(signer: key, chain: [signer])
            .batch(content(now), deviceKeys: store.makeKeys(1))
        let certificate = office.authority.certificate.pem
        try certificate.write(
            to: DemoFixtures.folder.appendingPathComponent("sample-authority.pem"), atomically: true, encoding: .utf8)
        try await store.add(copies, title: "Sample licence", use: .reusable)
    }

    private static func content(_ now: Date) -> DocumentIssuer.Content {
        func date(_ years: Double) -> CBORValue {
            .tagged(1004, .text(String((now + years * 365.25 * day).formatted(.iso8601).prefix(10))))
        }
        let elements: [String: CBORValue] = [
            "family_name": "Halloran", "given_name": "Rowan", "birth_date": date(-34), "issue_date": date(-2),
            "expiry_date": date(8), "issuing_country": "UT", "issuing_authority": "Utopia Roads",
            "document_number": "UT-1234567", "un_distinguishing_sign": "UT",
            // The first bytes of a JPEG as a placeholder.
            "portrait": .bytes([0xFF, 0xD8, 0xFF, 0xE0]),
            "driving_privileges": .array([.map(["vehicle_category_code": "B"])]),
            "age_over_18": true, "age_over_21": true, "age_over_65": false,
        ]
        return DocumentIssuer.Content(
            docType: .drivingLicence, values: ["org.iso.18013.5.1": elements],
            validity: ValidityInfo(signed: now - 60, validFrom: now - 60, validUntil: now + 365 * day))
    }
}
