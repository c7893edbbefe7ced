import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Resuming a run", .timeLimit(.minutes(10)))
struct ResumeTests {
    /// A world whose manifest allows resuming once there is a quote.
    private func world(_ policy: JSONValue? = nil) throws -> JourneyFixture {
        var world = try JourneyFixture(hurried: true)
        world.manifest = world.manifest.with(
            "resumePolicy", policy ?? ["snapshotOn": ["quoted"], "keep": ["steps.form.quoteId"]])
        return world
    }

    /// Suspends a run in the biometric step: the person closes the window there.
    private func leave(_ world: inout JourneyFixture) async throws {
        let plugins = world.plugins
        let gate = Gate()
        world.plugins = [BiometricAuthPlugin(authenticator: WaitingBiometrics(gate))]
        let still = world
        let run = Task { try await still.run() }
        await gate.arrival()
        run.cancel()
        gate.open()
        #expect(try await run.value == .cancelled)
        world.plugins = plugins
    }

    @Test("a suspended run continues at its step, pays once, and leaves nothing stored")
    func goesOn() async throws {
        var world = try world()
        try await leave(&world)
        let offer = try #require(try await world.offers().first)
        #expect(offer.journeyId == JourneyFixture.journey && !offer.isPaymentInDoubt)
        #expect(offer.saved == JourneyFixture.now && offer.expires == JourneyFixture.now.addingTimeInterval(86_400))
        world.restart(resuming: offer.resumeToken)
        let transport = try await world.transport()
        #expect(try await world.run(transport) == .completed(payload: ["reference": "TX-1"]))
        #expect(world.bank.total == 1)
        #expect(world.page.loads.isEmpty, "the form was not shown again")
        #expect(try await world.offers().isEmpty)
        let resumption = try world.events.expectOne("journey_resume")
        #expect(resumption["step"] == "biometric")
        // The server was asked before the step was entered.
        let lines = world.events.entries.map { "\($0.name) \($0.attributes["operation"]?.string ?? "")" }
        let second = try #require(lines.lastIndex(of: "journey_begin "))
        let confirmation = try #require(lines.firstIndex(of: "api_call resume"))
        let entered = try #require(lines[second...].firstIndex { $0.hasPrefix("step_enter") })
        #expect(confirmation < entered)
        let question = try #require(transport.requests.first { $0.url.path.hasSuffix("/resume") })
        #expect(question.headers["Authorization"] == "Bearer token-1")
        let body = try JSONReader.read(question.body)
        #expect(body["step"] == "biometric" && body["manifestHash"]?.string?.utf8.count == 64)
        #expect(body["instanceKey"]?.string == PublicKey.p256(world.key.publicKey).thumbprint)
    }

    @Test(
        "a used, superseded, changed or foreign resume token is refused before anything is fetched"
    )
    func tokens() async throws {
        var world = try world()
        try await leave(&world)
        let superseded = try #require(try await world.offers().first).resumeToken
        let used = try #require(try await world.offers().first).resumeToken
        #expect(superseded != used)
        // The token is spent by the first start, even when it fails.
        world.restart(resuming: used)
        world.gatewayAnswer = { _ in HTTPResponse(status: 503) }
        let first = try await world.run(ServiceTransport([:]))
        #expect(JourneyFixture.word(first) == "NET_UNREACHABLE")
        let fresh = try #require(try await world.offers().first).resumeToken
        var other = try self.world()
        try await leave(&other)
        let foreign = try #require(try await other.offers().first).resumeToken
        var changed = Array(fresh.utf8)
        changed[changed.count / 2] ^= 1
        for token in [
            superseded, used, foreign, String(decoding: changed, as: UTF8.self), String(fresh.dropLast()), "",
            "a.b.c.d.e",
            String(repeating: "x", count: 5_000), "snapshot.production.c",
        ] {
            world.restart(resuming: token)
            let transport = ServiceTransport([:])
            #expect(JourneyFixture.word(try await world.run(transport)) == "RESUME_REFUSED")
            #expect(transport.requests.isEmpty)
        }
        world.restart(resuming: fresh)
        world.gatewayAnswer = { _ in nil }
        #expect(JourneyFixture.word(try await world.run()) == "completed")
    }

    @Test(
        "resuming is refused unless manifest, journey, installation, time and server agree",
        arguments: [
            "manifest", "sequence", "installation", "expired", "clock set back", "server says no",
            "server says another step",
            "server has no such thing", "terminal", "journey",
        ])
    func refused(what: String) async throws {
        var world = try world()
        try await leave(&world)
        if what == "installation" {
            // The token is valid, but the snapshot belongs to another instance key.
            let token = try #require(try await world.offers().first).resumeToken
            world.key = try P256PrivateKey.generate()
            world.keySet = try JourneyFixture.keySet(of: world.key, version: 2)
            world.restart(resuming: token)
        } else {
            world.restart(resuming: try #require(try await world.offers().first).resumeToken)
        }
        switch what {
        case "manifest": world.manifest = world.manifest.with("headers.X-Channel", "other").with("sequence", 8)
        case "sequence": world.manifest = world.manifest.with("sequence", 8)
        case "expired": world.dependencies.now = { JourneyFixture.now.addingTimeInterval(86_400) }
        case "clock set back": world.dependencies.now = { JourneyFixture.now.addingTimeInterval(-301) }
        case "server says no": world.gatewayAnswer = { _ in .json(["code": "RESUME_REFUSED"], status: 409) }
        case "server says another step": world.gatewayAnswer = { _ in .json(["step": "pay"]) }
        case "server has no such thing": world.gatewayAnswer = { _ in HTTPResponse(status: 404) }
        case "terminal", "journey":
            let name = try #require(try await world.store.keys().first { $0.rawValue.hasPrefix("snapshot.") })
            let bytes = try #require(try await world.store.load(name))
            let changed = try JSONReader.read(bytes).with(
                what == "journey" ? "journeyId" : "stepPointer", what == "journey" ? "another" : "done")
            try await world.store.save(changed.compactBytes, for: name)
        default: break
        }
        #expect(JourneyFixture.word(try await world.run()) == "RESUME_REFUSED")
        #expect(world.page.loads.isEmpty && world.bank.total == 0)
    }

    @Test(
        "a server that cannot be asked confirms nothing, and its code is recoverable",
        arguments: [(503, "SERVER_ERROR"), (429, "RATE_LIMITED"), (401, "AUTH_EXPIRED")])
    func unasked(status: Int, code: String) async throws {
        var world = try world()
        try await leave(&world)
        world.restart(resuming: try #require(try await world.offers().first).resumeToken)
        world.gatewayAnswer = { _ in HTTPResponse(status: status, headers: ["Retry-After": "60"]) }
        guard case .failed(let said, _, let isRecoverable) = try await world.run() else {
            Issue.record("it went on")
            return
        }
        #expect(said == code && isRecoverable)
        #expect(try await world.offers().count == 1, "nothing is lost")
    }

    @Test(
        "stored data holds no typed text and no token, and of responses only what the manifest keeps"
    )
    func noPersonalData() async throws {
        var world = try world()
        world.openAPI = TestDocuments.openAPI.compactBytes
        world.restart { page in
            try await page.connect()
            try await page.emit("submit", ["amount": 1_250, "note": "secret-note-4711"])
        }
        world.params.productCode = "product-77"
        try await leave(&world)
        _ = try await world.offers()
        for key in try await world.store.keys() where key.rawValue.hasPrefix("snapshot") {
            let text = String(decoding: try #require(try await world.store.load(key)), as: UTF8.self)
            for secret in ["1250", "4711", "token-1", "product-77"] { #expect(!text.contains(secret)) }
            #expect(text.contains("Q-1"))
        }
    }

    @Test("a suspended run leaves no snapshot without a policy or before its event")
    func noPolicy() async throws {
        for policy in [nil, ["snapshotOn": []], ["snapshotOn": ["paid"]]] as [JSONValue?] {
            var world = try JourneyFixture()
            world.manifest = world.manifest.with("resumePolicy", policy)
            try await leave(&world)
            #expect(try await world.offers().isEmpty)
            let left = try await world.store.keys().map(\.rawValue).filter {
                !$0.hasPrefix("remote") && !$0.hasPrefix("keys.")
            }
            #expect(left == ["fingerprint-key.production", "sequence.production.money-transfer"])
        }
    }

    @Test("no runs are offered while a journey runs")
    func busy() async throws {
        let world = try JourneyFixture()
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createTransfer")
        let engine = world.engine()
        let host = world.host(try await world.transport())
        let params = world.params
        async let result = engine.start(from: host, params: params) { _, _ in }
        await gate.arrival()
        await #expect(throws: JourneyError.self) { _ = try await engine.unfinishedJourneys(of: host) }
        gate.open()
        #expect(JourneyFixture.word(await result) == "completed")
    }

    @Test(
        "closing while a payment is in doubt asks the server before the result is reported",
        arguments: [
            (#"{"state":"done","body":{"reference":"TX-9","status":"BOOKED"}}"#, "completed"),
            (#"{"state":"withdrawn"}"#, "cancelled"), (#"{"state":"unknown"}"#, "pending"), ("{}", "pending"),
        ])
    func closing(said: String, outcome: String) async throws {
        var world = try world()
        let gate = Gate()
        let asked = Mutex(0)
        world.bank.inject(.gate(gate), into: "createTransfer")
        world.gatewayAnswer = { request in
            guard request.url.path.hasSuffix("/settlements") else { return nil }
            asked.withLock { $0 += 1 }
            let keys = (try? JSONReader.read(request.body))?["keys"]?.array ?? []
            let entry = (try? JSONReader.read(Array(said.utf8)))?.with("key", keys.first)
            return .json(["settlements": [entry ?? [:]]])
        }
        let still = world
        let lost = LostAnswers(try await world.transport(), path: "/api/transfers")
        let run = Task { try await still.run(lost) }
        await gate.arrival()
        run.cancel()
        gate.open()
        let result = try await run.value
        #expect(JourneyFixture.word(result) == outcome)
        #expect(asked.withLock { $0 } == 1)
        #expect(world.events.entries("result").count == 1)
        switch outcome {
        case "completed": #expect(result == .completed(payload: ["reference": "TX-9"]))
        case "pending": #expect(try await world.offers().first?.isPaymentInDoubt == true)
        default:
            let text = try await world.store.keys().filter { $0.rawValue.hasPrefix("snapshot") }
            for key in text {
                #expect(
                    try JSONReader.read(#require(try await world.store.load(key)))["attempts"] == [:],
                    "the key is void")
            }
        }
    }

    @Test("the server is not asked about a run that has sent nothing with a key")
    func nothingToAsk() async throws {
        var world = try world()
        let asked = Mutex(0)
        world.gatewayAnswer = { _ in
            asked.withLock { $0 += 1 }
            return nil
        }
        try await leave(&world)
        #expect(asked.withLock { $0 } == 0)
    }
}

/// A prompt that waits until the test has seen it, and is then cancelled.
struct WaitingBiometrics: BiometricAuthenticator {
    let gate: Gate
    init(_ gate: Gate) { self.gate = gate }
    func authenticate(reason: String) async -> BiometricVerdict {
        await gate.wait()
        while !Task.isCancelled { await Task.yield() }
        return .cancelled
    }
}

/// A network that loses every response of one path, after the server has executed the request.
struct LostAnswers: HTTPTransport {
    private let network: any HTTPTransport
    private let path: String

    init(_ network: any HTTPTransport, path: String) {
        self.network = network
        self.path = path
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let answer = try await network.send(request, options: options)
        guard request.url.path == path else { return answer }
        throw JourneyError(.netTimeout, "Lost.")
    }
}
