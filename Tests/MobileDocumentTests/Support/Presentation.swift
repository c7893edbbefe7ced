import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// A document issued for one test, in a session with a reader.
struct Presentation {
    let office: DocumentIssuerFixture
    let device = Fixtures.made { try P256PrivateKey.generate() }
    let reader = Fixtures.made { try AgreementKey.generate(.p256) }
    var issued: IssuerSigned
    /// An arbitrary transcript: it is bound, not parsed.
    let transcript = Presentation.session(["OpenID4VPHandover", .bytes([1, 2, 3])])
    var request = RequestedDocument(
        docType: .drivingLicence,
        elements: ["family_name", "portrait", "age_over_18"].map { ElementName(DocumentIssuerFixture.licence, $0) })

    init(
        _ office: DocumentIssuerFixture? = nil, _ change: (inout DocumentIssuer.Content) -> Void = { _ in }
    ) async throws {
        self.office = try office ?? DocumentIssuerFixture()
        var content = DocumentIssuerFixture.content()
        change(&content)
        issued = try await self.office.issuer.issue(content, deviceKey: .p256(device.publicKey))
    }

    static func session(_ handover: CBORValue) -> SessionTranscript {
        Fixtures.made { try SessionTranscript(reading: CBORValue.array([.null, .null, handover]).encoded[...]) }
    }

    var agreement: AgreementKey { get throws { try .p256(P256AgreementKey(scalar: device.scalar())) } }

    func response(
        mac: Bool = false, deviceElements: [String: [String: CBORValue]] = [:],
        consents: (ElementName) -> Bool = { _ in true }
    ) async throws -> [UInt8] {
        let key: DeviceResponse.DeviceKey =
            mac ? .mac(try agreement, reader: reader.publicKey) : .signature(device)
        let answer = DeviceResponse.Answer(
            issued, ElementSelection(request, from: issued, consents: consents), deviceElements: deviceElements,
            key: key)
        return try await DeviceResponse.encode([answer], transcript: transcript)
    }

    var verifier: DocumentVerifier {
        get throws { DocumentVerifier(trust: try IssuerTrust([office.authority.authority.certificate])) }
    }

    func report(
        _ bytes: [UInt8], by verifier: DocumentVerifier? = nil, transcript: SessionTranscript? = nil,
        requests: [RequestedDocument]? = nil, at time: Date = DocumentIssuerFixture.now
    ) throws -> ResponseReport {
        try (verifier ?? self.verifier).verify(
            DeviceResponse(bytes[...]),
            session: .init(transcript: transcript ?? self.transcript, readerKey: reader),
            request: requests ?? [request], at: time)
    }
}

enum Fixtures {
    /// Returns the result of `body`; a failure is a programming error of the test.
    static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { preconditionFailure("a fixture could not be made: \(error)") }
    }
}

extension DocumentReport {
    /// The failed checks with their codes.
    var failures: [String] { checks(.failed).map { "\($0.name.rawValue) \($0.code ?? "")" } }
    var notRun: [String] { checks(.notRun).map(\.name.rawValue) }
}
