import JourneyBase
import JourneyCBOR
import JourneyTesting
import MobileDocument
import Synchronization
import Testing

@testable import CredentialSharing

/// Events that arrive too late, too early, too often or too large.
@Suite(.timeLimit(.minutes(10))) struct LateEventTests {
    @Test
    func `the end screen appears during the closing delay and stays until it is closed`()
        async throws
    {
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-result": ScriptedPerson.wait]), passing: [])
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let answer = Task { try await reader.ask(HolderFixture.request(["family_name"])) }
        // The clock stands still, so the connection stays open.
        await stage.person.waits(for: "sharing-result")
        #expect(stage.orchestrator.currentSession != nil)
        stage.orchestrator.cancelPresentation()
        await stage.pass(.milliseconds(500))
        await stage.recorder.waits(for: "OR->>OR: currentSession = nil")
        // Enough time for the screen to close if it were going to.
        for _ in 0..<1_000 { await Task.yield() }
        #expect(stage.person.dismissals == 0)
        stage.person.press("close", on: "sharing-result")
        #expect(await end.value.word == "success 1")
        #expect(stage.recorder.lines.contains { $0.hasPrefix("User->>UI: Tap") })
        _ = try await answer.value
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `a permission granted between check and observation is not missed by the holder`() async throws {
        let (changes, change) = AsyncStream<Void>.makeStream()
        let isLooked = Mutex(false)
        let prerequisite = Prerequisite(
            .bluetooth,
            lack: {
                // The change occurs during the check and is reported to observers.
                let wasLooked = isLooked.withLock { isLooked in
                    defer { isLooked = true }
                    return isLooked
                }
                if wasLooked { return nil }
                change.yield()
                return .switchedOff
            }, request: {}, changes: { isLooked.withLock(\.self) ? AsyncStream { _ in } : changes })
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-preflight": ScriptedPerson.wait]),
            gate: { _, _ in PrerequisiteGate([prerequisite]) })
        let end = stage.present()
        _ = try await stage.engagement()
        stage.orchestrator.cancelPresentation()
        #expect(await end.value == .cancelled(.person))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `the mailbox keeps two of ten thousand unread messages`() async {
        let mailbox = HolderMailbox()
        await mailbox.forward(
            AsyncStream { connection in
                connection.yield(.connected)
                for number in 0..<10_000 { connection.yield(.received([UInt8(number % 256)])) }
                connection.yield(.disconnected(.finished))
                connection.finish()
            })
        mailbox.post(.over)
        var messages: [[UInt8]] = []
        var others = 0
        for await event in mailbox.events {
            if case .over = event { break }
            if case .connection(.received(let message)) = event { messages.append(message) } else { others += 1 }
        }
        #expect(messages == [[0], [1]] && others == 2)
    }

    @Test func `a repeated element whose response exceeds the limit is refused`() async throws {
        let office = try DocumentIssuerFixture()
        let card = try await Wallet.card(
            "one", office, DocumentIssuerFixture.content(["portrait": .bytes([UInt8](repeating: 7, count: 200_000))]))
        let stage = try await HolderFixture(office: office, cards: [card])
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let part = DeviceRequestDraft.Document(
            .drivingLicence, [.init(DocumentIssuerFixture.licence, [.init("portrait", isRetained: false)])])
        let request = try DeviceRequestDraft(Array(repeating: part, count: 32)).request()
        let answer = try await reader.ask(Array(request.encoded))
        #expect(await end.value == .failed(SessionError(.proof)))
        #expect(answer.responses.isEmpty)
        stage.expectNothingLeft()
        await stage.close()
    }
}
