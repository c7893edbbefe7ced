import Foundation
import JourneyBase
import JourneyLanguage
import JourneyTesting
import JourneyWeb
import Testing

@testable import HSBCPartnerSDK

@Suite("Running a journey", .timeLimit(.minutes(10)))
struct RunTests {
    @Test("a transfer completes, is paid once, and everything is released")
    func completed() async throws {
        let world = try JourneyFixture()
        let result = try await world.run()
        #expect(result == .completed(payload: ["reference": "TX-1"]))
        #expect(world.bank.total == 1)
        #expect(world.page.isClosed)
        #expect(
            try await world.store.keys().map { $0.rawValue.prefix { $0 != "." } } == [
                "fingerprint-key", "keys", "remote", "sequence",
            ])
    }

    @Test("a run that left a payment's key is reported at the next start, and its key is kept")
    func unfinishedRun() async throws {
        let store = MemoryStore()
        let left = Snapshot(
            journey: try #require(JourneyID(JourneyFixture.journey)),
            step: try #require(StepID("pay")),
            attempts: [
                "pay/0/1": Snapshot.Attempt(
                    key: "key", operation: "createTransfer", known: ResumePoint.Attempt(.open, [1]))
            ],
            idempotencyKey: "k", time: JourneyFixture.now, expires: JourneyFixture.now.addingTimeInterval(60),
            manifestHash: [1],
            instanceKey: "i")
        let name = try #require(StoreKey("snapshot.production.earlier-run"))
        try await store.save(left.json.compactBytes, for: name)
        let world = try JourneyFixture(store: store)
        #expect(JourneyFixture.word(try await world.run()) == "completed")
        #expect(try world.events.expectOne("error")["code"] == "RUN_UNFINISHED")
        #expect(try await store.load(name) == left.json.compactBytes)
    }

    @Test("events arrive in order with the run's correlation ID")
    func events() async throws {
        let world = try JourneyFixture()
        _ = try await world.run()
        let lines = world.events.entries.map { entry in
            let a = entry.attributes
            let detail = [a["step"], a["operation"], a["direction"], a["name"], a["outcome"]].compactMap { $0?.string }
            return ([entry.name] + detail).joined(separator: " ")
        }
        #expect(
            lines == [
                "journey_begin", "api_call keys", "api_call manifest", "api_call openapi", "step_enter form",
                "bridge_message in bridge_hello", "bridge_message out bridge_ready", "bridge_message in submit",
                "api_call createQuote", "bridge_message out quoted", "step_exit form", "step_enter biometric",
                "step_exit biometric", "step_enter pay", "api_call createTransfer", "step_exit pay", "step_enter done",
                "step_exit done", "result completed",
            ])
        let ids = Set(world.events.entries.map { $0.attributes["correlationId"] })
        #expect(ids.count == 1)
        #expect(ids.first??.string?.utf8.count == 36)
    }

    @Test("no event contains typed text, a token or a payload")
    func noLeaks() async throws {
        let world = try JourneyFixture { page in
            try await page.connect()
            try await page.emit("submit", ["amount": 1_250, "note": "secret-note-4711"])
        }
        _ = try await world.run()
        for text in ["4711", "token-1", "1250", "Q-1"] { try world.events.expectNowhere(text) }
    }

    @Test("a page can call only the methods of its step")
    func pageMethods() async throws {
        let recorder = EventRecorder()
        let world = try JourneyFixture { page in
            try await page.connect()
            let verdict = try await page.request("performBiometric", ["reason": "Now"])
            recorder.record("verdict", verdict.object ?? [:])
            do { _ = try await page.request("readContacts") } catch let refused as ScriptedDocument.Refused {
                recorder.record(refused.code, [:])
            }
            try await page.emit("cancel")
        }
        #expect(try await world.run() == .cancelled)
        #expect(recorder.entries.first?.attributes == ["biometric": "PASS"])
        #expect(recorder.names.last == "BRIDGE_FORBIDDEN")
    }

    @Test("the page gets the outcome of its call and may try again")
    func tryAgain() async throws {
        let world = try JourneyFixture { page in
            try await page.connect()
            try await page.emit("submit", ["amount": 1])
            let rejection = try await page.event("quoteRejected")
            guard rejection["code"] == "VALIDATION_FAIL", rejection["problem"] == "TOO_SMALL",
                rejection["status"] == 422
            else { return try await page.emit("cancel") }
            try await page.emit("submit", ["amount": 100])
        }
        world.bank.inject(.status(422, body: ["code": "TOO_SMALL", "internal": "stack trace"]), into: "createQuote")
        #expect(JourneyFixture.word(try await world.run()) == "completed")
    }

    @Test("a person who closes the window cancels the run")
    func closedByPerson() async throws {
        let world = try JourneyFixture { page in
            try await page.connect()
            try await page.emit("unknown-event")
        }
        async let result = world.run()
        _ = await world.events.first { $0.attributes["code"] == "UNKNOWN_EVENT" }
        world.page.report(.closedByPerson)
        #expect(try await result == .cancelled)
        #expect(world.events.entries("result").count == 1)
    }

    @Test("closing the window during the payment waits for its response, and the run completes")
    func closedDuringPayment() async throws {
        let world = try JourneyFixture()
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createTransfer")
        async let result = world.run()
        await gate.arrival()
        world.page.report(.closedByPerson)
        gate.open()
        #expect(try await result == .completed(payload: ["reference": "TX-1"]))
        #expect(world.bank.total == 1)
    }

    @Test("cancelling the host's task during the payment waits for its response, and the run completes")
    func cancelledDuringPayment() async throws {
        let world = try JourneyFixture()
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createTransfer")
        let run = Task { try await world.run() }
        await gate.arrival()
        run.cancel()
        gate.open()
        #expect(JourneyFixture.word(try await run.value) == "completed")
        #expect(world.bank.total == 1)
    }

    @Test("cancelling the host's task on a page ends the run as cancelled")
    func cancelledOnPage() async throws {
        let world = try JourneyFixture { page in try await page.connect() }
        let run = Task { try await world.run() }
        _ = await world.events.first { $0.attributes["name"] == "bridge_ready" }
        run.cancel()
        #expect(try await run.value == .cancelled)
        #expect(world.page.isClosed)
    }

    @Test("timers use the injected clock, and a step that exceeds its time ends the run")
    func timeout() async throws {
        var world = try JourneyFixture { page in try await page.connect() }
        world.manifest = world.manifest.with("steps.form.timeoutMs", 30_000)
        let (clock, still) = (world.clock, world)
        async let result = still.run()
        await clock.waitForNaps(1)
        _ = await still.events.first { $0.name == "step_enter" }
        clock.advance(by: .seconds(31))
        #expect(JourneyFixture.word(try await result) == "STEP_TIMEOUT")
    }

    @Test("a missing plugin is reported before anything is shown")
    func pluginUnknown() async throws {
        var world = try JourneyFixture()
        world.plugins = []
        #expect(JourneyFixture.word(try await world.run()) == "PLUGIN_UNKNOWN")
        #expect(world.page.loads.isEmpty)
    }

    @Test("a cancelled biometric prompt goes back, and the person may try again")
    func biometricCancelled() async throws {
        var world = try JourneyFixture()
        let answers = ScriptedVerdicts([.cancelled, .passed])
        world.plugins = [BiometricAuthPlugin(authenticator: answers)]
        #expect(JourneyFixture.word(try await world.run()) == "completed")
        #expect(world.page.loads.count == 2)
        #expect(world.bank.total == 1)
    }

    @Test("a device without biometrics ends the run as the manifest says, with its code")
    func biometricUnavailable() async throws {
        var world = try JourneyFixture()
        world.plugins = [BiometricAuthPlugin(authenticator: ScriptedVerdicts([.unavailable]))]
        #expect(JourneyFixture.word(try await world.run()) == "SCA_REQUIRED")
        #expect(world.bank.total == 0)
    }
}

/// Returns verdicts from a list.
actor ScriptedVerdicts: BiometricAuthenticator {
    private var verdicts: [BiometricVerdict]
    init(_ verdicts: [BiometricVerdict]) { self.verdicts = verdicts }
    func authenticate(reason: String) async -> BiometricVerdict {
        verdicts.isEmpty ? .cancelled : verdicts.removeFirst()
    }
}
