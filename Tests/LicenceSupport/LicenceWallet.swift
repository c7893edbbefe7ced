public import CredentialSharing
public import Foundation
public import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyDevice
import JourneyTesting
public import MobileDocument
import TestSupport

/// A store on disk with two copies of a licence of sample data, and the authority that issued them.
public struct LicenceWallet: Sendable {
    public static let familyName = "Muster"
    private static let licence = "org.iso.18013.5.1"

    public let store: CredentialStore
    private let now: Date
    private let profile: RequestProfile
    private let trust: IssuerTrust
    private let scratch: Scratch

    /// Creates a wallet at a point in time.
    ///
    /// - Parameter now: The time of issue.
    /// - Throws: The errors of generating keys and of the store.
    public init(now: Date) async throws {
        let (start, end) = (now - 9 * 86_400, now + 90 * 86_400)
        let authority = try DocumentAuthority.create(
            .init(commonName: "Utopia IACA", country: "UT"), signer: CertificateSigner(P384PrivateKey.generate()),
            notBefore: start, notAfter: now + 3_000 * 86_400, contact: "https://utopia.example/contact",
            revocationList: "https://utopia.example/list")
        let key = try P256PrivateKey.generate()
        let signer = try authority.documentSigner(
            .init(commonName: "Utopia DS", country: "UT"), spki: key.publicKey.spki, notBefore: start, notAfter: end)
        trust = try IssuerTrust([authority.authority.certificate])
        profile = try RequestProfile(
            name: "both",
            documents: [
                .init(
                    .drivingLicence,
                    ["family_name", "age_over_18"].map { .init(ElementName(LicenceWallet.licence, $0)) })
            ])
        self.now = now
        scratch = try Scratch()
        store = CredentialStore(
            store: try SealedFileStore(directory: scratch.path + "/store"), dependencies: .fixed(now: now))
        let content = DocumentIssuer.Content(
            docType: .drivingLicence,
            values: [
                LicenceWallet.licence: [
                    "family_name": .text(LicenceWallet.familyName), "age_over_18": true, "issuing_country": "UT",
                ]
            ],
            validity: ValidityInfo(signed: now - 86_400, validFrom: now - 86_400, validUntil: now + 9 * 86_400))
        let copies = try await DocumentIssuer(signer: key, chain: [signer])
            .batch(content, deviceKeys: store.makeKeys(2))
        try await store.add(copies, title: "Licence", use: .single, lowMark: 0)
    }

    /// Returns the parameters with which a page calls `presentCredential` for the family name and the proof of age 18.
    ///
    /// - Parameter nonce: The nonce of the run.
    /// - Returns: `{deviceRequest, nonce}`.
    /// - Throws: `CBORError` for an invalid request.
    public func ask(nonce: String) throws -> JSONValue {
        ["deviceRequest": .string(Base64URL.encode(try profile.draft.request().encoded)), "nonce": .string(nonce)]
    }

    /// The number of copies that can still be presented.
    public var copiesLeft: Int? {
        get async throws { try await store.credentials().first?.copiesLeft }
    }

    /// Verifies a response as the bank's server does.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - origin: The website's origin.
    ///   - nonce: The nonce of the run.
    /// - Returns: The report; `nil` without a document.
    /// - Throws: `CBORError` for an invalid response.
    public func report(_ response: [UInt8], origin: String, nonce: String) throws -> DocumentReport? {
        let transcript = SessionTranscript(
            .openID4VPDigitalCredentials(origin: origin, nonce: nonce, thumbprint: nil))
        return try DocumentVerifier(trust: trust).verify(
            DeviceResponse(response[...]), session: .init(transcript: transcript), request: profile.requested, at: now
        ).documents.first
    }
}
