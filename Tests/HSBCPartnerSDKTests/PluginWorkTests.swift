import JourneyBase
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Slow plugins", .timeLimit(.minutes(10)))
struct PluginWorkTests {
    private func form(_ script: @escaping ScriptedPage.Script, plugin: any JourneyPlugin) throws -> JourneyFixture {
        var world = try JourneyFixture(script: script)
        world.manifest = world.manifest.with("steps.form.bridgeAllow", ["wait"])
        world.plugins.append(plugin)
        return world
    }

    @Test("a plugin that ignores its cancellation neither delays the result nor sends events after it")
    func stubborn() async throws {
        let gate = Gate()
        let plugin = WaitingPlugin { await gate.wait() }
        let world = try form(
            { page in
                try await page.connect()
                _ = try await page.request("wait")
            }, plugin: plugin)
        async let result = world.run()
        await gate.arrival()
        world.page.report(.closedByPerson)
        #expect(try await result == .cancelled)
        #expect(world.events.names.last == "result")
        gate.open()
        await plugin.ended()
        #expect(world.events.names.last == "result")
    }

    @Test("a native step's plugin that ignores its cancellation does not delay the result")
    func stubbornStep() async throws {
        let gate = Gate()
        var world = try JourneyFixture { page in
            try await page.connect()
            try await page.emit("submit", ["amount": 1])
        }
        world.manifest = world.manifest.with("steps.biometric.plugin", "waiting").with("steps.biometric.params", [:])
        world.plugins.append(WaitingPlugin { await gate.wait() })
        let still = world
        let run = Task { try await still.run() }
        await gate.arrival()
        run.cancel()
        #expect(try await run.value == .cancelled)
        gate.open()
    }

    @Test("requests of a document are cancelled when another document replaces it")
    func replaced() async throws {
        let started = Gate()
        let (silence, speech) = AsyncStream<Void>.makeStream()
        let plugin = WaitingPlugin {
            started.open()
            // Ends only with its cancellation.
            for await _ in silence {}
        }
        let documents = Mutex(0)
        let world = try form(
            { page in
                try await page.connect()
                let number = documents.withLock { count in
                    count += 1
                    return count
                }
                if number == 1 { _ = try await page.request("wait") }
            }, plugin: plugin)
        async let result = world.run()
        await started.wait()
        let url = try #require(world.page.loads.first)
        world.page.begin(url, origin: url.origin)
        await plugin.ended()
        world.page.report(.closedByPerson)
        #expect(try await result == .cancelled)
        speech.finish()
    }

    @Test("a page that restarts repeatedly with pending requests is closed")
    func restless() async throws {
        let gate = Gate()
        let plugin = WaitingPlugin { await gate.wait() }
        let box = PageBox()
        let world = try form(
            { page in
                try await page.connect()
                // Not awaited: the answer never arrives.
                for _ in 0..<4 { Task { try await page.request("wait") } }
                box.page?.begin(page.url, origin: page.document.origin)
            }, plugin: plugin)
        box.page = world.page
        defer { box.page = nil }
        #expect(JourneyFixture.word(try await world.run()) == "BRIDGE_BUSY")
        #expect(plugin.calls <= 64)
        gate.open()
    }
}

/// Holds the page to which its own script belongs.
private final class PageBox: Sendable {
    private let state = Mutex<ScriptedPage?>(nil)
    var page: ScriptedPage? {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}

/// Runs the test's closure in the page's task; ignores cancellation.
private final class WaitingPlugin: JourneyPlugin {
    let name = "waiting"
    let methods: Set<String> = ["wait"]
    private let body: @Sendable () async -> Void
    private let count = Mutex(0)
    private let end = Gate()

    init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

    var calls: Int { count.withLock(\.self) }

    func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        count.withLock { $0 += 1 }
        await body()
        end.open()
        return [:]
    }

    /// Waits until a call has ended.
    func ended() async { await end.wait() }
}
