import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Synchronization
import Testing

@testable import CredentialSharing

/// A fault in each value that a holder sends of a response in thirty chunks, and in each that the reader sends. Nothing
/// hangs, nothing is left, and each outcome has a name.
@Suite(.timeLimit(.minutes(10))) struct ReaderFaultTests {
    /// The portrait's length in bytes and the MTU with which the response has thirty chunks.
    private static let (portrait, mtu) = (3_000, 185)
    private static let chunks = 30

    private struct Outcome {
        let word: String
        let chunks: Int
        let isQuiet: Bool
    }

    /// Reads a licence with the faults. The clock advances only while no value is sent.
    private func read(
        holderFaults: [RadioFault] = [], readerFaults: [RadioFault] = [], modes: ConnectionFixture.Offer = .peripheral
    ) async throws -> Outcome {
        let room = try ReadingFixture(
            mtu: ReaderFaultTests.mtu, holderFaults: holderFaults, readerFaults: readerFaults)
        var content = DocumentIssuerFixture.content()
        // Random, so that all chunks differ.
        content.values[DocumentIssuerFixture.licence]?["portrait"] = .bytes(
            SystemRandom.bytes(ReaderFaultTests.portrait))
        let holder = try await room.holder(modes.methods, content: content)
        let serving = try holder.serve { try await $0.send($0.seal($0.response())) }
        let reader = try room.reader()
        let isOver = Flag()
        // The clock advances only while nothing else happens.
        let time = Task {
            var seen = -1
            var calm = 0
            while !isOver.isSet {
                await Task.yield()
                let sent = room.holderRadio.sent + room.readerRadio.sent
                calm = sent == seen ? calm + 1 : 0
                seen = sent
                if calm > 3_000 {
                    room.clock.advance(by: .seconds(6))
                    calm = 2_000
                }
            }
        }
        let end = await reader.startReading(.drivingLicence, code: holder.code)
        // A holder that is not told of the end disconnects by its own time limits.
        holder.leave()
        _ = await serving.value
        isOver.set()
        await time.value
        return Outcome(word: end.word, chunks: room.holderRadio.sent, isQuiet: room.isQuiet)
    }

    @Test func `a response without a fault has thirty chunks and is read`() async throws {
        let outcome = try await read()
        #expect(outcome.word == "incomplete" && outcome.isQuiet)
        #expect(outcome.chunks == ReaderFaultTests.chunks)
    }

    private static let broken: Set<String> = [
        "READING_UNDECODABLE", "READING_UNDECRYPTABLE", "READING_PEER", "READING_NO_ANSWER",
    ]

    /// The allowed outcomes of each fault, besides those without effect.
    private static let faults: [(name: String, what: RadioFault.Kind, words: Set<String>)] = [
        ("drop", .drop, broken), ("stall", .stall, ["READING_NO_ANSWER"]), ("loss", .loss, ["dropped"]),
        ("duplicate", .duplicate, broken), ("reorder", .reorder, broken), ("marker", .corrupt(byte: 0), broken),
        ("corrupt", .corrupt(byte: 90), broken), ("end", .corrupt(byte: 1_000), broken),
        ("empty", .truncate(to: 0), ["READING_PEER"]), ("marker alone", .truncate(to: 1), broken),
        ("cut", .truncate(to: 2), broken), ("wrong role", .wrongRole, broken),
    ]

    @Test(arguments: 0..<12)
    func `any fault at any response chunk has a defined outcome and leaves nothing open`(number: Int)
        async throws
    {
        let fault = ReaderFaultTests.faults[number]
        for chunk in 0..<ReaderFaultTests.chunks {
            let outcome = try await read(
                holderFaults: [RadioFault(fault.what, at: chunk, on: .serverToClient)])
            let isLast = chunk == ReaderFaultTests.chunks - 1
            // The repeated last chunk is a whole response followed by another message.
            let words = isLast && fault.name == "duplicate" ? ["incomplete"] : fault.words
            #expect(words.contains(outcome.word), "\(fault.name) at \(chunk): \(outcome.word)")
            #expect(outcome.isQuiet, "\(fault.name) at \(chunk)")
        }
    }

    @Test(arguments: 0..<12, [ConnectionFixture.Offer.peripheral, .central])
    func `a fault in the reader's data ends the transaction, too`(number: Int, mode: ConnectionFixture.Offer)
        async throws
    {
        let fault = ReaderFaultTests.faults[number]
        // The start, the request in a few chunks, the status, and the end.
        for value in 0..<8 {
            let outcome = try await read(readerFaults: [RadioFault(fault.what, at: value)], modes: mode)
            #expect(outcome.isQuiet, "\(fault.name) at \(value)")
            let known: Set<String> = [
                "incomplete", "READING_REFUSED", "READING_NO_ANSWER", "READING_NOT_FOUND", "READING_PEER", "dropped",
                "declined",
            ]
            #expect(known.contains(outcome.word), "\(fault.name) at \(value): \(outcome.word)")
        }
    }

    @Test(arguments: [ConnectionFixture.Offer.peripheral, .central])
    func `a holder that is absent is not found in time`(mode: ConnectionFixture.Offer) async throws {
        let room = try ReadingFixture()
        let (reader, holder) = (try room.reader(), try await room.holder(mode.methods))
        let states = await reader.states()
        let reading = Task { await reader.startReading(.ageOver18, code: holder.code) }
        for await state in states where state == .connecting { break }
        await room.clock.waitForNaps(1)
        room.clock.advance(by: .seconds(60))
        #expect(await reading.value == .failed(error: ReaderError(.notFound)))
        #expect(room.isQuiet)
    }

    @Test func `a holder that does not answer in time is told that the session is over`() async throws {
        let room = try ReadingFixture()
        let (reader, holder) = (try room.reader(), try await room.holder())
        let serving = try holder.serve { _ in }
        let states = await reader.states()
        let reading = Task { await reader.startReading(.ageOver18, code: holder.code) }
        for await state in states where state == .awaitingResponse { break }
        await room.clock.waitForNaps(3)
        room.clock.advance(by: .seconds(299))
        #expect(await reader.state == .awaitingResponse)
        room.clock.advance(by: .seconds(1))
        #expect(await reading.value == .failed(error: ReaderError(.noAnswer)))
        let story = await serving.value
        #expect(story.count == 4 && story.last == .disconnected(.finished))
        #expect(room.isQuiet)
    }

    @Test(arguments: [ReaderSessionState.Kind.connecting, .awaitingResponse], [RadioState.poweredOff, .unsupported])
    func `a radio that switches off is a drop`(kind: ReaderSessionState.Kind, now: RadioState) async throws {
        let room = try ReadingFixture()
        let (reader, holder) = (try room.reader(), try await room.holder())
        let serving = kind == .awaitingResponse ? try holder.serve { _ in } : nil
        let states = await reader.states()
        let reading = Task { await reader.startReading(.ageOver18, code: holder.code) }
        for await state in states where state.kind == kind { break }
        room.readerRadio.become(now)
        #expect(await reading.value == .cancelled(.dropped))
        holder.leave()
        _ = await serving?.value
        room.clock.advance(by: .seconds(10))
        #expect(room.readerRadio.use == .none && room.readerTransport.openConnections == 0)
    }

    @Test func `a holder with another service UUID or Ident than the code's is refused`() async throws {
        let room = try ReadingFixture()
        let (reader, holder) = (try room.reader(), try await room.holder(ConnectionFixture.Offer.central.methods))
        // A client that finds this reader's service without knowing the key in the code expects another Ident.
        let other = try Engagement(
            key: .p256(P256AgreementKey().publicKey), methods: ConnectionFixture.Offer.central.methods)
        let handle = holder.transport.open(try ConnectionPlan(holder: other))
        let reading = Task { await reader.startReading(.ageOver18, code: holder.code) }
        for await event in handle.events {
            guard case .disconnected(.dropped(let error)) = event else { continue }
            #expect(error.reason == .identMismatch)
        }
        await reader.cancelReading()
        _ = await reading.value
        #expect(room.isQuiet)
    }
}

/// A flag that is set once.
final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
