import JourneyBase
import JourneyCBOR
import Testing

@testable import CredentialSharing
@testable import MobileDocument

@Suite(.timeLimit(.minutes(10))) struct HostileReaderTests {
    @Test func `ten megabytes of unfinished chunks are cut off at the request limit`() async throws {
        let stage = try await HolderFixture()
        let end = stage.present()
        let engagement = try await stage.engagement()
        guard case .bluetooth(let options)? = engagement.methods.first, let uuid = options.peripheralUUID,
            let service = GATTService(.peripheralServer, uuid: uuid)
        else {
            Issue.record("no service")
            return
        }
        let link = stage.readerRadio.connect(to: service)
        let events = Task { for await _ in link.events {} }
        try await link.subscribe(.state)
        try await link.subscribe(.serverToClient)
        try await link.send([1], on: .state, to: .server)
        let chunk: [UInt8] = [1] + [UInt8](repeating: 7, count: 511)
        var taken = 0
        for _ in 0..<20_000 {
            guard (try? await link.send(chunk, on: .clientToServer, to: .server)) != nil else { break }
            taken += 511
        }
        #expect(await end.value.word == "cancelled BLE_TOO_LARGE")
        link.close()
        await events.value
        // The number of messages in transit depends on scheduling; the memory that is kept does not.
        #expect(taken < 10 << 20)
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `the second of ten thousand requests ends the session`() async throws {
        let stage = try await HolderFixture(person: ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.wait]))
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let flood = Task {
            for _ in 0..<10_000 { try await reader.send(reader.sealed(HolderFixture.request(["portrait"]))) }
        }
        // Or the transport refuses unread messages first.
        let word = await end.value.word
        #expect(["failed SHARING_OUT_OF_TURN", "cancelled BLE_TOO_LARGE"].contains(word))
        let flooded = await flood.result
        #expect(throws: (any Error).self) { try flooded.get() }
        #expect(stage.person.shown.count { $0.id == "sharing-consent" } <= 1)
        #expect(stage.wallet.uses == [])
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `a request for everything lists the document's elements and counts the rest`()
        async throws
    {
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.press("deny")]))
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        let names = (0..<2_000).map { "x\($0)" } + ["family_name", "portrait", "age_over_18"]
        _ = try await reader.ask(HolderFixture.request(names, isRetained: true))
        #expect(await end.value == .cancelled(.denied))
        let screen = try #require(stage.person.screen("sharing-consent"))
        guard case .consent(let consent)? = screen.field("items")?.kind else {
            Issue.record("no items")
            return
        }
        #expect(Set(consent.items.map(\.label)) == ["Family name", "Photo", "Whether you are 18 or over"])
        #expect(!consent.items.contains { !$0.isRetained })
        #expect(screen.text?.contains("requested 2000 items that aren't in this document") == true)
        // No text of the reader is on the screen.
        #expect(!"\(screen)".contains("x1999"))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `a request with too many documents or ages is refused`() async throws {
        let licence = DeviceRequestDraft.Document(
            .drivingLicence, [.init(DocumentIssuerFixture.licence, [.init("portrait", isRetained: false)])])
        let ages = DeviceRequestDraft.Document(
            .drivingLicence,
            [
                .init(
                    DocumentIssuerFixture.licence,
                    ["age_over_18", "age_over_21", "age_over_65"].map { .init($0, isRetained: false) })
            ])
        for documents in [Array(repeating: licence, count: 33), Array(repeating: licence, count: 500), [ages]] {
            let stage = try await HolderFixture()
            let end = stage.present()
            let reader = try await stage.inspector()
            #expect(await reader.connects())
            let answer = try await reader.ask(HostileReaderTests.request(documents))
            #expect(await end.value.word == "failed SHARING_REQUEST")
            let statuses = try answer.responses.map { try DeviceResponse($0[...]).status }
            #expect(statuses == [12] || statuses == [11])
            #expect(stage.person.screen("sharing-consent") == nil)
            stage.expectNothingLeft()
            await stage.close()
        }
    }

    /// Returns a request that this package would not create.
    private static func request(_ documents: [DeviceRequestDraft.Document]) throws -> [UInt8] {
        var writer = CBORWriter()
        writer.map(2)
        writer.text("version")
        writer.text("1.0")
        writer.text("docRequests")
        writer.array(documents.count)
        for document in documents {
            writer.map(1)
            writer.text("itemsRequest")
            writer.embedded(document.encoded)
        }
        return writer.encoded
    }

    @Test func `a second reader finds no holder, and only the first is served`() async throws {
        let stage = try await HolderFixture(person: ScriptedPerson(.english, ["sharing-consent": ScriptedPerson.wait]))
        let end = stage.present()
        let first = try await stage.inspector()
        #expect(await first.connects())
        try await first.send(first.sealed(HolderFixture.request(["portrait"])))
        await stage.person.waits(for: "sharing-consent")
        #expect(stage.holderRadio.use == LocalRadio.Use(connected: 1))
        let second = BluetoothTransport(stage.air.radio(), dependencies: stage.dependencies)
        let other = try Inspector(Engagement(first.engagement.encoded), over: second)
        stage.person.press(
            "allow", on: "sharing-consent",
            [
                "items": .chosen([
                    "3/\(DocumentIssuerFixture.licence.utf8.count)/one/\(DocumentIssuerFixture.licence)/portrait"
                ])
            ])
        let answer = try await first.answer()
        #expect(await end.value.word == "success 1" && answer.responses.count == 1)
        await other.leave()
        #expect(await other.next() == .disconnected(.here))
        stage.expectNothingLeft()
        await stage.close()
    }
}
