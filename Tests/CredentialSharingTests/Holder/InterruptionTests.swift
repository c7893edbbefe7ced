import JourneyBase
import JourneyCBOR
import JourneyTesting
import MobileDocument
import Synchronization
import Testing

@testable import CredentialSharing

/// A transaction that is interrupted is not resumed.
@Suite(.timeLimit(.minutes(10))) struct InterruptionTests {
    @Test(arguments: [true, false])
    func `an interrupted response never arrives whole, whichever side interrupts it`(
        byPerson: Bool
    ) async throws {
        let office = try DocumentIssuerFixture()
        let card = try await Wallet.card(
            "one", office, DocumentIssuerFixture.content(["portrait": .bytes([UInt8](repeating: 7, count: 13_600))]))
        let stage = try await HolderFixture(
            holderFaults: [RadioFault(.stall, at: 5, on: .serverToClient)], office: office, cards: [card])
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        try await reader.send(reader.sealed(HolderFixture.request(["portrait"])))
        await stage.recorder.waits(for: "OR->>BLE: send")
        if byPerson {
            stage.orchestrator.cancelPresentation()
        } else {
            try await reader.send(try #require(await reader.terminate()))
        }
        #expect(await end.value.word == (byPerson ? "cancelled person" : "cancelled readerLeft"))
        stage.holderRadio.resume()
        while let event = await reader.next() {
            if case .received = event { Issue.record("a whole message") }
        }
        #expect(!stage.recorder.lines.contains("BLE-->>OR: didSend"))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `leaving before the next copy is taken uses none of its copies`() async throws {
        let office = try DocumentIssuerFixture()
        let other = DocumentIssuer.Content(
            docType: .ageVerification, values: ["eu.europa.ec.av.1": ["age_over_18": true]],
            validity: DocumentIssuerFixture.content().validity)
        let stage = try await HolderFixture(
            office: office,
            cards: [try await Wallet.card("one", office), try await Wallet.card("two", office, other)])
        // Taking the first copy lasts until the user has left; its store ignores cancellation.
        let gate = AsyncStream<Void>.makeStream()
        stage.wallet.obstacle.withLock { $0 = { id in if id == "one" { for await _ in gate.stream {} } } }
        let end = stage.present(["one", "two"])
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let draft = DeviceRequestDraft([
            .init(.drivingLicence, [.init(DocumentIssuerFixture.licence, [.init("portrait", isRetained: false)])]),
            .init(.ageVerification, [.init("eu.europa.ec.av.1", [.init("age_over_18", isRetained: false)])]),
        ])
        try await reader.send(reader.sealed(Array(draft.request().encoded)))
        await stage.recorder.waits(for: "OR->>CRY: generateDeviceSigned")
        stage.orchestrator.cancelPresentation()
        await stage.recorder.waits(for: "OR->>HS: transition cancelled")
        gate.continuation.finish()
        #expect(await end.value == .cancelled(.person))
        #expect(!stage.wallet.uses.contains("two"))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `an unreadable document is reported as damaged, not as missing`() async throws {
        let stage = try await HolderFixture()
        stage.wallet.damage.withLock { $0 = CredentialError(.damaged, "It was changed.") }
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let answer = try await reader.ask(HolderFixture.request(["portrait"]))
        #expect(await end.value == .failed(SessionError(.noDocument)))
        let statuses = try answer.responses.map { try DeviceResponse($0[...]).status }
        #expect(statuses == [10] && answer.statuses == [.termination])
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `an age is shared exactly as shown, or not at all`() async throws {
        let office = try DocumentIssuerFixture()
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.wait]), office: office)
        // While the user decides, a copy with another statement arrives.
        let copy = try await Wallet.card(
            "one", office, DocumentIssuerFixture.content(["age_over_18": false, "age_over_21": false]))
        stage.wallet.copy.withLock { $0 = copy }
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        try await reader.send(reader.sealed(HolderFixture.request(["age_over_18", "family_name"])))
        await stage.person.waits(for: "sharing-consent")
        stage.orchestrator.userDidConsent(
            items: Set(
                ["age_over_18", "family_name"].map {
                    .init(credential: "one", name: ElementName(DocumentIssuerFixture.licence, $0))
                }))
        let answer = try await reader.answer()
        #expect(await end.value.word == "success 1")
        let response = try DeviceResponse(try #require(answer.responses.first)[...])
        let items = response.documents.flatMap { $0.issuerSigned.nameSpaces.flatMap(\.items) }
        #expect(items.map(\.elementIdentifier) == ["family_name"])
        await stage.close()
    }

    @Test func `a repeated element is one decision, marked as retained if any request retains it`() async throws {
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.allow { $0.hasSuffix("family_name") }]))
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let parts = [false, true, false].map { isRetained in
            DeviceRequestDraft.Document(
                .drivingLicence,
                [
                    .init(
                        DocumentIssuerFixture.licence,
                        ["portrait", "family_name"].map { .init($0, isRetained: isRetained && $0 == "portrait") })
                ])
        }
        let answer = try await reader.ask(Array(DeviceRequestDraft(parts).request().encoded))
        #expect(await end.value.word == "success 3")
        guard case .consent(let consent)? = stage.person.screen("sharing-consent")?.field("items")?.kind else { return }
        #expect(consent.items.map(\.label).sorted() == ["Family name", "Photo"])
        #expect(consent.items.filter(\.isRetained).map(\.label) == ["Photo"])
        let response = try DeviceResponse(try #require(answer.responses.first)[...])
        let items = response.documents.flatMap { $0.issuerSigned.nameSpaces.flatMap(\.items) }
        #expect(items.map(\.elementIdentifier) == ["family_name", "family_name", "family_name"])
        #expect(stage.wallet.uses == ["one"])
        await stage.close()
    }
}
