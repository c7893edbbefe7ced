import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import TestSupport
import Testing

@testable import CredentialSharing

// Serialized: each test scans all memory, and only one scan can run at a time.
@Suite(.serialized, .timeLimit(.minutes(10))) struct EndingTests {
    private func stage(_ ending: Ending, _ watch: KeyMemoryScanner? = nil) async throws -> HolderFixture {
        let office = try DocumentIssuerFixture()
        var card = try await Wallet.card("one", office)
        if ending == .wrongKey {
            card = Wallet.Card(
                credential: card.credential, document: card.document,
                key: HeldKey(signer: try P256PrivateKey.generate()))
        }
        guard let watch else { return try await HolderFixture(person: ending.person, office: office, cards: [card]) }
        return try await HolderFixture(person: ending.person, office: office, cards: [card], makeKey: watch.key)
    }

    @Test(arguments: Ending.allCases)
    func `every ending has its outcome, sends the reader its status, and releases everything`(
        ending: Ending
    ) async throws {
        let stage = try await stage(ending)
        let (end, told) = try await ending.play(on: stage)
        #expect(end.word == ending.end)
        let responses = try told?.responses.map { try DeviceResponse($0[...]) }
        #expect(responses?.map(\.status) == ending.told?.responses)
        #expect(told?.statuses.map(\.number) == ending.told?.session)
        // The session's last state has its screen, and no question is open.
        let screen = stage.person.screen("sharing-result")
        switch end {
        case .cancelled(.person), .cancelled(.denied): #expect(screen == nil)
        case .success(let response):
            #expect(screen?.title == (response.documents.isEmpty ? "Nothing was shared" : "Sent Successfully"))
        case .cancelled, .failed: #expect(screen?.title == "Presentation ended")
        }
        // No copy is used up without need.
        #expect(stage.wallet.uses.count == (end.word == "success 1" || ending == .wrongKey ? 1 : 0))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test(.enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"), arguments: Ending.allCases)
    func `every ending wipes the session's keys from memory`(
        ending: Ending
    ) async throws {
        let watch = KeyMemoryScanner()
        let stage = try await stage(ending, watch)
        let (end, _) = try await ending.play(on: stage, watch: watch)
        #expect(end.word == ending.end)
        #expect(watch.count == ([.cancelledAtCode, .nobodyConnects, .radioOffAtCode].contains(ending) ? 1 : 4))
        #expect(try watch.found() == [])
        await stage.close()
    }
}
