import JourneyBase
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// Each start has exactly one result and reports it once, as the last event, in every situation.
@Suite("Results", .timeLimit(.minutes(10)))
struct ResultTests {
    /// An event in a run, and its time.
    enum Event: String, CaseIterable, Sendable {
        case nothing, dismissedOnPage, dismissedInCall, dismissedInPayment, cancelledOnPage, cancelledInCall
        case cancelledInPayment, processLostOnPage, processLostInCall, pageSaysCancel, answerLost,
            answerLostAndDismissed
        case refused, everythingAtOnce, storeBroken, networkGone, hostReleased

        var result: String {
            switch self {
            case .nothing, .dismissedInPayment, .cancelledInPayment, .hostReleased: "completed"
            case .answerLost, .answerLostAndDismissed: "pending"
            case .dismissedOnPage, .dismissedInCall, .cancelledOnPage, .cancelledInCall, .pageSaysCancel: "cancelled"
            case .processLostOnPage, .processLostInCall: "PAGE_PROCESS_LOST"
            case .refused: "VALIDATION_FAIL"
            case .everythingAtOnce: "completed"
            case .storeBroken: "STORE_FAILED"
            case .networkGone: "NET_UNREACHABLE"
            }
        }

        var endsWaitingForCall: Bool { [.dismissedInCall, .cancelledInCall, .processLostInCall].contains(self) }
    }

    @Test("each of the four outcomes is delivered exactly once, whatever happens", arguments: Event.allCases)
    func once(event: Event) async throws {
        let isOnPage = [.dismissedOnPage, .cancelledOnPage, .processLostOnPage, .pageSaysCancel].contains(event)
        let opened = EventRecorder()
        let world = try JourneyFixture(hurried: true) { page in
            try await page.connect()
            opened.record("open \(opened.names.count + 1)", [:])
            switch event {
            case .pageSaysCancel: try await page.emit("cancel")
            case _ where isOnPage: try await page.emit("nothing-of-note")
            default: try await page.emit("submit", ["amount": 1_250])
            }
        }
        let gate = Gate()
        switch event {
        case .dismissedInCall, .cancelledInCall, .processLostInCall: world.bank.inject(.gate(gate), into: "createQuote")
        case .dismissedInPayment, .cancelledInPayment, .everythingAtOnce, .answerLostAndDismissed, .hostReleased:
            world.bank.inject(.gate(gate), into: "createTransfer")
        case .refused: world.bank.inject(.status(422), into: "createTransfer")
        default: break
        }
        let isLost = event == .answerLost || event == .answerLostAndDismissed
        let network: any HTTPTransport
        if event == .networkGone {
            network = ScriptedTransport([.failure(JourneyError(.netUnreachable, "Gone."))])
        } else if isLost {
            network = LostAnswers(try await world.transport(), path: "/api/transfers")
        } else {
            network = try await world.transport()
        }
        if event == .storeBroken { await world.store.breakDown() }

        // As the completion form does; the host keeps only the two closures.
        let results = Mutex<[JourneyResult]>([])
        let run = start(world, network) { result in results.withLock { $0.append(result) } }
        switch event {
        case .dismissedOnPage, .cancelledOnPage, .processLostOnPage:
            _ = await world.events.first { $0.attributes["code"] == "UNKNOWN_EVENT" }
        case .dismissedInCall, .cancelledInCall, .processLostInCall, .dismissedInPayment, .cancelledInPayment,
            .everythingAtOnce, .answerLostAndDismissed, .hostReleased:
            await gate.arrival()
        default: break
        }
        switch event {
        case .dismissedOnPage, .dismissedInCall, .dismissedInPayment, .answerLostAndDismissed:
            world.page.report(.closedByPerson)
        case .cancelledOnPage, .cancelledInCall, .cancelledInPayment: run.cancel()
        case .processLostOnPage, .processLostInCall:
            // The first time, the page is reloaded.
            world.page.report(.processLost)
            _ = await opened.first { $0.name == "open 2" }
            world.page.report(.processLost)
        case .everythingAtOnce:
            for _ in 0..<3 {
                world.page.report(.closedByPerson)
                world.page.report(.processLost)
                run.cancel()
            }
        default: break
        }
        if event.endsWaitingForCall {
            // The answer must not overtake the event: the run has left the step and waits only for the call.
            _ = await world.events.first { $0.name == "step_exit" }
        }
        gate.open()
        await run.value
        #expect(results.withLock { $0.map(JourneyFixture.word) } == [event.result])
        #expect(world.events.entries("result").count == 1 && world.events.names.last == "result")
        #expect(world.bank.total <= 1)
        if event.result == "completed" { #expect(world.bank.total == 1) }
        if !world.page.loads.isEmpty { #expect(world.page.isClosed) }
        // Nothing follows the end.
        world.page.report(.closedByPerson)
        world.page.report(.processLost)
        #expect(world.events.entries("result").count == 1 && results.withLock(\.count) == 1)
    }

    /// Starts a run whose engine and host live only in this function.
    private func start(
        _ world: JourneyFixture, _ network: any HTTPTransport, completion: @escaping @Sendable (JourneyResult) -> Void
    ) -> Task<Void, Never> {
        let engine = world.engine()
        let (host, params, events) = (world.host(network), world.params, world.events)
        return Task { completion(await engine.start(from: host, params: params) { events.record($0, $1) }) }
    }

    @Test("a run releases its engine, page, channel and plugins")
    func released() async throws {
        weak var page: ScriptedPage?
        weak var engine: RuntimeEngine?
        do {
            let world = try JourneyFixture()
            page = world.page
            let runtime = world.engine()
            engine = runtime
            let host = world.host(try await world.transport())
            let result = await runtime.start(from: host, params: world.params) { _, _ in }
            #expect(JourneyFixture.word(result) == "completed")
            await runtime.waitForTelemetry()
        }
        // Ended tasks release their references a moment later.
        for _ in 0..<100_000 where page != nil || engine != nil { await Task.yield() }
        #expect(page == nil && engine == nil)
    }

    @Test("the start that resumes a run after its process was killed gets exactly one result")
    func background() async throws {
        let store = MemoryStore()
        var world = try JourneyFixture(store: store)
        world.manifest = world.manifest.with(
            "resumePolicy", ["snapshotOn": ["quoted"], "keep": ["steps.form.quoteId"]])
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createTransfer")
        let first = world
        let run = Task { try await first.run() }
        await gate.arrival()
        // The process is gone: its stored data stays, and nothing it does counts.
        let left = try await copy(of: store)
        gate.open()
        _ = try await run.value
        var second = try JourneyFixture(store: left)
        second.manifest = world.manifest
        second.key = world.key
        second.config = world.config
        let offer = try #require(try await second.offers().first)
        #expect(offer.isPaymentInDoubt)
        second.restart(resuming: offer.resumeToken)
        let network = try await world.transport()
        let result = try await second.run(network)
        #expect(result == .completed(payload: ["reference": "TX-1"]))
        #expect(world.bank.total == 1)
        #expect(second.events.entries("result").count == 1)
    }

    private func copy(of store: MemoryStore) async throws -> MemoryStore {
        let copy = MemoryStore()
        for key in try await store.keys() {
            try await copy.save(try #require(try await store.load(key)), for: key)
        }
        return copy
    }
}
