import JourneyBase
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// A run whose person has gone and that waits for a payment must not ask for anything.
@Suite("Ending run", .timeLimit(.minutes(10)))
struct EndingRunTests {
    /// A network that answers 401 on one path when the gate opens.
    private struct Door: HTTPTransport {
        let network: any HTTPTransport
        let gate: Gate

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            guard request.url.path == "/api/transfers" else { return try await network.send(request, options: options) }
            await gate.wait()
            return HTTPResponse(status: 401)
        }
    }

    @Test(
        "a rejected payment neither renews the token nor waits for a renewal after the window was closed",
        arguments: [true, false])
    func renewal(isUnderWay: Bool) async throws {
        var world = try JourneyFixture()
        let (door, renewal) = (Gate(), Gate())
        let count = Mutex(0)
        world.params.renewContextToken = {
            count.withLock { $0 += 1 }
            await renewal.wait()
            return Secret(copying: Array("token-2".utf8))
        }
        let still = world
        let network = Door(network: try await world.transport(), gate: door)
        let run = Task { try await still.run(network) }
        await door.arrival()
        if isUnderWay {
            door.open()
            await renewal.arrival()
            run.cancel()
        } else {
            world.page.report(.closedByPerson)
            // Queued behind the close: after it the window is known to be closed.
            world.page.report(.navigationRefused(nil))
            try await until { world.events.entries.contains { $0.attributes["code"] == "ORIGIN_BLOCKED" } }
            door.open()
        }
        #expect(try await run.value == .cancelled)
        #expect(count.withLock { $0 } == (isUnderWay ? 1 : 0))
        #expect(world.bank.total == 0)
        renewal.open()
    }

    /// Waits until it is cancelled.
    private final class Prompt: JourneyPlugin {
        let name = "prompt"
        let methods: Set<String> = ["ask"]
        let calls = Mutex(0)
        let isGone = Mutex(false)

        func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
            calls.withLock { $0 += 1 }
            while !Task.isCancelled { await Task.yield() }
            isGone.withLock { $0 = true }
            return [:]
        }
    }

    @Test("an ending run closes an open prompt, and its page cannot open another")
    func prompts() async throws {
        let (closed, payment) = (Gate(), Gate())
        let answer = Mutex<String?>(nil)
        let prompt = Prompt()
        var world = try JourneyFixture { page in
            try await page.connect()
            Task { try await page.request("ask") }
            try await until { prompt.calls.withLock { $0 } == 1 }
            try await page.emit("submit", ["quoteId": "Q-1"])
            await closed.wait()
            do {
                _ = try await page.request("ask")
                answer.withLock { $0 = "answered" }
            } catch { answer.withLock { $0 = "\(error)" } }
        }
        world.manifest = world.manifest.with("steps.form.bridgeAllow", ["ask"]).with(
            "steps.form.bindings",
            [
                [
                    "onEvent": "submit", "call": ["operationId": "createTransfer"],
                    "in": ["quoteId": "event.quoteId"], "out": ["reference": "string"], "onSuccessEmit": "quoted",
                    "onErrorEmit": "quoteRejected",
                ]
            ]
        ).with("steps.form.on.quoted", ["to": "done"])
        for name in ["biometric", "pay", "held"] { world.manifest = world.manifest.with("steps.\(name)", nil) }
        world.manifest = world.manifest.with("steps.form.on.quoteRejected", ["to": "failed"])
        world.plugins.append(prompt)
        world.bank.inject(.gate(payment), into: "createTransfer")
        let still = world
        let run = Task { try await still.run() }
        try await until { payment.arrivals == 1 }
        world.page.report(.closedByPerson)
        try await until { prompt.isGone.withLock { $0 } }
        closed.open()
        try await until { answer.withLock { $0 } != nil }
        #expect(answer.withLock { $0 } == "BRIDGE_NOT_READY")
        #expect(prompt.calls.withLock { $0 } == 1)
        payment.open()
        #expect(try await run.value == .completed(payload: ["reference": "TX-1"]))
    }
}
