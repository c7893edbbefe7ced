import Foundation
import JourneyBase
import MobileDocument
import Synchronization
import Testing

@testable import CredentialSharing

/// Both tabs of an app, run as their views run them.
@Suite(.timeLimit(.minutes(10))) struct DocumentSharingTests {
    /// Answers the first `count` times that the screen is shown, and not afterwards.
    private static func first(_ habit: @escaping ScriptedPerson.ScreenHandler, count: Int = 1)
        -> ScriptedPerson.ScreenHandler
    {
        let left = Mutex(count)
        return { screen in
            let isDue = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return isDue ? habit(screen) : nil
        }
    }

    private static let presentAll: ScriptedPerson.ScreenHandler = { screen in
        guard case .choice(let choice)? = screen.field("documents")?.kind else { return nil }
        return ScreenAction(action: "present", values: ["documents": .chosen(Set(choice.options.map(\.id)))])
    }

    /// Chooses the profile at this index of the list.
    private static func read(_ place: Int) -> ScriptedPerson.ScreenHandler {
        { _ in ScreenAction(action: "read", values: ["profile": .chosen(["\(place)"])]) }
    }

    private static func sharing(
        _ stage: HolderFixture, _ radio: any ProximityTransport, _ store: CredentialStore,
        holder: ScriptedPerson = ScriptedPerson(),
        reader: ScriptedPerson = ScriptedPerson()
    ) throws -> DocumentSharing {
        DocumentSharing(
            radio: radio, documents: store, holderScreens: holder, readerScreens: reader,
            readers: ReaderTrust(anchors: []), verifier: DocumentVerifier(trust: try stage.office.trust),
            dependencies: stage.dependencies)
    }

    @Test func `holder and reader each make a choice, share, and may choose again`() async throws {
        let stage = try await HolderFixture()
        let (ours, theirs) = (try StoreOnDisk(), try StoreOnDisk())
        let store = await ours.credentials(stage.dependencies)
        let documents = try await stage.office.licences(try await store.makeKeys(2))
        _ = try await store.add(documents, title: "Licence", use: .single, lowMark: 0)
        let holding = ScriptedPerson(.english, ["sharing-documents": Self.first(Self.presentAll)])
        let reading = ScriptedPerson(
            .english, ["reading-choice": Self.first(Self.read(0)), "reading-result": ScriptedPerson.press("close")])
        let one = try Self.sharing(stage, stage.holderRadio, store, holder: holding)
        let other = try Self.sharing(
            stage, stage.readerRadio, await theirs.credentials(stage.dependencies), reader: reading)
        let states = await other.reader.states()
        let runs = [Task { await one.holderFlow.run() }, Task { await other.readerFlow.run() }]
        await stage.recorder.waits(for: "OR->>UI: render presentingEngagement")
        let code = try #require(one.holder.currentSession?.cryptoContext?.engagement.address())
        var end: ReaderSessionState?
        for await state in states {
            if state.kind == .scanning { await other.reader.didScan(code) }
            guard state.isTerminal else { continue }
            end = state
            break
        }
        #expect(end?.word == "verified" && end?.result?.ages == [18: true])
        await holding.waits(for: "sharing-documents", count: 2)
        await reading.waits(for: "reading-choice", count: 2)
        for run in runs {
            run.cancel()
            await run.value
        }
        #expect(holding.faults == [] && reading.faults == [])
        #expect(stage.holderRadio.use == .none && stage.readerRadio.use == .none)
        #expect(try await store.credentials().map(\.copiesLeft) == [1])
        await stage.close()
    }

    @Test func `a tab that is left midway and reopened shows the choice again`() async throws {
        let stage = try await HolderFixture()
        let holding = ScriptedPerson(.english, ["sharing-documents": Self.first(Self.presentAll)])
        let reading = ScriptedPerson(.english, ["reading-choice": Self.first(Self.read(1))])
        let holder = HolderOrchestrator(
            source: stage.wallet, transport: stage.transport, presenter: holding, trust: ReaderTrust(anchors: []),
            dependencies: stage.dependencies)
        let reader = ReaderOrchestrator(
            transport: stage.readers, verifier: DocumentVerifier(trust: try stage.office.trust), presenter: reading,
            dependencies: stage.dependencies)
        let holderFlow = HolderFlow(
            holder, source: stage.wallet, presenter: holding, dependencies: stage.dependencies)
        let readerFlow = ReaderFlow(reader, presenter: reading)
        let states = await reader.states()
        let runs = [Task { await holderFlow.run() }, Task { await readerFlow.run() }]
        await stage.recorder.waits(for: "OR->>UI: render presentingEngagement")
        for await state in states where state.kind == .scanning { break }
        for run in runs { run.cancel() }
        let again = [Task { await holderFlow.run() }, Task { await readerFlow.run() }]
        // The clock stands still, so no result times out.
        await holding.waits(for: "sharing-documents", count: 2)
        await reading.waits(for: "reading-choice", count: 2)
        for run in runs { await run.value }
        #expect(holder.currentSession == nil && stage.holderRadio.use == .none)
        #expect(await reader.state == nil)
        for run in again {
            run.cancel()
            await run.value
        }
        #expect(holding.faults == [] && reading.faults == [])
        #expect(holding.shown.count { $0.id == "sharing-documents" } == 2)
        #expect(reading.shown.count { $0.id == "reading-choice" } == 2)
        await stage.close()
    }

    @Test func `a flow whose screen was replaced by another's stops asking`() async throws {
        let stage = try await HolderFixture()
        let person = ScriptedPerson(
            .english,
            [
                "sharing-documents": ScriptedPerson.press(Screen.cancelled),
                "reading-choice": ScriptedPerson.press(Screen.cancelled),
            ])
        await HolderFlow(stage.orchestrator, source: stage.wallet, presenter: person, dependencies: stage.dependencies)
            .run()
        let reader = ReaderOrchestrator(
            transport: stage.readers, verifier: DocumentVerifier(trust: try stage.office.trust), presenter: person,
            dependencies: stage.dependencies)
        await ReaderFlow(reader, presenter: person).run()
        #expect(person.shown.map(\.id) == ["sharing-documents", "reading-choice"])
        // The screen shown now belongs to another flow.
        #expect(person.dismissals == 0)
        await stage.close()
    }

    /// A source that answers differently each time.
    private final class UnstableCredentialSource: CredentialSource {
        private let answers: Mutex<[[Credential]?]>

        init(_ answers: [[Credential]?]) { self.answers = Mutex(answers) }

        func credentials() async throws -> [Credential] {
            guard let answer = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                throw CredentialError(.damaged, "The store cannot be read.")
            }
            return answer
        }
        func take(_ id: Credential.ID) async throws -> HeldDocument { throw CredentialError(.unknown, "No.") }
        func preview(_ id: Credential.ID) async throws -> IssuerSigned { throw CredentialError(.unknown, "No.") }
    }

    @Test func `an unpresentable document is reported, and the list can be reloaded repeatedly`() async throws {
        let stage = try await HolderFixture()
        let good = try await Wallet.card("good", stage.office, copiesLeft: 2, isRunningLow: true).credential
        let used = try await Wallet.card("used", stage.office, copiesLeft: 0).credential
        let person = ScriptedPerson(.english, ["sharing-documents": Self.first(ScriptedPerson.press("look"), count: 4)])
        let flow = HolderFlow(
            stage.orchestrator, source: UnstableCredentialSource([nil, [], [used], [good, used]]), presenter: person,
            dependencies: stage.dependencies)
        let run = Task { await flow.run() }
        await person.waits(for: "sharing-documents", count: 5)
        run.cancel()
        await run.value
        #expect(person.faults == [])
        let words = person.shown.map { "\($0)" }
        #expect(
            words[0].contains("read your documents right now") && words[4].contains("read your documents right now"))
        #expect(words[1].contains("no document on this device") && words[2].contains("no document on this device"))
        #expect(!words[1].contains("Licence used"))
        #expect(words[2].contains("present “Licence used” now: it"))
        guard case .choice(let choice)? = person.shown[3].field("documents")?.kind else {
            Issue.record("There is no choice.")
            return
        }
        // A single document is chosen already; a used-up document is not offered.
        #expect(choice.options.map(\.id) == ["good"] && choice.chosen == ["good"])
        #expect(choice.options[0].detail?.contains("2 more times") == true)
        #expect(words[3].contains("present “Licence used” now: it"))
        await stage.close()
    }
}
