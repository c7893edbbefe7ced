import JourneyBase
import JourneyLanguage
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Observed runs", .timeLimit(.minutes(10)))
struct RunObserverTests {
    /// The records of an observer, as lines of a trace.
    private final class Records: Sendable {
        private let state = Mutex<(journeys: [Journey], lines: [JSONValue], outcomes: [Outcome<JSONValue>])>(
            ([], [], []))

        func receive(_ record: RunObserver.Record) {
            state.withLock { state in
                switch record {
                case .began(let journey): state.journeys.append(journey)
                case .handled(let record):
                    state.lines += record.lines
                    if let outcome = record.outcome { state.outcomes.append(outcome) }
                case .exchanged(let line): state.lines.append(line)
                }
            }
        }

        var journeys: [Journey] { state.withLock(\.journeys) }
        var outcomes: [Outcome<JSONValue>] { state.withLock(\.outcomes) }
        var lines: [JSONValue] { state.withLock(\.lines) }
        func lines(_ kind: JSONValue) -> [JSONValue] { lines.filter { $0["kind"] == kind } }
        var text: String { JSONValue.array(lines).compactText }
    }

    /// Runs the journey with an observer.
    private func observed(_ world: JourneyFixture) async throws -> (records: Records, result: JourneyResult) {
        let records = Records()
        var host = world.host(try await world.transport())
        host.observer = RunObserver(records.receive)
        let events = world.events
        let result = await world.engine().start(from: host, params: world.params) { events.record($0, $1) }
        return (records, result)
    }

    @Test("a host has no observer, and its run records nothing: not in the machine, nor of its requests")
    func production() async throws {
        let world = try JourneyFixture()
        let start = try await world.start()
        #expect(start.host.observer == nil)
        let prepared = try await start.prepare()
        #expect(prepared.client.observer == nil)
        let run = try await start.resume(prepared).run
        // A machine that recorded would return what it did at its start.
        await run.expectSilentMachine()
        start.events.send(.result(.cancelled))
    }

    @Test("an observed run takes the same way as a run in production, with the same events")
    func same() async throws {
        let plain = try JourneyFixture()
        let result = try await plain.run()
        let world = try JourneyFixture()
        let (records, seen) = try await observed(world)
        #expect(seen == result && seen == .completed(payload: ["reference": "TX-1"]))
        #expect(world.bank.total == 1)
        #expect(world.events.entries.map(\.name) == plain.events.entries.map(\.name))
        #expect(records.journeys.map(\.id.rawValue) == [JourneyFixture.journey])
        guard case .completed(let payload)? = records.outcomes.first, records.outcomes.count == 1 else {
            Issue.record("\(records.outcomes)")
            return
        }
        #expect(payload == ["reference": "TX-1"])
    }

    @Test(
        "the records have each input with what followed: guards with their paths, the state, and requests with bodies")
    func records() async throws {
        let (records, _) = try await observed(try JourneyFixture())
        #expect(records.lines("input").compactMap { $0["input"]?.string }.prefix(3) == ["start", "pageOpened", "page"])
        #expect(records.lines("enter").compactMap { $0["step"]?.string } == ["form", "biometric", "pay", "done"])
        let payload = records.lines("input").first { $0["name"] == "submit" }?["payload"]
        #expect(payload == ["amount": 1_250])
        for condition in records.lines("guard") {
            #expect(condition["source"]?.string?.isEmpty == false && condition["value"]?.bool != nil)
        }
        #expect(records.lines("state").last?["phase"] == "finished")
        #expect(records.lines("state").count == records.lines("input").count)
        let transfer = try #require(records.lines("exchange").first { $0["operation"] == "createTransfer" })
        let quote = try #require(records.lines("exchange").first { $0["operation"] == "createQuote" })
        #expect(quote["request"]?["body"]?["amount"] == 1_250)
        #expect(transfer["response"]?["status"] == 201 && transfer["response"]?["body"]?["reference"] == "TX-1")
        let document = try #require(records.lines("exchange").first { $0["operation"] == "openapi" })
        #expect(document["response"]?["body"]?["sha256"]?.string?.count == 64)
    }

    @Test("no credential of the run is in its records: the host's token is hidden, and so is the header of it")
    func credentials() async throws {
        var world = try JourneyFixture()
        world.params = JourneyStartParams(journeyId: JourneyFixture.journey, contextToken: "host-token-31415926")
        let (records, result) = try await observed(world)
        #expect(JourneyFixture.word(result) == "completed")
        #expect(!records.text.contains("31415926"))
        let transfer = records.lines("exchange").first { $0["operation"] == "createTransfer" }
        #expect(transfer?["request"]?["headers"]?["Authorization"] == "•••")
    }
}

extension JourneyRun {
    /// Expects that the machine keeps no records.
    fileprivate func expectSilentMachine() {
        _ = machine.handle(.start)
        #expect(!machine.isTraced)
    }
}
