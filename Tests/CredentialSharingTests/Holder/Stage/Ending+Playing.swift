import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Synchronization
import Testing

@testable import CredentialSharing

extension Ending {
    private static func asked() throws -> [UInt8] { try HolderFixture.request(["family_name", "age_over_18"]) }

    /// Runs the transaction on `stage`; returns its end, and the reader's messages.
    func play(on stage: HolderFixture, watch: KeyMemoryScanner? = nil) async throws -> (
        PresentationEnd, told: Inspector.Answer?
    ) {
        let end = stage.present()
        if let told = try await playBeforeAnyone(stage, end) { return told }
        let reader = try await stage.inspector()
        try watch?.add(reader.key, reader.engagement, reader.transcript)
        #expect(await reader.connects())
        let answer = try await play(stage, reader, end)
        _ = await reader.terminate()
        return (await end.value, answer)
    }

    private func playBeforeAnyone(
        _ stage: HolderFixture, _ end: Task<PresentationEnd, Never>
    ) async throws -> (PresentationEnd, told: Inspector.Answer?)? {
        switch self {
        case .cancelledAtCode, .nobodyConnects, .radioOffAtCode: break
        default: return nil
        }
        _ = try await stage.engagement()
        switch self {
        case .cancelledAtCode: stage.orchestrator.cancelPresentation()
        case .radioOffAtCode: stage.holderRadio.become(.poweredOff)
        default: await stage.pass(.seconds(120))
        }
        return (await end.value, nil)
    }

    /// Continues once the reader is connected.
    private func play(
        _ stage: HolderFixture, _ reader: Inspector, _ end: Task<PresentationEnd, Never>
    ) async throws -> Inspector.Answer? {
        switch self {
        case .cancelledAtCode, .nobodyConnects, .radioOffAtCode: return nil
        case .cancelledWhileConnecting:
            await stage.recorder.waits(for: "OR->>UI: render connecting")
            stage.orchestrator.cancelPresentation()
        case .nobodyAsks:
            await stage.recorder.waits(for: "OR->>UI: render connecting")
            await stage.pass(.seconds(300))
        case .success, .denied, .allowedNothing:
            return try await reader.ask(Ending.asked())
        case .leftAfterResponse:
            try await reader.send(reader.sealed(Ending.asked()))
            let response = try await reader.receive()
            await reader.leave()
            #expect(response?.plaintext != nil)
            return nil
        case .unknownDocument:
            let draft = DeviceRequestDraft([
                .init(.personIdentification, [.init("eu.europa.ec.eudi.pid.1", [.init("sex", isRetained: true)])])
            ])
            return try await reader.ask(Array(draft.request().encoded))
        case .documentGone:
            stage.wallet.obstacle.withLock { $0 = { _ in throw CredentialError(.usedUp, "Every copy was shown.") } }
            return try await reader.ask(Ending.asked())
        case .wrongKey: return try await reader.ask(Ending.asked())
        case .cancelledWhileSigning:
            stage.wallet.obstacle.withLock {
                $0 = { [clock = stage.clock] _ in try await clock.sleep(for: .seconds(3_600)) }
            }
            try await reader.send(reader.sealed(Ending.asked()))
            await stage.recorder.waits(for: "OR->>CRY: generateDeviceSigned")
            stage.orchestrator.cancelPresentation()
        case .noCBOR: return try await reader.ask([0xFF])
        case .noRequest: return try await reader.ask([0xA0])
        case .badKey, .noMessage, .changedMessage, .statusFirst: try await reader.send(bad(reader))
        default:
            try await reader.send(reader.sealed(Ending.asked()))
            await stage.person.waits(for: "sharing-consent")
            if try await !playAtConsent(stage, reader, end) { return nil }
        }
        return try await reader.answer()
    }

    /// Continues during consent; returns `true` if the reader waits for messages.
    private func playAtConsent(
        _ stage: HolderFixture, _ reader: Inspector, _ end: Task<PresentationEnd, Never>
    ) async throws -> Bool {
        switch self {
        case .taskCancelled: end.cancel()
        case .nobodyDecides: await stage.pass(.seconds(180))
        case .secondEstablishment: try await reader.send(bad(reader))
        case .secondRequest: try await reader.send(reader.sealed(Ending.asked()))
        case .readerEnds:
            try await reader.send(try #require(await reader.terminate()))
            return false
        case .readerComplains:
            try await reader.send(CBORValue.map(["status": 10]).encoded)
            return false
        case .readerFinishes:
            Task { await reader.finish() }
            return false
        case .radioOffAtConsent:
            stage.holderRadio.become(.poweredOff)
            return false
        default:
            await reader.leave()
            return false
        }
        return true
    }

    /// Returns a first message that no valid reader sends.
    private func bad(_ reader: Inspector) async throws -> [UInt8] {
        if self == .noMessage { return [0x80] }
        if self == .statusFirst { return CBORValue.map(["status": 20]).encoded }
        var channel = try ReaderChannel(engagement: reader.engagement, key: EphemeralKey(), handover: .qr)
        var message = try channel.send(Ending.asked())
        switch self {
        case .changedMessage: message[message.count - 1] ^= 1
        case .badKey:
            // A point that is not on the curve: the changed byte is the last of y.
            let key = try #require(CBORReader.item(in: message[...])["eReaderKey"]).encoded
            message[key.endIndex - 1] ^= 1
        default: break
        }
        return message
    }
}
