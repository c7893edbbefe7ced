import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneyTesting
import JourneyWeb
import Testing

@testable import HSBCPartnerSDK

@Suite(
    "Bad input gives an error code and neither repeats nor loses a payment", .timeLimit(.minutes(10)))
struct BadInputTests {
    /// Runs and checks the invariants of every run: one result, the page closed, no event after the result.
    private func run(_ world: JourneyFixture, _ transport: (any HTTPTransport)? = nil) async throws -> JourneyResult {
        let result = try await world.run(transport)
        #expect(world.events.entries("result").count == 1)
        #expect(world.events.names.last == "result")
        #expect(world.page.isClosed || world.page.loads.isEmpty)
        if case .failed(let code, let message, _) = result {
            #expect(!code.isEmpty && [".", "?"].contains(message.suffix(1)) && message.count > 10)
        }
        return result
    }

    @Test("a tampered manifest is refused with MANIFEST_SIGNATURE")
    func changedByte() async throws {
        var world = try JourneyFixture()
        world.tamper = { bytes in
            Array(String(decoding: bytes, as: UTF8.self).replacing("test-bank", with: "test-bonk").utf8)
        }
        #expect(JourneyFixture.word(try await run(world)) == "MANIFEST_SIGNATURE")
        #expect(world.page.loads.isEmpty)
    }

    @Test("a manifest with an unknown key ID is refused")
    func unknownKey() async throws {
        var world = try JourneyFixture()
        world.keySet = world.keySet.with("keys", try JWKSet(["key-2": world.key.publicKey]).json["keys"])
        #expect(JourneyFixture.word(try await run(world)) == "MANIFEST_KEY_UNKNOWN")
    }

    @Test(
        "a manifest outside its validity period is refused",
        arguments: [
            ("notAfter", "2027-01-02T00:00:00Z", "MANIFEST_EXPIRED"),
            ("notBefore", "2027-01-20T00:00:00Z", "MANIFEST_NOT_YET_VALID"),
        ])
    func outOfTime(member: String, date: String, code: String) async throws {
        var world = try JourneyFixture()
        world.manifest = world.manifest.with(member, .string(date))
        #expect(JourneyFixture.word(try await run(world)) == code)
    }

    @Test("an OpenAPI bundle with another hash is refused")
    func otherBundle() async throws {
        var world = try JourneyFixture()
        world.openAPI += Array(" ".utf8)
        #expect(JourneyFixture.word(try await run(world)) == "OAPI_HASH")
    }

    @Test("a binding to an unknown operation is refused")
    func unknownOperation() async throws {
        var world = try JourneyFixture()
        var bindings = world.manifest["steps"]?["form"]?["bindings"]?.array ?? []
        bindings[0] = bindings[0].with("call.operationId", "createQuota")
        world.manifest = world.manifest.with("steps.form.bindings", .array(bindings))
        #expect(JourneyFixture.word(try await run(world)) == "OPERATION_UNKNOWN")
    }

    @Test("a manifest of another journey is refused")
    func otherJourney() async throws {
        var world = try JourneyFixture()
        world.manifest = world.manifest.with("journeyId", "account-opening")
        #expect(JourneyFixture.word(try await run(world)) == "MANIFEST_MISMATCH")
    }

    @Test("a manifest with a lower sequence than one that ran before is refused")
    func rollback() async throws {
        var world = try JourneyFixture()
        for (sequence, word) in [(7, "completed"), (6, "MANIFEST_ROLLBACK"), (7, "completed"), (8, "completed")] {
            world.restart()
            world.manifest = world.manifest.with("sequence", .number(JSONNumber(Int64(sequence))))
            #expect(JourneyFixture.word(try await world.run()) == word)
        }
    }

    @Test("a different manifest with a known sequence is refused; the same one under a new signature is accepted")
    func otherOfItsNumber() async throws {
        var world = try JourneyFixture()
        let other = world.manifest.with("headers.X-Other", "1")
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
        let first = world.manifest
        world.manifest = other
        #expect(JourneyFixture.word(try await world.restarted.run()) == "MANIFEST_ROLLBACK")
        world.manifest = other.with("sequence", 8)
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
        world.manifest = first.with("sequence", 8)
        #expect(JourneyFixture.word(try await world.restarted.run()) == "MANIFEST_ROLLBACK")
    }

    @Test("a stored sequence without a hash still counts, and the next start adds the hash")
    func earlierMemory() async throws {
        var world = try JourneyFixture()
        let name = try #require(StoreKey("sequence.production.money-transfer"))
        let sequence = try #require(world.manifest["sequence"]?.int64)
        try await world.store.save(Array(#"{"sequence":\#(sequence)}"#.utf8), for: name)
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
        world.manifest = world.manifest.with("headers.X-Other", "1")
        #expect(JourneyFixture.word(try await world.restarted.run()) == "MANIFEST_ROLLBACK")
    }

    @Test("manifests, bundles and key sets may have their maximum length; one byte more is not fetched")
    func lengths() async throws {
        var world = try JourneyFixture()
        @Sendable func padded(_ bytes: [UInt8], to length: Int) -> [UInt8] {
            bytes + [UInt8](repeating: 0x20, count: length - bytes.count)
        }
        world.openAPI = padded(world.openAPI, to: 4 << 20)
        world.manifest = world.manifest.with("oapiSha256", .string(Hex.encode(SHA256.hash(world.openAPI))))
        world.tamper = { padded($0, to: 8 << 20) }
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
        let fitting = world
        world.tamper = { padded($0, to: (8 << 20) + 1) }
        #expect(JourneyFixture.word(try await world.restarted.run()) == "RESPONSE_TOO_LARGE")
        world = fitting
        world.openAPI.append(0x20)
        #expect(JourneyFixture.word(try await world.restarted.run()) == "RESPONSE_TOO_LARGE")
        world = fitting
        world.keySetAnswer = HTTPResponse(
            status: 200, body: [UInt8](repeating: 0x20, count: ManifestKeySet.byteLimit + 1))
        #expect(JourneyFixture.word(try await world.restarted.run()) == "RESPONSE_TOO_LARGE")
    }

    @Test(
        "each gateway status instead of a manifest gives its code",
        arguments: [
            (401, "AUTH_EXPIRED"), (403, "AUTH_EXPIRED"), (404, "MANIFEST_UNAVAILABLE"), (302, "MANIFEST_UNAVAILABLE"),
            (204, "MANIFEST_UNAVAILABLE"),
        ])
    func gatewayStatus(status: Int, code: String) async throws {
        var world = try JourneyFixture()
        world.manifestAnswer = HTTPResponse(status: status)
        #expect(JourneyFixture.word(try await run(world)) == code)
    }

    @Test("a manifest response that is not JSON, or is too long, is refused")
    func noManifest() async throws {
        var world = try JourneyFixture()
        world.manifestAnswer = HTTPResponse(status: 200, body: Array("<html>".utf8))
        #expect(JourneyFixture.word(try await run(world)) == "MANIFEST_INVALID")
        world.manifestAnswer = HTTPResponse(status: 200, body: [UInt8](repeating: 0x20, count: (8 << 20) + 1))
        #expect(JourneyFixture.word(try await world.run()) == "RESPONSE_TOO_LARGE")
    }

    @Test(
        "a bad certificate or pin, and an unreachable or silent server, end the start with their codes",
        arguments: [ErrorCode.tlsFail, .pinningFail, .netUnreachable, .netTimeout])
    func network(code: ErrorCode) async throws {
        let world = try JourneyFixture(hurried: true)
        let transport = ScriptedTransport([.failure(JourneyError(code, "As the test wants it."))])
        #expect(JourneyFixture.word(try await run(world, transport)) == code.rawValue)
        // A refused certificate is not retried; a missing response is, twice.
        #expect(transport.requests.count == ([.tlsFail, .pinningFail].contains(code) ? 1 : 3))
    }

    @Test("a page of another origin is closed before it can send a message")
    func otherOrigin() async throws {
        let world = try JourneyFixture { page in try await page.connect() }
        async let result = run(world)
        _ = await world.events.first { $0.attributes["name"] == "bridge_ready" }
        let evil = try #require(HTTPSURL("https://bank.example.evil.test/"))
        world.page.begin(evil, origin: evil.origin)
        #expect(JourneyFixture.word(try await result) == "ORIGIN_BLOCKED")
    }

    @Test("a message before the handshake is refused, and the page may still do it right")
    func beforeHandshake() async throws {
        let world = try JourneyFixture { page in
            let answer = await page.post(page.sealed("event", "submit", ["amount": 1]))
            guard ScriptedDocument.code(of: answer) == "BRIDGE_NOT_READY" else { return }
            try await page.connect()
            try await page.emit("submit", ["amount": 1])
        }
        #expect(JourneyFixture.word(try await run(world)) == "completed")
        #expect(world.events.entries("error").first?.attributes["code"] == "BRIDGE_NOT_READY")
    }

    @Test("a method that the step does not allow and events of the engine are refused without ending the run")
    func notAllowed() async throws {
        let world = try JourneyFixture { page in
            try await page.connect()
            _ = await page.post(page.sealed("request", "readContacts", [:]))
            for name in ["quoted", "success", "enter", "transferred"] {
                try await page.emit(name, ["quoteId": "Q-1", "biometric": "PASS", "reference": "forged"])
            }
            try await page.emit("submit", ["amount": 1])
        }
        #expect(JourneyFixture.word(try await run(world)) == "completed")
        let codes = world.events.entries("error").map { $0.attributes["code"] }
        #expect(
            codes == ["BRIDGE_FORBIDDEN", "BRIDGE_FORBIDDEN", "BRIDGE_FORBIDDEN", "BRIDGE_FORBIDDEN", "UNKNOWN_EVENT"])
        #expect(world.bank.total == 1)
    }

    @Test("a message of 10 MB is refused, and the page continues")
    func tenMegabytes() async throws {
        let world = try JourneyFixture { page in
            try await page.connect()
            let answer = await page.post(String(repeating: "x", count: 10 << 20))
            guard ScriptedDocument.code(of: answer) == "BRIDGE_MESSAGE_TOO_LARGE" else { return }
            try await page.emit("submit", ["amount": 1])
        }
        #expect(JourneyFixture.word(try await run(world)) == "completed")
    }

    @Test("replayed and changed messages have no effect")
    func replay() async throws {
        let world = try JourneyFixture { page in
            try await page.connect()
            let message = page.sealed("event", "nothing", [:])
            _ = await page.post(message)
            let second = await page.post(message)
            let changed = await page.post(message.replacing("nothing", with: "submit_"))
            guard ScriptedDocument.code(of: second) == "BRIDGE_REPLAY",
                ScriptedDocument.code(of: changed) == "BRIDGE_SIGNATURE"
            else { return }
            try await page.emit("cancel")
        }
        #expect(try await run(world) == .cancelled)
    }

    @Test("a web process that dies once is reloaded; a second death ends the run")
    func processLost() async throws {
        let (first, second) = (EventRecorder(), EventRecorder())
        let world = try JourneyFixture { page in
            try await page.connect()
            (first.names.isEmpty ? first : second).record("open", [:])
        }
        async let result = run(world)
        _ = await first.first { _ in true }
        world.page.report(.processLost)
        _ = await second.first { _ in true }
        world.page.report(.processLost)
        #expect(JourneyFixture.word(try await result) == "PAGE_PROCESS_LOST")
    }

    @Test("a web process that dies recovers, and the transfer is made once")
    func processRecovers() async throws {
        let dies = EventRecorder()
        let world = try JourneyFixture { page in
            try await page.connect()
            if dies.names.isEmpty { return dies.record("first", [:]) }
            try await page.emit("submit", ["amount": 1])
        }
        async let result = run(world)
        _ = await dies.first { $0.name == "first" }
        world.page.report(.processLost)
        #expect(JourneyFixture.word(try await result) == "completed")
        #expect(world.bank.total == 1)
    }

    @Test("a page that cannot be loaded ends the run with PAGE_LOAD_FAILED")
    func loadFailed() async throws {
        let loads = EventRecorder()
        let world = try JourneyFixture { _ in loads.record("load", [:]) }
        async let result = run(world)
        _ = await loads.first { _ in true }
        world.page.report(.loadFailed(JourneyError(.pageLoadFailed, "The page was answered with 503.")))
        #expect(JourneyFixture.word(try await result) == "PAGE_LOAD_FAILED")
    }

    // MARK: Payment

    @Test("a retry after a 500 uses the same key and makes one payment")
    func serverError() async throws {
        let world = try JourneyFixture(hurried: true)
        world.bank.inject(.status(500), .doneBut(status: 502), into: "createTransfer")
        let transport = try await world.transport()
        #expect(JourneyFixture.word(try await run(world, transport)) == "completed")
        let keys = transport.requests.filter { $0.url.path == "/api/transfers" }.map { $0.headers["X-Idempotency-Key"] }
        #expect(keys.count == 3 && Set(keys).count == 1)
        #expect(world.bank.total == 1)
    }

    @Test("a 429 with Retry-After is waited for, as long as it asks")
    func rateLimited() async throws {
        let world = try JourneyFixture()
        world.bank.inject(.status(429, headers: ["Retry-After": "3"]), into: "createTransfer")
        let run = Task { try await self.run(world) }
        await world.clock.waitForNaps(1)
        #expect(world.clock.naps == [.seconds(3)])
        world.clock.advance(by: .seconds(3))
        #expect(JourneyFixture.word(try await run.value) == "completed")
        #expect(world.bank.total == 1)
    }

    @Test("a 429 with an excessive Retry-After ends the journey without a payment")
    func rateLimitedForLong() async throws {
        let world = try JourneyFixture()
        world.bank.inject(.status(429, headers: ["Retry-After": "3600"]), into: "createTransfer")
        let result = try await run(world)
        guard case .failed("RATE_LIMITED", _, recoverable: true) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(world.bank.total == 0)
    }

    @Test("a payment whose response is lost is pending: its key is kept, and no second payment is offered")
    func neverAnswered() async throws {
        let world = try JourneyFixture(hurried: true)
        let lost = (1...8).map { _ in TestBank.Fault.doneBut(status: 502) }
        for fault in lost { world.bank.inject(fault, into: "createTransfer") }
        guard case .pending(let payload) = try await run(world) else {
            Issue.record("a payment that may stand was called something else")
            return
        }
        #expect(payload["reason"] == "SERVER_ERROR")
        #expect(world.bank.total == 1)
        #expect(try await !world.store.keys().filter { $0.rawValue.hasPrefix("snapshot.") }.isEmpty)
    }

    @Test("a response that is not valid JSON leaves the payment pending")
    func noJSON() async throws {
        for body in ["<html>", "{\"reference\":\"a\",\"reference\":\"b\",\"status\":\"BOOKED\"}", "[]"] {
            let world = try JourneyFixture()
            world.bank.inject(.body(Array(body.utf8)), into: "createTransfer")
            guard case .pending(let payload) = try await run(world) else {
                Issue.record("what the bank did is unknown")
                return
            }
            #expect(payload["reason"] == "VALIDATION_FAIL")
        }
    }

    @Test("a double tap pays once")
    func doubleTap() async throws {
        let world = try JourneyFixture { page in
            try await page.connect()
            try await page.emit("submit", ["amount": 1])
            try await page.emit("submit", ["amount": 1])
        }
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createQuote")
        let transport = try await world.transport()
        async let result = run(world, transport)
        _ = await world.events.first { $0.attributes["code"] == "CALL_UNDER_WAY" }
        gate.open()
        #expect(JourneyFixture.word(try await result) == "completed")
        #expect(transport.requests.filter { $0.url.path == "/api/quotes" }.count == 1)
        #expect(world.bank.total == 1)
    }

    @Test("a payment is not sent when its key cannot be stored")
    func storeBroken() async throws {
        let world = try JourneyFixture()
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createQuote")
        let transport = try await world.transport()
        async let result = run(world, transport)
        await gate.arrival()
        await world.store.breakDown()
        gate.open()
        #expect(JourneyFixture.word(try await result) == "STORE_FAILED")
        #expect(!transport.requests.contains { $0.url.path == "/api/transfers" })
    }
}
