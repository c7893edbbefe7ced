import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// Licences of eleven elements with a portrait, and the keys of both sides of a presentation.
struct BenchDocument: Sendable {
    static let space = "org.iso.18013.5.1"
    private static let texts = [
        "family_name", "given_name", "issuing_authority", "document_number", "un_distinguishing_sign",
        "administrative_number", "birth_place",
    ]

    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let licences: [IssuerSigned]
    let device: P256PrivateKey
    /// The document authority, and the signer of its status lists.
    let authority: DocumentAuthority
    let signer: (key: P256PrivateKey, chain: [Certificate])
    /// The reader's key with its certificate, and the authority that the holder trusts.
    let reader: DeviceRequestDraft.Signer
    let readers: ReaderTrust
    let deviceKey: EphemeralKey
    let readerKey: EphemeralKey
    let engagement: Engagement
    let status = DocumentStatus.StatusListReference(index: 7, uri: "https://a.example/1")

    /// Creates `count` licences of one device key, each with a portrait of `portrait` bytes.
    init(licences count: Int = 1, portrait: Int = 20_000) async throws {
        let (start, end) = (now - 86_400, now + 86_400 * 90)
        let key = try P256PrivateKey.generate()
        let spki = key.publicKey.spki
        authority = try DocumentAuthority.create(
            .init(commonName: "Bench IACA", country: "UT"), signer: CertificateSigner(P256PrivateKey.generate()),
            notBefore: start, notAfter: end, contact: "https://a.example", revocationList: "https://a.example/crl")
        let name = DocumentAuthority.Name(commonName: "Bench signer", country: "UT")
        let leaf = try authority.documentSigner(name, spki: spki, notBefore: start, notAfter: end)
        signer = (key, [leaf])
        device = try P256PrivateKey.generate()
        let issuer = try DocumentIssuer(signer: key, chain: [leaf])
        var values: [String: CBORValue] = [
            "portrait": .bytes([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0xA5, count: portrait)),
            "birth_date": .tagged(1_004, "1990-02-01"), "age_over_18": true, "issuing_country": "UT",
        ]
        for name in BenchDocument.texts { values[name] = .text("value of \(name)") }
        let content = DocumentIssuer.Content(
            docType: .drivingLicence, values: [BenchDocument.space: values],
            validity: ValidityInfo(signed: now - 60, validFrom: now - 60, validUntil: now + 86_400 * 30),
            status: DocumentStatus(statusList: status))
        var licences: [IssuerSigned] = []
        for _ in 0..<count { licences.append(try await issuer.issue(content, deviceKey: .p256(device.publicKey))) }
        self.licences = licences
        let root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: "Bench readers"]),
            signer: CertificateSigner(P256PrivateKey.generate()), notBefore: start, notAfter: end)
        let readerSigner = try P256PrivateKey.generate()
        let certificate = try root.issue(
            CertificateContent(
                subject: DistinguishedName([.commonName: "Bench reader"]), spki: readerSigner.publicKey.spki,
                notBefore: start, notAfter: end,
                extensions: [.keyUsage(.digitalSignature), .extendedKeyUsage([.mobileDocumentReader])]))
        reader = .init(readerSigner, chain: [certificate])
        readers = ReaderTrust(anchors: [try TrustAnchor(root.certificate)])
        (deviceKey, readerKey) = (try EphemeralKey(), try EphemeralKey())
        engagement = try Engagement(key: deviceKey.publicKey)
    }

    /// The reader's request: all eleven elements of each licence.
    var draft: DeviceRequestDraft {
        let names = BenchDocument.texts + ["portrait", "birth_date", "age_over_18", "issuing_country"]
        let elements = names.map { DocumentRequest.Element($0, isRetained: false) }
        return DeviceRequestDraft([.init(.drivingLicence, [.init(BenchDocument.space, elements)])])
    }

    /// A verifier that trusts the one authority.
    var verifier: DocumentVerifier {
        get throws { DocumentVerifier(trust: try IssuerTrust([authority.authority.certificate])) }
    }

    /// Returns `verifier` with the lists of revoked certificates and documents.
    func verifierWithLists() async throws -> DocumentVerifier {
        var verifier = try verifier
        verifier.revocationLists = [
            try authority.authority.revocationList(
                of: [], number: 1, thisUpdate: now - 60, nextUpdate: now + 86_400)
        ]
        let list = try unwrap(StatusList(bits: 1, count: 1_024), "StatusList(bits: 1, count: 1024) returned nil.")
        verifier.statusTokens = [
            try await StatusToken.statusList(
                list, at: status.uri, issuedAt: now - 60, expires: now + 3_600,
                signer: signer.key, chain: signer.chain)
        ]
        return verifier
    }
}
