import JourneyBase
import JourneyLanguage
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// The state that a page receives.
@Suite("Journey state")
struct PageStateReporterTests {
    @Test("a page receives its step, its progress and the remaining time")
    func opening() async throws {
        let told = Mutex<JSONValue?>(nil)
        var world = try JourneyFixture { page in
            try await page.connect()
            let state = try await page.event("journey_state")
            told.withLock { $0 = state }
            try await page.emit("cancel")
        }
        world.manifest = world.manifest.with("steps.form.timeoutMs", 60_000)
            .with("limits", ["journeyTimeoutMs": 600_000])
        #expect(JourneyFixture.word(try await world.run()) == "cancelled")
        #expect(
            told.withLock { $0 } == [
                "version": 1, "step": "form", "progress": ["entered": 1, "left": 2], "online": true, "calls": [],
                "timeLeftMs": ["step": 60_000, "journey": 600_000],
            ])
    }

    @Test("the state shows calls, attempts, a lost and restored connection, and an error's code")
    func calls() async throws {
        let heard = Mutex<[JSONValue]>([])
        let reached = Gate()
        var world = try JourneyFixture { page in
            try await page.connect()
            _ = try await page.event("journey_state")
            try await page.emit("ask")
            while true {
                let state = try await page.event("journey_state")
                heard.withLock { $0.append(state) }
                if state["calls"] == [], state["error"] != nil { break }
            }
            reached.open()
            try await page.emit("cancel")
        }
        world.manifest = world.manifest.with(
            "steps.form.bindings",
            [
                TestDocuments.steps["form"]?["bindings"]?[0] ?? [:],
                [
                    "onEvent": "ask", "call": ["operationId": "getAccount"], "onSuccessEmit": "told",
                    "onErrorEmit": "untold",
                    "retry": [["on": ["NET_UNREACHABLE"], "max": 2, "capMs": 1000, "jitter": false]],
                ],
            ])
        let tries = Mutex(0)
        let inside = try await world.transport()
        let running = world
        let run = Task {
            try await running.run(
                PartialTransport(inside: inside) { request in
                    guard request.url.path == "/api/account" else { return nil }
                    let count = tries.withLock { tries in
                        tries += 1
                        return tries
                    }
                    if count == 1 { throw JourneyError(.netUnreachable, "No connection.") }
                    return HTTPResponse(status: 422, body: Array(#"{"code":"SECRET-7341"}"#.utf8))
                })
        }
        await running.clock.waitForNaps(1)
        running.clock.advance(by: .seconds(2))
        await reached.wait()
        #expect(JourneyFixture.word(try await run.value) == "cancelled")
        let states = heard.withLock { $0 }
        // A page may miss a state that was replaced; the received ones are in order, and end with the last.
        #expect(states.allSatisfy { $0["step"] == "form" && $0["version"] == 1 })
        let waiting = states.filter { $0["calls"]?[0]?["retryInMs"] != nil }
        #expect(waiting.allSatisfy { $0["online"] == false && $0["calls"]?[0]?["operation"] == "getAccount" })
        let last = try #require(states.last)
        #expect(last["online"] == true && last["calls"] == [] && last["error"] == ["code": "VALIDATION_FAIL"])
        #expect(!"\(states.map(\.compactText))".contains("SECRET"))
    }

    @Test("a state is sent when something changed, and once to each new document")
    func news() throws {
        let step = try #require(StepID("form"))
        var board = PageStateReporter()
        board.entered(left: 3)
        #expect(board.update(step: step, visit: 1) != nil)
        #expect(board.update(step: step, visit: 1) == nil)
        board.opened()
        #expect(board.update(step: step, visit: 1) != nil)
        let elapsed = Mutex(Duration.zero)
        board.started(.step(visit: 1), .seconds(10)) { elapsed.withLock { $0 } }
        // Passing time is not a change: a page can count down by itself.
        #expect(board.update(step: step, visit: 1) == nil)
        board.opened()
        elapsed.withLock { $0 = .seconds(4) }
        #expect(board.update(step: step, visit: 1)?["timeLeftMs"]?["step"] == 6_000)
        board.opened()
        elapsed.withLock { $0 = .seconds(11) }
        #expect(board.update(step: step, visit: 1)?["timeLeftMs"]?["step"] == 0)
        board.stopped(.step(visit: 1))
        board.opened()
        #expect(board.update(step: step, visit: 1)?["timeLeftMs"] == [:])
        board.entered(left: nil)
        #expect(board.update(step: step, visit: 2)?["progress"] == ["entered": 2])
    }
}

/// A test network in which one address answers as the test says.
private struct PartialTransport: HTTPTransport {
    let inside: any HTTPTransport
    let answer: @Sendable (HTTPRequest) throws -> HTTPResponse?

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        if let answer = try answer(request) { return answer }
        return try await inside.send(request, options: options)
    }
}
