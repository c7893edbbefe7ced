import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

/// Payments that are sent once, polls, and what is read of responses.
@Suite("Calls that are sent once, and polls", .timeLimit(.minutes(10)))
struct StatusQueryTests {
    private func once(hurried: Bool = true, status: JSONValue? = KeyStyle.status) throws -> KeyedFixture {
        try KeyedFixture(.none, hurried: hurried) { $0.with("status", status) }
    }

    private func state(_ state: String) -> HTTPResponse {
        .json(["reference": "P-9", "state": .string(state)])
    }

    @Test(
        "a payment without a key is sent once; a declared query decides it",
        arguments: [("BOOKED", "completed", 1), ("REJECTED", "NET_TIMEOUT", 1), ("OPEN", "pending", 21)])
    func decided(state: String, wanted: String, reads: Int) async throws {
        let world = try once()
        world.bank.answer(self.state(state))
        let lossy = Unreliable(try await world.transport(), losing: [1])
        let result = try await world.run(lossy)
        #expect(JourneyFixture.word(result) == wanted)
        if case .completed(let payload) = result { #expect(payload["reference"] == "P-9") }
        #expect(world.bank.sent.count == 1 && world.bank.reads == reads)
    }

    @Test("without a query it is sent once too, and the run is pending")
    func undecided() async throws {
        let world = try once(status: nil)
        let lossy = Unreliable(try await world.transport(), losing: [1])
        #expect(JourneyFixture.word(try await world.run(lossy)) == "pending")
        #expect(world.bank.sent.count == 1 && world.bank.reads == 0)
    }

    @Test("an answer of the bank needs no query")
    func answered() async throws {
        for (fault, wanted) in [
            (nil, "completed"), (KeyedBank.Fault.answer(HTTPResponse(status: 422)), "VALIDATION_FAIL"),
        ] as [(KeyedBank.Fault?, String)] {
            let world = try once()
            if let fault { world.bank.inject(fault) }
            #expect(JourneyFixture.word(try await world.run()) == wanted)
            #expect(world.bank.reads == 0)
        }
    }

    @Test("a query that is refused, or answers what nobody declared, decides nothing")
    func undecidable() async throws {
        for answer in [HTTPResponse(status: 403), HTTPResponse(status: 500), HTTPResponse(status: 404)] {
            let world = try once()
            world.bank.answer(answer)
            let lossy = Unreliable(try await world.transport(), losing: [1])
            #expect(JourneyFixture.word(try await world.run(lossy)) == "pending", "\(answer.status)")
            #expect(world.bank.sent.count == 1)
        }
    }

    @Test("after the death of the process only the query is sent, for the rest of its time")
    func died() async throws {
        for (after, reads) in [(20.0, 15), (59, 2), (120, 1)] {
            let first = try once()
            let dead = try await first.die()
            // The process dies while it asks, 0 seconds after the payment.
            let name = try #require(try await first.world.store.keys().first { $0.rawValue.hasPrefix("snapshot.") })
            let bytes = try #require(try await first.world.store.load(name))
            let snapshot = try JSONReader.read(bytes)
            let scope = try #require(snapshot["attempts"]?.object?.keys.first)
            var attempt = try #require(snapshot["attempts"]?[scope]?.object)
            attempt["askedAt"] = attempt["began"]
            try await first.world.store.save(
                snapshot.with("attempts", [scope: .object(attempt)]).compactBytes, for: name)
            let second = try await first.resuming(after: after)
            second.bank.answer(state("OPEN"))
            #expect(JourneyFixture.word(try await second.run()) == "pending")
            #expect(second.bank.sent.count == 1 && second.bank.reads == reads, "\(second.bank.reads)")
            dead.gate.open()
            _ = try await dead.task.value
        }
    }

    @Test("after the death of the process the query's answer completes the run")
    func completed() async throws {
        let first = try once()
        let dead = try await first.die()
        let second = try await first.resuming()
        second.bank.answer(state("OPEN"), state("BOOKED"))
        #expect(JourneyFixture.word(try await second.run()) == "completed")
        #expect(second.bank.sent.count == 1 && second.bank.reads == 2)
        dead.gate.open()
        _ = try await dead.task.value
    }

    @Test("a poll asks at once when the app returns to the front, and ends with its run")
    func front() async throws {
        let world = try once(hurried: false)
        world.bank.answer(state("OPEN"))
        let lossy = Unreliable(try await world.transport(), losing: [1])
        let (returns, app) = AsyncStream<Void>.makeStream()
        var host = world.world.host(lossy)
        host.appReturns = { returns }
        let (engine, params, events) = (world.world.engine(), world.world.params, world.world.events)
        let run = Task { [host] in await engine.start(from: host, params: params) { events.record($0, $1) } }
        try await until { world.bank.reads == 1 }
        for asked in 2...4 {
            app.yield()
            try await until { world.bank.reads == asked }
        }
        // Cancelled by the person: unknown, and not failed.
        run.cancel()
        #expect(JourneyFixture.word(await run.value) == "pending")
        #expect(world.bank.sent.count == 1 && world.bank.reads == 4)
    }

    // MARK: Polls of steps

    @Test("a step's poll goes on until its condition is true, and reads the declared headers and the status")
    func poll() async throws {
        let world = try KeyedFixture.polling()
        world.bank.answer(
            state("a"), HTTPResponse(status: 503), state("b"),
            .json(["reference": "P-9", "state": "c"], headers: ["X-State": "end"]))
        guard case .completed(let payload) = try await world.run() else {
            Issue.record("the poll found no end")
            return
        }
        #expect(payload["how"] == "end200" && payload["reference"] == "P-9" && world.bank.reads == 4)
        #expect(world.world.clock.naps.filter { $0 == .seconds(3) }.count == 3)
    }

    @Test("a poll whose time is over is unknown and not failed, with and without a handler", arguments: [true, false])
    func pollOver(handled: Bool) async throws {
        let world = try KeyedFixture.polling(handled: handled)
        world.bank.answer(state("a"))
        #expect(JourneyFixture.word(try await world.run()) == "pending")
        #expect(world.bank.reads == 11)
    }

    @Test(
        "a step's poll goes on after the death of the process, for the rest of its time",
        arguments: [(1.0, 11), (20, 5), (28, 2), (30, 1), (400, 1)])
    func pollDied(after: Double, reads: Int) async throws {
        var first = try KeyedFixture.polling(hurried: false)
        first.world.manifest = first.world.manifest.with("resumePolicy", ["snapshotOn": ["step_enter"]])
        first.bank.answer(state("a"))
        let run = Task { [first] in try await first.run() }
        try await until { first.bank.reads == 1 }
        var second = try await first.resuming(after: after)
        second.world.dependencies = .fixed(
            now: JourneyFixture.now.addingTimeInterval(after), clock: ManualClock(hurried: true), seed: 99)
        #expect(JourneyFixture.word(try await second.run()) == "pending")
        #expect(second.bank.reads == 1 + reads, "\(second.bank.reads)")
        run.cancel()
        _ = try await run.value
    }

    @Test("a step's poll that goes on after the death of the process completes its run")
    func pollResumed() async throws {
        var first = try KeyedFixture.polling(hurried: false)
        first.world.manifest = first.world.manifest.with("resumePolicy", ["snapshotOn": ["step_enter"]])
        first.bank.answer(state("a"))
        let run = Task { [first] in try await first.run() }
        try await until { first.bank.reads == 1 }
        var second = try await first.resuming(after: 5)
        second.world.dependencies = .fixed(
            now: JourneyFixture.now.addingTimeInterval(5), clock: ManualClock(hurried: true), seed: 99)
        second.bank.answer(state("a"), .json(["reference": "P-9"], headers: ["X-State": "end"]))
        guard case .completed(let payload) = try await second.run() else {
            Issue.record("the poll found no end")
            return
        }
        #expect(payload["reference"] == "P-9" && second.bank.reads == 3)
        run.cancel()
        _ = try await run.value
    }

    @Test("a step's poll asks at once when the app returns to the front")
    func pollFront() async throws {
        let world = try KeyedFixture.polling(hurried: false)
        world.bank.answer(state("a"))
        let (returns, app) = AsyncStream<Void>.makeStream()
        var host = world.world.host(try await world.transport())
        host.appReturns = { returns }
        let (engine, params, events) = (world.world.engine(), world.world.params, world.world.events)
        let run = Task { [host] in await engine.start(from: host, params: params) { events.record($0, $1) } }
        try await until { world.bank.reads == 1 }
        for asked in 2...3 {
            app.yield()
            try await until { world.bank.reads == asked }
        }
        world.bank.answer(.json(["reference": "P-9"], headers: ["X-State": "end"]))
        app.yield()
        #expect(JourneyFixture.word(await run.value) == "completed")
        #expect(world.bank.reads == 4)
    }

    @Test("a condition without a value is asked again, and the result is unknown")
    func pollFault() async throws {
        var world = try KeyedFixture.polling(handled: false)
        let path = "steps.pay.bindings"
        let binding = try #require(world.world.manifest["steps"]?["pay"]?["bindings"]?[0])
        world.world.manifest = world.world.manifest.with(
            path, [binding.with("poll.until", "result.state.size() / (result.state.size() - 1) > 0")])
        world.bank.answer(state("a"))
        #expect(JourneyFixture.word(try await world.run()) == "pending")
        #expect(world.bank.reads == 11)
    }
}
