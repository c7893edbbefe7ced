import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import TestSupport
import Testing

@testable import CredentialSharing

// Serialized: each test scans all memory, and only one scan can run at a time.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ReaderEndingTests {
    @Test(.enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"), arguments: ReaderEnding.allCases)
    func `every ending of a reading wipes its keys from memory`(
        ending: ReaderEnding
    ) async throws {
        let watch = KeyMemoryScanner()
        let end = try await play(ending, watch)
        #expect(end.word == ending.word)
        #expect(watch.count == (ending == .keyOfAnotherCurve ? 1 : 5))
        #expect(try watch.found() == [])
    }

    private func play(_ ending: ReaderEnding, _ watch: KeyMemoryScanner) async throws -> ReaderSessionState {
        let faults = ending == .emptyValue ? [RadioFault(.truncate(to: 0), at: 0, on: .serverToClient)] : []
        var limits = ReadingFixture.limits
        if ending == .tooLarge { limits.response = 1_000 }
        let room = try ReadingFixture(limits: limits, holderFaults: faults)
        // The holder's own transport would not send more than the reader accepts.
        let holder = try await PlainHolder(
            room.office,
            transport: BluetoothTransport(
                room.holderRadio, dependencies: room.dependencies, limits: ReadingFixture.limits),
            curve: ending == .keyOfAnotherCurve ? .p384 : .p256)
        let reader = try reader(ending, room, holder, watch)
        let states = await reader.states()
        let reading = Task { await reader.startReading(ending.profile, code: holder.code) }
        guard ending != .keyOfAnotherCurve else { return await reading.value }
        for await state in states where state.kind == .connecting { break }
        // No holder is connected, and this test holds no keys: those found are the reader's own.
        #expect(try watch.found() == ["the ephemeral private key", "SKReader", "SKDevice"])
        let serving = ending.isAlone ? nil : try holder.serve(ending.answer)
        if let waits = ending.waits { for await state in states where state.kind == waits { break } }
        await cause(ending, room, reader, reading)
        let end = await reading.value
        holder.leave()
        _ = await serving?.value
        // The holder has the same keys.
        holder.forget()
        return end
    }

    private func reader(
        _ ending: ReaderEnding, _ room: ReadingFixture, _ holder: PlainHolder, _ watch: KeyMemoryScanner
    ) throws -> ReaderOrchestrator {
        let office = ending == .notVerified ? try DocumentIssuerFixture(name: "Elsewhere") : room.office
        return ReaderOrchestrator(
            transport: room.readerTransport, verifier: DocumentVerifier(trust: try office.trust),
            signer: ending.signer, gate: nil, presenter: nil, settings: ReaderSettings(),
            dependencies: room.dependencies
        ) { _ throws(CryptoError) in
            do {
                if ending == .keyOfAnotherCurve { return try watch.key(.p256) }
                return try watch.key(for: holder.engagement, device: .p256(holder.device.publicKey))
            } catch {
                Issue.record(error)
                throw CryptoError.unavailable
            }
        }
    }

    /// Causes the end, unless the holder does.
    private func cause(
        _ ending: ReaderEnding, _ room: ReadingFixture, _ reader: ReaderOrchestrator,
        _ reading: Task<ReaderSessionState, Never>
    ) async {
        switch ending {
        case .cancelledWhileConnecting, .cancelledWhileSigning, .cancelledWhileWaiting: await reader.cancelReading()
        case .taskCancelled: reading.cancel()
        case .radioOffWhileConnecting, .radioOffWhileWaiting: room.readerRadio.become(.poweredOff)
        case .nobodyFound:
            await room.clock.waitForNaps(1)
            room.clock.advance(by: .seconds(60))
        case .noAnswer:
            // The sleeps for connecting, sending the request and receiving the response.
            await room.clock.waitForNaps(3)
            room.clock.advance(by: .seconds(300))
        default: break
        }
    }
}
