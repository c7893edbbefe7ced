import Foundation
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

/// A holder built from this library and its transport, without screens.
struct OurHolder {
    let document: IssuerSigned
    let key: P256PrivateKey
    let ephemeral: EphemeralKey
    let engagement: Engagement

    init(_ office: DocumentIssuerFixture, _ methods: [RetrievalMethod], portrait: Int = 20_000) async throws {
        key = try P256PrivateKey.generate()
        let content = DocumentIssuerFixture.content(["portrait": .bytes([0xFF, 0xD8, 0xFF] + text(portrait))])
        document = try #require(try await office.licences([.p256(key.publicKey)], content).first)
        ephemeral = try EphemeralKey()
        engagement = try Engagement(key: ephemeral.publicKey, methods: methods)
    }

    /// Answers the first request with all requested elements, and waits for the end.
    func present(over transport: BluetoothTransport, mac: Bool = false) async throws -> ConnectionEnd? {
        let handle = transport.open(try ConnectionPlan(holder: engagement))
        var channel = DeviceChannel(engagement: engagement, key: ephemeral, handover: .qr)
        for await event in handle.events {
            switch event {
            case .connected: continue
            case .received(let message) where channel.isEstablished:
                let input = try channel.receive(message)
                #expect(input.status == .termination)
            case .received(let message):
                let input = try channel.receive(message)
                let request = try DeviceRequest(try #require(input.plaintext))
                let (agreed, readerKey) = (channel.transcript, channel.readerKey)
                let transcript = try #require(agreed)
                let wanted = RequestedDocument(try #require(request.documents.first))
                let proof: DeviceResponse.DeviceKey =
                    mac
                    ? .mac(.p256(try P256AgreementKey(scalar: key.scalar())), reader: try #require(readerKey))
                    : .signature(key)
                let selection = ElementSelection(wanted, from: document) { _ in true }
                let response = try await DeviceResponse.encode(
                    [.init(document, selection, key: proof)], transcript: transcript)
                try await transport.send(try channel.send(response), over: handle)
            case .disconnected(let end): return end
            }
        }
        return nil
    }
}

/// A reader built from this library and its transport, without screens.
struct OurReader {
    let engagement: Engagement
    let trust: IssuerTrust
    var at = DocumentIssuerFixture.now
    static let names = ["family_name", "age_over_18", "portrait"]

    /// Sends the request, verifies the response, and ends the session.
    func read(over transport: BluetoothTransport) async throws -> DocumentReport {
        let key = try P256AgreementKey()
        var channel = try ReaderChannel(engagement: engagement, key: .p256(key), handover: .qr)
        let draft = DeviceRequestDraft([
            .init(
                .drivingLicence,
                [.init(DocumentIssuerFixture.licence, OurReader.names.map { .init($0, isRetained: false) })])
        ])
        let request = try draft.request()
        let handle = transport.open(try ConnectionPlan(reader: engagement))
        for await event in handle.events {
            switch event {
            case .connected: try await transport.send(try channel.send(Array(request.encoded)), over: handle)
            case .received(let message):
                let input = try channel.receive(message)
                let response = try #require(input.plaintext)
                let report = try DocumentVerifier(trust: trust).verify(
                    DeviceResponse(response), session: .init(transcript: channel.transcript, readerKey: .p256(key)),
                    request: request.documents.map { RequestedDocument($0) }, at: at)
                if let end = channel.terminate() { try await transport.send(end, over: handle) }
                await transport.finish(handle)
                return try #require(report.documents.first)
            case .disconnected(let end): throw PartnerFailure(end: end)
            }
        }
        throw PartnerFailure(end: .here)
    }
}

struct PartnerFailure: Error {
    let end: ConnectionEnd
}
