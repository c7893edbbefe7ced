import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// Payments at a bank whose operation declares no `X-Idempotency-Key`: each is sent once, and a lost answer is pending.
@Suite("Payments without an idempotency key", .timeLimit(.minutes(10)))
struct UnkeyedPaymentTests {
    /// A world whose bank takes its key in another header, and whose manifest has a literal that is never sent.
    private func world(store: MemoryStore = MemoryStore()) throws -> JourneyFixture {
        var world = try JourneyFixture(hurried: true, store: store)
        let header: JSONValue = ["name": "Idempotency-Key", "in": "header", "schema": ["type": "string"]]
        world.openAPI = TestDocuments.openAPI.with("paths./transfers.post.parameters", [header]).compactBytes
        // The loader refuses retries for a call without a key.
        let pay = try #require(TestDocuments.steps["pay"]?["bindings"]?.array?.first).with("retry", nil)
        world.manifest = TestDocuments.manifest(openAPI: world.openAPI).with("steps.pay.idempotencyKey", "transfer")
            .with("steps.pay.bindings", [pay])
        world.bank.takesUnkeyed()
        return world
    }

    private func transfers(_ transport: ServiceTransport) -> [HTTPRequest] {
        transport.requests.filter { $0.url.path == "/api/transfers" }
    }

    private func snapshots(_ world: JourneyFixture) async throws -> Int {
        try await world.store.keys().count { $0.rawValue.hasPrefix("snapshot") }
    }

    @Test("a payment answered with 5xx or 408 is sent once, and the run is pending", arguments: [504, 500, 408])
    func lostAnswer(status: Int) async throws {
        let world = try world()
        world.bank.inject(.doneBut(status: status), .doneBut(status: status), into: "createTransfer")
        let transport = try await world.transport()
        guard case .pending(let payload) = try await world.run(transport) else {
            Issue.record("a payment that may stand was called something else")
            return
        }
        #expect(payload["operations"] == ["createTransfer"])
        #expect(world.bank.total == 1)
        #expect(transfers(transport).map { $0.headers["X-Idempotency-Key"] } == [nil])
        #expect(try await snapshots(world) == 0, "nobody can be asked about it on another day")
    }

    @Test("a refusal by the bank is final")
    func refused() async throws {
        let world = try world()
        world.bank.inject(.status(422), into: "createTransfer")
        let transport = try await world.transport()
        guard case .failed("VALIDATION_FAIL", _, _) = try await world.run(transport) else {
            Issue.record("the bank refused")
            return
        }
        #expect(transfers(transport).count == 1)
    }

    @Test("a request that was not sent is retried; one that may have been sent is not", arguments: [true, false])
    func sentAgain(isUnsent: Bool) async throws {
        let world = try world()
        let network = try await world.transport()
        let flaky = Flaky(network, path: "/api/transfers", fate: isUnsent ? .notSent : .unknown)
        let result = try await world.run(flaky)
        #expect(JourneyFixture.word(result) == (isUnsent ? "completed" : "pending"))
        #expect(world.bank.total == (isUnsent ? 1 : 0))
        #expect(flaky.tries == (isUnsent ? 2 : 1))
    }

    @Test("a payment interrupted by the process's death is reported at the next start, without asking the bank")
    func died() async throws {
        let first = try world()
        let gate = Gate()
        first.bank.inject(.gate(gate), into: "createTransfer")
        let dead = Task { try await first.run(try await first.transport()) }
        await gate.arrival()
        #expect(try await snapshots(first) == 1)
        let asked = Mutex(0)
        var second = first.restarted
        second.bank.inject(.status(422), into: "createTransfer")
        second.gatewayAnswer = { request in
            if request.url.path.hasSuffix("/settlements") { asked.withLock { $0 += 1 } }
            return nil
        }
        _ = try await second.run(try await second.transport())
        let codes = second.events.entries("error").compactMap { $0.attributes["code"]?.string }
        #expect(codes.contains("RUN_UNFINISHED"))
        #expect(asked.withLock { $0 } == 0)
        gate.open()
        _ = try await dead.value
    }
}

/// Fails the first request to a path, and forwards all others.
private final class Flaky: HTTPTransport {
    private let network: any HTTPTransport
    private let path: String
    private let fate: RequestFate
    private let count = Mutex(0)
    var tries: Int { count.withLock { $0 } }

    init(_ network: any HTTPTransport, path: String, fate: RequestFate) {
        (self.network, self.path, self.fate) = (network, path, fate)
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        guard request.url.path == path else { return try await network.send(request, options: options) }
        let attempt = count.withLock { count in
            count += 1
            return count
        }
        guard attempt == 1 else { return try await network.send(request, options: options) }
        var error = JourneyError(.netUnreachable, "The connection failed.")
        error.requestFate = fate
        throw error
    }
}
