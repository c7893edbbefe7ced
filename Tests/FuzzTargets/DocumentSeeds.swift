import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Synchronization

/// A document, its responses and a list with its authority; the same in every run except for the signatures.
struct DocumentSeeds: Sendable {
    let responses: [[UInt8]]
    /// The signed MSO, with its tag.
    let payload: [UInt8]
    let list: [UInt8]
    let listPayload: [UInt8]
    let statusCWT: [UInt8]
    let statusJWT: [UInt8]
    let transcript: SessionTranscript
    let verifier: DocumentVerifier
    let anchors: [TrustAnchor]

    init() throws {
        let made = DocumentSeeds.wait { try await DocumentSeeds.make() }
        self = try made.get()
    }

    private init(
        responses: [[UInt8]], payload: [UInt8], list: VICAL, statusCWT: [UInt8], statusJWT: [UInt8],
        transcript: SessionTranscript, authority: Certificate
    ) throws {
        self.statusCWT = statusCWT
        self.statusJWT = statusJWT
        self.responses = responses
        self.payload = payload
        self.list = Array(list.message.encoded)
        listPayload = Array(list.message.payload ?? [])
        self.transcript = transcript
        verifier = DocumentVerifier(trust: try IssuerTrust([authority]))
        anchors = [try TrustAnchor(authority)]
    }

    private static func make() async throws -> DocumentSeeds {
        let day: TimeInterval = 86_400
        let authority = try DocumentAuthority.create(
            .init(commonName: "Fuzz IACA", country: "UT"), signer: CertificateSigner(Fixed.signer),
            notBefore: Fixed.time - 9 * day, notAfter: Fixed.time + 900 * day, contact: "https://a.example",
            revocationList: "https://a.example/crl", random: Fixed.numbers)
        let name = DocumentAuthority.Name(commonName: "Fuzz signer", country: "UT")
        let spki = Fixed.subject.publicKey.spki
        let (start, end) = (Fixed.time - day, Fixed.time + 90 * day)
        let signer = try authority.documentSigner(name, spki: spki, notBefore: start, notAfter: end)
        let provider = try authority.vicalSigner(name, spki: spki, notBefore: start, notAfter: end)
        let issuer = try DocumentIssuer(signer: Fixed.subject, chain: [signer], random: Fixed.numbers)
        let space = "org.iso.18013.5.1"
        let content = DocumentIssuer.Content(
            docType: .drivingLicence,
            values: [
                space: [
                    "family_name": "Muster", "age_over_18": true, "birth_date": .tagged(1_004, "1990-02-01"),
                    "portrait": .bytes([0xFF, 0xD8, 0xFF]),
                ]
            ],
            validity: ValidityInfo(
                signed: Fixed.time - 60, validFrom: Fixed.time - 60, validUntil: Fixed.time + 30 * day),
            keyAuthorizations: .init(nameSpaces: ["a"], dataElements: ["b": ["c"]]),
            status: .init(statusList: .init(index: 1, uri: "https://a.example/1")))
        let document = try await issuer.issue(content, deviceKey: PublicKey.p256(Fixed.signer.publicKey))
        let transcript = try SessionTranscript(reading: CBORValue.array([.null, .null, ["x"]]).encoded[...])
        let request = RequestedDocument(
            docType: .drivingLicence,
            elements: ["family_name", "age_over_16", "absent"].map { ElementName(space, $0) })
        let answer = DeviceResponse.Answer(
            document, ElementSelection(request, from: document) { _ in true }, deviceElements: ["b": ["c": 1]],
            key: .signature(Fixed.signer))
        let list = try await VICAL.make(
            provider: "Fuzz", authorities: [(authority.authority.certificate, [.drivingLicence])],
            date: Fixed.time - 60,
            nextUpdate: Fixed.time + day, issueID: 3, signer: Fixed.subject, chain: [provider])
        guard var statuses = StatusList(bits: 2, count: 8) else { throw CBORError(.notAllowed, at: 0, "the list") }
        statuses[1] = 1
        let uri = "https://a.example/1"
        let token = try await StatusToken.statusList(
            statuses, at: uri, issuedAt: Fixed.time - 60, expires: Fixed.time + day, signer: Fixed.subject,
            chain: [signer])
        let claims: JSONValue = [
            "sub": .string(uri), "iat": .number(JSONNumber(Int64(Fixed.time.timeIntervalSince1970) - 60)),
            "status_list": ["bits": 2, "lst": .string(Base64URL.encode(statuses.compressed))],
        ]
        let jwt = try await CompactJWS.sign(
            claims.compactBytes, typ: "statuslist+jwt", kid: nil, key: Fixed.subject)
        return try DocumentSeeds(
            responses: [
                try await DeviceResponse.encode([answer], transcript: transcript),
                try await DeviceResponse.encode([answer, answer], missing: [.ageVerification], transcript: transcript),
                DeviceResponse.encode(status: .validationError),
            ], payload: Array(document.issuerAuth.payload ?? []), list: list,
            statusCWT: Array(token.message?.encoded ?? []), statusJWT: Array(jwt.utf8), transcript: transcript,
            authority: authority.authority.certificate)
    }

    /// Waits for asynchronous work that never suspends for long, because its keys are in this process.
    private static func wait<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Result<Value, any Error> {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, any Error>?>(nil)
        Task.detached {
            let made: Result<Value, any Error>
            do { made = .success(try await body()) } catch { made = .failure(error) }
            result.withLock { $0 = made }
            done.signal()
        }
        done.wait()
        return result.withLock { $0 } ?? .failure(CancellationError())
    }
}
