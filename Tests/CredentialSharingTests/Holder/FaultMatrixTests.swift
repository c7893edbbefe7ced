import JourneyBase
import JourneyCBOR
import MobileDocument
import Testing

@testable import CredentialSharing

/// A fault in one value, and its effect on the holder: the outcome has a name, nothing hangs, nothing is left, and the
/// radio is free.
@Suite(.timeLimit(.minutes(10))) struct FaultMatrixTests {
    static let faults: [RadioFault.Kind] = [
        .drop, .stall, .duplicate, .reorder, .corrupt(byte: 0), .corrupt(byte: 40), .truncate(to: 1), .truncate(to: 0),
        .wrongRole, .loss,
    ]

    /// A message that arrived changed.
    private let garbled: Set<String> = [
        "failed SHARING_UNDECODABLE", "failed SHARING_UNDECRYPTABLE", "failed SHARING_READER_KEY",
    ]
    private let success: Set<String> = ["success 1"]
    private let silence: Set<String> = ["cancelled timedOut inactivity"]
    private let breach: Set<String> = ["cancelled BLE_PROTOCOL"]
    private let gone: Set<String> = ["cancelled BLE_DISCONNECTED"]

    /// Runs a transaction with a well-behaved reader. `silent` is the wait that has to expire, with the number of waits
    /// of that length until then.
    private func play(
        _ office: DocumentIssuerFixture, _ card: Wallet.Card, holder: [RadioFault] = [], reader: [RadioFault] = [],
        mtu: Int = 515,
        silent: (Duration, Int)? = nil, expecting: Set<String>, _ name: String
    ) async throws -> (chunks: Int, Void) {
        let stage = try await HolderFixture(
            holderFaults: holder, readerFaults: reader, mtu: mtu, office: office, cards: [card],
            passing: [.milliseconds(500), .seconds(3), .seconds(5)])
        let end = stage.present()
        let inspector = try await stage.inspector()
        let script = Task {
            guard await inspector.connects() else { return }
            try await inspector.send(inspector.sealed(HolderFixture.request(["portrait", "family_name"])))
            _ = try await inspector.answer()
        }
        if let (duration, count) = silent { await stage.pass(duration, count: count) }
        let word = await end.value.word
        #expect(expecting.contains(word), "\(name): \(word)")
        // The holder's user is told of success exactly when the radio accepted the whole response.
        let isSent = stage.recorder.lines.contains("BLE-->>OR: didSend")
        #expect(!word.hasPrefix("success") || isSent, "\(name)")
        stage.expectNothingLeft()
        await inspector.leave()
        _ = await script.result
        #expect(stage.readerRadio.use == .none, "\(name)")
        let chunks = stage.readerRadio.sent
        await stage.close()
        return (chunks, ())
    }

    private func card(_ office: DocumentIssuerFixture, portrait count: Int) async throws -> Wallet.Card {
        let portrait = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        return try await Wallet.card("one", office, DocumentIssuerFixture.content(["portrait": .bytes(portrait)]))
    }

    @Test func `faults at the reader's start have defined outcomes`() async throws {
        let office = try DocumentIssuerFixture()
        let card = try await card(office, portrait: 10)
        for fault in Self.faults {
            let expecting: Set<String> =
                switch fault {
                // A peer that leaves before it was ready does not count: another reader may come.
                case .stall, .loss: ["cancelled timedOut connect"]
                // A State value has no other direction and no shorter form, and a repeated start is ignored.
                case .wrongRole, .truncate(to: 1): success
                case .duplicate: success.union(breach)
                default: breach
                }
            _ = try await play(
                office, card, reader: [RadioFault(fault, at: 0, on: .state)],
                silent: fault == .stall || fault == .loss ? (.seconds(120), 1) : nil, expecting: expecting,
                "\(fault)")
        }
    }

    @Test func `faults at each chunk of the request have defined outcomes`() async throws {
        let office = try DocumentIssuerFixture()
        let card = try await card(office, portrait: 10)
        let mtu = 64
        // The start is one of the reader's values too.
        let count = try await play(office, card, mtu: mtu, expecting: success, "whole").chunks - 1
        #expect(count >= 4)
        for fault in Self.faults {
            for index in 0..<count {
                let isLast = index == count - 1
                let expecting: Set<String> =
                    switch fault {
                    case .drop, .reorder: isLast ? silence : garbled
                    case .corrupt(byte: 0): isLast ? silence : garbled
                    case .corrupt: garbled
                    // The repeated last chunk is a message of its own, which may arrive after the end.
                    case .duplicate: isLast ? garbled.union(success) : garbled
                    // An empty last chunk ends a message; an empty earlier one is an error.
                    case .truncate(to: 1) where isLast: garbled
                    case .truncate, .wrongRole: breach
                    case .stall: silence
                    case .loss: gone
                    }
                _ = try await play(
                    office, card, reader: [RadioFault(fault, at: index, on: .clientToServer)], mtu: mtu,
                    silent: expecting == silence ? (.seconds(300), 1) : nil, expecting: expecting,
                    "\(fault) at \(index) of \(count)")
            }
        }
    }

    @Test(arguments: faults)
    func `faults at each response chunk, the status and the end have defined outcomes`(
        fault: RadioFault.Kind
    ) async throws {
        let office = try DocumentIssuerFixture()
        let card = try await card(office, portrait: 13_089)
        for index in 0...30 {
            let expecting: Set<String> =
                switch fault {
                // Values after the response change nothing.
                case _ where index == 30: success
                case .stall: silence
                case .loss: gone
                // The reader leaves at once, possibly too late to matter.
                case .wrongRole, .truncate: success.union(gone)
                // The radio accepted everything; the reader's verdict does not matter here.
                default: success
                }
            _ = try await play(
                office, card, holder: [RadioFault(fault, at: index, on: .serverToClient)],
                silent: expecting == silence ? (.seconds(300), 3) : nil, expecting: expecting, "\(fault) at \(index)")
        }
        _ = try await play(
            office, card, holder: [RadioFault(fault, at: 0, on: .state)], expecting: success, "\(fault) at the end")
    }

    @Test func `the tested response has thirty chunks`() async throws {
        let office = try DocumentIssuerFixture()
        let stage = try await HolderFixture(office: office, cards: [card(office, portrait: 13_089)])
        let end = stage.present()
        let inspector = try await stage.inspector()
        #expect(await inspector.connects())
        try await inspector.send(inspector.sealed(HolderFixture.request(["portrait", "family_name"])))
        guard case .received(let message)? = await inspector.next() else {
            Issue.record("no response")
            return
        }
        #expect((message.count + 510) / 511 == 30)
        #expect(await inspector.next() != nil)
        await inspector.leave()
        _ = await end.value
        await stage.close()
    }
}
