import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Synchronization
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct OrchestratorTests {
    @Test func `a second start fails at once and does not disturb the first`() async throws {
        let stage = try await HolderFixture()
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await stage.orchestrator.startPresentation(["one"]) == .failed(SessionError(.busy)))
        #expect(await reader.connects())
        _ = try await reader.ask(HolderFixture.request(["portrait"]))
        #expect(await end.value.word == "success 1")
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `each transaction has its own session and keys`() async throws {
        let stage = try await HolderFixture()
        var keys: Set<[UInt8]> = []
        for round in 1...2 {
            let end = stage.present()
            let engagement = try await stage.engagement(round)
            keys.insert(Array(engagement.keyBytes))
            stage.orchestrator.cancelPresentation()
            #expect(await end.value == .cancelled(.person))
        }
        #expect(keys.count == 2)
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `a shown result is replaced by the next start, and disappears after its timeout`() async throws {
        let stage = try await HolderFixture(person: ScriptedPerson(.english, ["sharing-result": ScriptedPerson.wait]))
        let first = stage.present(["nothing"])
        await stage.person.waits(for: "sharing-result")
        let second = stage.present(["nothing"])
        #expect(await first.value == .failed(SessionError(.noDocument)))
        await stage.person.waits(for: "sharing-result", count: 2)
        await stage.pass(.seconds(30), count: 2)
        #expect(await second.value == .failed(SessionError(.noDocument)))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `unknown, expired, not yet valid and used-up documents are not presented`() async throws {
        let office = try DocumentIssuerFixture()
        let old = DocumentIssuerFixture.content(
            from: DocumentIssuerFixture.now - 9 * DocumentIssuerFixture.day, until: DocumentIssuerFixture.now - 1)
        let new = DocumentIssuerFixture.content(from: DocumentIssuerFixture.now + 1)
        let stage = try await HolderFixture(
            office: office,
            cards: [
                try await Wallet.card("old", office, old), try await Wallet.card("new", office, new),
                try await Wallet.card("used", office, copiesLeft: 0),
            ])
        for cards in [["old"], ["new"], ["used"], ["nobody's"], [], ["old", "new", "used"]] {
            #expect(await stage.orchestrator.startPresentation(cards) == .failed(SessionError(.noDocument)))
        }
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `a device without a radio fails without asking for permission`() async throws {
        let stage = try await HolderFixture(state: .unsupported)
        #expect(await stage.present().value == .failed(SessionError(.capabilityMissing)))
        #expect(stage.person.shown.map(\.id) == ["sharing-loading", "sharing-result"])
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `a denial keeps the preflight screen, and a change in the settings is noticed`() async throws {
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-preflight": ScriptedPerson.wait]), state: .notDetermined,
            answer: .unauthorized)
        let end = stage.present()
        await stage.person.waits(for: "sharing-preflight")
        stage.person.press("enable", on: "sharing-preflight")
        await stage.person.waits(for: "sharing-preflight", count: 2)
        #expect(stage.orchestrator.currentSession?.state == .preflight(missing: [.bluetooth]))
        #expect(stage.person.screen("sharing-preflight")?.action("enable")?.label == "Check again")
        stage.person.press("enable", on: "sharing-preflight")
        await stage.person.waits(for: "sharing-preflight", count: 3)
        // In the system settings, without notifying the app.
        stage.holderRadio.become(.poweredOff)
        await stage.person.waits(for: "sharing-preflight", count: 4)
        stage.holderRadio.become(.poweredOn)
        _ = try await stage.engagement()
        stage.orchestrator.cancelPresentation()
        #expect(await end.value == .cancelled(.person))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `a person who denied Bluetooth can open the settings and return to the screen`() async throws {
        let opened = EventRecorder()
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-preflight": ScriptedPerson.wait]), state: .unauthorized,
            gate: { radio, _ in PrerequisiteGate(radio, openSettings: { opened.record("settings", [:]) }) })
        let end = stage.present()
        await stage.person.waits(for: "sharing-preflight")
        stage.person.press("settings", on: "sharing-preflight")
        await stage.person.waits(for: "sharing-preflight", count: 2)
        #expect(opened.names == ["settings"])
        #expect(stage.orchestrator.currentSession?.state == .preflight(missing: [.bluetooth]))
        stage.holderRadio.become(.poweredOn)
        _ = try await stage.engagement()
        stage.orchestrator.cancelPresentation()
        #expect(await end.value == .cancelled(.person))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `leaving the preflight screen cancels`() async throws {
        let stage = try await HolderFixture(
            person: ScriptedPerson(.english, ["sharing-preflight": ScriptedPerson.press("cancel")]), state: .poweredOff)
        #expect(await stage.present().value == .cancelled(.person))
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `calls out of order have no effect`() async throws {
        let stage = try await HolderFixture()
        // Before a transaction exists.
        stage.orchestrator.cancelPresentation()
        stage.orchestrator.userDidConsent(items: [])
        stage.orchestrator.resolve(.bluetooth)
        let end = stage.present()
        let reader = try await stage.inspector()
        stage.orchestrator.userDidConsent(items: [
            .init(credential: "one", name: ElementName(DocumentIssuerFixture.licence, "portrait"))
        ])
        stage.orchestrator.resolve(.location)
        #expect(await reader.connects())
        let answer = try await reader.ask(HolderFixture.request(["family_name"]))
        #expect(await end.value.word == "success 1" && answer.responses.count == 1)
        stage.expectNothingLeft()
        await stage.close()
    }

    @Test func `the result reports a low number of copies`() async throws {
        let office = try DocumentIssuerFixture()
        let stage = try await HolderFixture(
            office: office, cards: [try await Wallet.card("one", office, copiesLeft: 3, isRunningLow: true)])
        let end = stage.present()
        let reader = try await stage.inspector()
        #expect(await reader.connects())
        _ = try await reader.ask(HolderFixture.request(["portrait"]))
        #expect(await end.value.word == "success 1")
        let notices = stage.person.screen("sharing-result")?.statements
        #expect(notices?.last == "You can present “Licence one” 2 more times. Ask its issuer for new copies.")
        await stage.close()
    }

    @Test(arguments: HolderSettings.Proof.allCases)
    func `a stored document is shared by signature and MAC, and its copy is used up before sending`(
        proof: HolderSettings.Proof
    ) async throws {
        let office = try DocumentIssuerFixture()
        let disk = try StoreOnDisk()
        let store = await disk.credentials()
        let keys = try await store.makeKeys(2)
        let id = try await store.add(try await office.licences(keys), title: "Licence", use: .single).id
        let stage = try await HolderFixture(office: office)
        let orchestrator = HolderOrchestrator(
            source: store, transport: stage.transport, presenter: stage.person, trust: ReaderTrust(anchors: []),
            settings: HolderSettings(proof: proof), dependencies: stage.dependencies)
        let end = Task { await orchestrator.startPresentation([id]) }
        await stage.recorder.waits(for: "OR->>UI: render presentingEngagement")
        let engagement = try #require(orchestrator.currentSession?.cryptoContext?.engagement)
        let reader = try Inspector(Engagement(engagement.encoded), over: stage.readers)
        #expect(await reader.connects())
        let answer = try await reader.ask(HolderFixture.request(["portrait"]))
        #expect(await end.value.word == "success 1")
        let response = try DeviceResponse(try #require(answer.responses.first)[...])
        let left = try await disk.credentials().credentials()
        #expect(left.first?.copiesLeft == 1)
        guard case .p256(let key) = reader.key else { return }
        let report = try DocumentVerifier(trust: office.trust).verify(
            response, session: .init(transcript: reader.transcript, readerKey: .p256(key)),
            request: [
                .init(docType: .drivingLicence, elements: [ElementName(DocumentIssuerFixture.licence, "portrait")])
            ],
            at: DocumentIssuerFixture.now)
        #expect(report.documents.count == 1 && !report.hasFailure)
        await stage.close()
    }
}
