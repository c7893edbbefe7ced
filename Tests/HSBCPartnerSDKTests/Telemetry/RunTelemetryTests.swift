import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Telemetry of a run", .timeLimit(.minutes(10)))
struct RunTelemetryTests {
    private static let addresses = ["/v1/traces", "/v1/logs"]

    /// Returns a whole run: its result, all requests, and the telemetry requests.
    private func observe(
        isAgreed: Bool, _ change: (inout JourneyFixture) throws -> Void = { _ in }
    ) async throws -> (result: JourneyResult, requests: [HTTPRequest], telemetry: [HTTPRequest], world: JourneyFixture)
    {
        var world = try JourneyFixture()
        world.config.telemetryOptIn = isAgreed
        try change(&world)
        let transport = try await world.transport()
        let engine = world.engine()
        let result = await engine.start(from: world.host(transport), params: world.params) { [events = world.events] in
            events.record($0, $1)
        }
        await engine.waitForTelemetry()
        let telemetry = transport.requests.filter { Self.addresses.contains($0.url.path) }
        return (result, transport.requests, telemetry, world)
    }

    private func items(_ requests: [HTTPRequest]) throws -> [TelemetryItem] {
        try requests.flatMap { request -> [TelemetryItem] in
            let signal = request.url.path.hasSuffix("traces") ? OTLP.Signal.traces : .logs
            let reading = try #require(OTLP.read(try JSONReader.read(request.body), signal))
            #expect(reading.rejected == 0)
            return reading.batches.flatMap(\.items)
        }
    }

    private func spans(_ requests: [HTTPRequest]) throws -> [TelemetrySpan] {
        try items(requests).compactMap { if case .span(let span) = $0 { span } else { nil } }
    }

    private func text(_ span: TelemetrySpan, _ key: TelemetryKey) -> String? {
        span.fields.first { $0.key == key }?.text
    }

    @Test("without consent nothing is sent or stored, and no request is marked as sampled")
    func off() async throws {
        let seen = try await observe(isAgreed: false)
        #expect(JourneyFixture.word(seen.result) == "completed")
        #expect(seen.telemetry.isEmpty)
        #expect(seen.requests.count == 5)
        #expect(try await seen.world.store.keys().allSatisfy { !$0.rawValue.hasPrefix("telemetry") })
        let contexts = seen.requests.compactMap { TraceContext($0.headers) }
        #expect(contexts.count == 5)
        #expect(contexts.allSatisfy { !$0.isSampled })
    }

    @Test("with consent, a run is one trace: the journey, in it its steps, in those their calls and plugins")
    func tree() async throws {
        let seen = try await observe(isAgreed: true)
        #expect(JourneyFixture.word(seen.result) == "completed")
        let spans = try spans(seen.telemetry)
        let root = try #require(spans.first { $0.name == .journey })
        #expect(root.parent == nil)
        #expect(text(root, .outcome) == "completed")
        #expect(Set(spans.map(\.traceID)).count == 1)
        let correlation = seen.world.events.entries.first?.attributes["correlationId"]?.string
        #expect(
            spans.allSatisfy { text($0, .correlation) == correlation && text($0, .journey) == JourneyFixture.journey })
        let steps = spans.filter { $0.name == .step }
        #expect(steps.compactMap { text($0, .step) } == ["form", "biometric", "pay", "done"])
        #expect(steps.allSatisfy { $0.parent == root.spanID })
        let calls = spans.filter { $0.name == .call }
        #expect(
            calls.compactMap { text($0, .operation) } == [
                "keys", "manifest", "openapi", "createQuote", "createTransfer",
            ])
        #expect(calls.compactMap { text($0, .status) } == ["200", "200", "200", "201", "201"])
        #expect(
            calls.compactMap(\.parent) == [root.spanID, root.spanID, root.spanID, steps[0].spanID, steps[2].spanID])
        // The bank sees the same spans that telemetry reports.
        let contexts = seen.requests.filter { !seen.telemetry.map(\.url).contains($0.url) }.compactMap {
            TraceContext($0.headers)
        }
        #expect(contexts.map(\.spanID) == calls.map(\.spanID))
        #expect(contexts.allSatisfy { $0.isSampled && $0.traceID == root.traceID })
        let plugin = try #require(spans.first { $0.name == .plugin })
        #expect(plugin.parent == steps[1].spanID)
        #expect(text(plugin, .plugin) == "biometric_auth")
        #expect(text(plugin, .method) == "performBiometric")
    }

    @Test("telemetry is sent to the gateway only, with the partner's headers, and calls are unchanged")
    func receiver() async throws {
        let seen = try await observe(isAgreed: true)
        #expect(Set(seen.telemetry.map(\.url.path)) == Set(Self.addresses))
        for request in seen.telemetry {
            #expect(request.url.origin == seen.world.gateway)
            #expect(request.headers["Authorization"] == "Bearer token-1")
            #expect(request.headers["X-Partner-Id"] == "partner-1")
            #expect(request.headers["X-Client-Id"] == "client-1")
            #expect(request.headers["Content-Type"] == "application/json")
        }
        let off = try await observe(isAgreed: false)
        let others = seen.requests.filter { !Self.addresses.contains($0.url.path) }
        #expect(others.map(\.url) == off.requests.map(\.url))
        #expect(others.map(\.body) == off.requests.map(\.body))
    }

    @Test("a failed run records codes and no messages")
    func failure() async throws {
        let seen = try await observe(isAgreed: true) { world in
            world.manifestAnswer = HTTPResponse(status: 403, body: Array("{\"detail\":\"secret\"}".utf8))
        }
        let items = try items(seen.telemetry)
        let errors = items.compactMap { if case .event(let event) = $0 { event } else { nil } }
        #expect(errors.map(\.name) == [.journeyBegin, .error, .result])
        #expect(errors[1].fields.contains { $0 == TelemetryField(.code, "AUTH_EXPIRED") })
        let root = try #require(try spans(seen.telemetry).first { $0.name == .journey })
        #expect(root.hasFailed)
        #expect(text(root, .outcome) == "failed")
        #expect(text(root, .code) == "AUTH_EXPIRED")
    }

    private static let canary = "c4n4ry"

    @Test("a secret that passes through every part is in no telemetry, log, event or error")
    func canary() async throws {
        let canary = Self.canary
        let lines = Mutex<[String]>([])
        let log = Log { entry in lines.withLock { $0.append("\(entry)") } }
        let seen = try await observe(isAgreed: true) { world in
            world = try JourneyFixture { page in
                try await page.connect()
                // Typed input, a page's names, and a plugin's parameters.
                _ = try? await page.request("performBiometric", ["reason": .string(canary), "extra": .string(canary)])
                _ = try? await page.request("leak", ["text": .string(canary)])
                try await page.emit("typed-\(canary)", ["amount": 1_250, "pin": .string(canary)])
                try await page.emit("submit", ["amount": 1_250, "note": .string(canary)])
            }
            world.config.telemetryOptIn = true
            world.params.contextToken = Secret(copying: Array(canary.utf8))
            world.params.productCode = canary
            world.params.campaignId = canary
            // The bank returns it in headers, in a problem, and in an invalid code.
            world.bank.inject(
                .status(422, headers: ["X-Debug": canary], body: ["detail": .string(canary), "code": .string(canary)]),
                into: "createTransfer")
            world.plugins.append(LeakyPlugin(canary: canary))
            world.manifest = world.manifest.with("steps.form.bridgeAllow", ["performBiometric", "leak"])
            world.log = log
        }
        #expect(!seen.telemetry.isEmpty)
        for request in seen.telemetry {
            #expect(!String(decoding: request.body, as: UTF8.self).contains(canary))
            #expect(!"\(request.url)".contains(canary))
            // Only the gateway receives the token; see "the context token goes …".
            #expect(request.headers.fields.filter { $0.value.contains(canary) }.map(\.name) == ["Authorization"])
        }
        #expect(!lines.withLock { $0 }.contains { $0.contains(canary) })
        #expect(!seen.world.events.entries.contains { "\($0)".contains(canary) })
        // A page's own event name is reported only where the manifest lists it (docs/reference/events.md).
        let names = seen.world.events.entries("bridge_message").compactMap { $0.attributes["name"]?.string }
        #expect(names.contains("unlisted") && names.contains("submit"))
        if case .failed(_, let message, _) = seen.result { #expect(!message.contains(canary)) }
        for key in try await seen.world.store.keys() {
            let item = try await seen.world.store.load(key) ?? []
            #expect(!String(decoding: item, as: UTF8.self).contains(canary))
        }
    }

    @Test("a silent gateway does not delay the result")
    func silence() async throws {
        var world = try JourneyFixture()
        world.config.telemetryOptIn = true
        let inner = try await world.transport()
        let engine = world.engine()
        let result = await engine.start(from: world.host(UnresponsiveNetwork(inner: inner)), params: world.params) {
            _, _ in
        }
        #expect(JourneyFixture.word(result) == "completed")
        engine.discardTelemetry()
        await engine.waitForTelemetry()
    }

    @Test("withdrawn consent takes effect at once")
    func takenBack() async throws {
        var world = try JourneyFixture { page in try await page.connect() }
        world.config.telemetryOptIn = true
        let transport = try await world.transport()
        let engine = world.engine()
        let (events, host, params) = (world.events, world.host(transport), world.params)
        let run = Task { await engine.start(from: host, params: params) { events.record($0, $1) } }
        _ = await events.first { $0.attributes["name"] == "bridge_ready" }
        var config = world.config
        config.telemetryOptIn = false
        engine.reconfigure(config)
        run.cancel()
        #expect(await run.value == .cancelled)
        await engine.waitForTelemetry()
        #expect(!transport.requests.contains { Self.addresses.contains($0.url.path) })
    }

    @Test("two partners on one device cannot be linked, and an erased installation ID does not return")
    func installation() async throws {
        let store = MemoryStore()
        func installation(_ partner: String, seed: UInt64) async throws -> String {
            let seen = try await observe(isAgreed: true) { world in
                world = try JourneyFixture(store: store)
                world.config.telemetryOptIn = true
                world.config.partnerId = partner
                world.dependencies = .fixed(now: JourneyFixture.now, clock: world.clock, seed: seed)
            }
            let body = try JSONReader.read(try #require(seen.telemetry.first).body)
            let attributes =
                (body["resourceSpans"] ?? body["resourceLogs"])?[0]?["resource"]?["attributes"]?.array ?? []
            let named = try #require(attributes.first { $0["key"] == "service.instance.id" })
            return try #require(named["value"]?["stringValue"]?.string)
        }
        let first = try await installation("partner-1", seed: 1)
        let second = try await installation("partner-2", seed: 2)
        #expect(first != second)
        #expect(try await installation("partner-1", seed: 3) == first)
        let world = try JourneyFixture(store: store)
        try await HSBCPartnerSdk.eraseTelemetry(of: world.host(ScriptedTransport([])))
        #expect(try await store.keys().allSatisfy { !$0.rawValue.hasPrefix("telemetry") })
    }
}

/// A plugin whose error contains private data.
private struct LeakyPlugin: JourneyPlugin {
    let name = "leaky"
    let methods: Set<String> = ["leak"]
    let canary: String

    func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        throw JourneyError(.unknown, canary)
    }
}

/// A network whose gateway accepts telemetry and never answers.
private struct UnresponsiveNetwork: HTTPTransport {
    let inner: ServiceTransport

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        if request.url.path.hasPrefix("/v1/") {
            while true { try await Task.sleep(for: .seconds(3_600)) }
        }
        return try await inner.send(request, options: options)
    }
}
