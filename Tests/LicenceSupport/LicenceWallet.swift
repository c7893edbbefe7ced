public import CredentialSharing
public import Foundation
public import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyDevice
import JourneyTesting
public import MobileDocument
import TestSupport

/// Two copies of one licence of a person who does not exist, in a store on disk, and an authority that vouches for them.
public struct LicenceWallet: Sendable {
    public static let familyName = "Muster"
    private static let licence = "org.iso.18013.5.1"

    public let store: CredentialStore
    private let now: Date
    private let profile: RequestProfile
    private let trust: IssuerTrust
    private let scratch: Scratch

    /// A wallet as it stands at `now`.
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

    /// What a page hands to `presentCredential` to be shown the family name and whether the person is over 18.
    public func ask(nonce: String) throws -> JSONValue {
        ["deviceRequest": .string(Base64URL.encode(try profile.draft.request().encoded)), "nonce": .string(nonce)]
    }

    /// How many copies can still be shown.
    public var copiesLeft: Int? {
        get async throws { try await store.credentials().first?.copiesLeft }
    }

    /// What the bank's server finds out about a response for that website and run; `nil` without a document.
    public func report(_ response: [UInt8], origin: String, nonce: String) throws -> DocumentReport? {
        let transcript = SessionTranscript(
            .openID4VPDigitalCredentials(origin: origin, nonce: nonce, thumbprint: nil))
        return try DocumentVerifier(trust: trust).verify(
            DeviceResponse(response[...]), session: .init(transcript: transcript), request: profile.requested, at: now
        ).documents.first
    }
}
