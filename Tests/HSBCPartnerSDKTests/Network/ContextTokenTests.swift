import Foundation
import JourneyBase
import JourneyLanguage
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Renewing the context token", .timeLimit(.minutes(10)))
struct ContextTokenTests {
    /// A server that accepts one token and answers 401 to all others.
    private final class Door: HTTPTransport {
        let accepted: String
        let requests = Mutex<[String]>([])

        init(_ accepted: String) { self.accepted = accepted }

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            let token = request.headers["Authorization"] ?? ""
            requests.withLock { $0.append(token) }
            return HTTPResponse(status: token == "Bearer \(accepted)" ? 200 : 401)
        }

        var seen: [String] { requests.withLock { $0 } }
    }

    private static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }

    private func client(
        _ door: any HTTPTransport, clock: any Clock<Duration> = ManualClock(), renewal: ContextToken.Renewal?
    ) -> ApiClient {
        let dependencies = Dependencies.fixed(clock: clock)
        return ApiClient(
            transport: door, dependencies: dependencies,
            identity: RequestIdentity(
                partnerID: "p", clientID: "c", language: "en",
                token: ContextToken(Self.secret("old"), clock: clock, renewal: renewal),
                traceID: dependencies.identifier()),
            events: EventBus(correlationID: "id", log: .silent) { _, _ in })
    }

    /// Returns the status, or the failure's code, of a `POST` without a key, which is never repeated otherwise.
    private func call(_ client: ApiClient, isTokenIncluded: Bool = true) async -> String {
        let url = HTTPSURL("https://bank.example/x") ?? { fatalError("no address") }()
        let result = await client.send(
            HTTPRequest(method: .post, url: url), operation: "op", policy: RetryPolicy(rules: [], mayRepeat: false),
            isTokenIncluded: isTokenIncluded)
        switch result {
        case .success(let response): return "\(response.status)"
        case .failure(let failure): return failure.error.code.rawValue
        }
    }

    @Test("a 401 causes one renewal and one repeat, and the new token is used afterwards")
    func renewed() async {
        let door = Door("new")
        let count = Mutex(0)
        let client = client(door) {
            count.withLock { $0 += 1 }
            return Self.secret("new")
        }
        #expect(await call(client) == "200")
        #expect(await call(client) == "200")
        #expect(door.seen == ["Bearer old", "Bearer new", "Bearer new"])
        #expect(count.withLock { $0 } == 1)
    }

    @Test(
        "nothing is repeated with a new token once the bank may have forgotten the key",
        arguments: [1.0, 0, -1])
    func forgotten(secondsLeft: Double) async throws {
        let door = Door("new")
        let client = client(door) { Self.secret("new") }
        var policy = RetryPolicy(rules: [], mayRepeat: true)
        let now = client.dependencies.now()
        policy.keyed = RetryPolicy.Keyed(isRepeat: true, before: now.addingTimeInterval(secondsLeft))
        let url = try #require(HTTPSURL("https://bank.example/x"))
        let result = await client.send(
            HTTPRequest(method: .post, url: url), operation: "op", policy: policy, isTokenIncluded: true)
        let mayRepeat = secondsLeft > 0
        #expect((try? result.get().status) == (mayRepeat ? 200 : nil))
        #expect(door.seen == (mayRepeat ? ["Bearer old", "Bearer new"] : ["Bearer old"]))
    }

    @Test("a hundred calls that get 401 at once share one renewal", arguments: [true, false])
    func shared(succeeds: Bool) async {
        let door = Door("new")
        let gate = Gate()
        let count = Mutex(0)
        let client = client(door) {
            count.withLock { $0 += 1 }
            await gate.wait()
            guard succeeds else { throw JourneyError(.authExpired, "Signed out.") }
            return Self.secret("new")
        }
        let words = await withTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { await call(client) } }
            await gate.arrival()
            while door.seen.count < 100 { await Task.yield() }
            gate.open()
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(words == Array(repeating: succeeds ? "200" : "AUTH_EXPIRED", count: 100))
        #expect(count.withLock { $0 } == 1)
        #expect(door.seen.count == (succeeds ? 200 : 100))
        // A later caller must not renew a token that was just refused.
        #expect(await call(client) == (succeeds ? "200" : "AUTH_EXPIRED"))
        #expect(count.withLock { $0 } == 1)
    }

    @Test("a 401 for the new token ends the call after one repeat")
    func stillNo() async {
        let door = Door("other")
        let count = Mutex(0)
        let client = client(door) {
            count.withLock { $0 += 1 }
            return Self.secret("new")
        }
        #expect(await call(client) == "AUTH_EXPIRED")
        #expect(door.seen == ["Bearer old", "Bearer new"] && count.withLock { $0 } == 1)
    }

    @Test(
        "a renewed value that is not a valid bearer token is refused",
        arguments: ["", "a b", "new\r\nX: y", "é", String(repeating: "x", count: 4_097)])
    func noToken(text: String) async {
        let door = Door("new")
        #expect(await call(client(door) { Self.secret(text) }) == "AUTH_EXPIRED")
        #expect(door.seen == ["Bearer old"])
    }

    @Test("a host that does not answer a renewal delays a call by half a minute at most")
    func silence() async {
        let door = Door("new")
        let clock = ManualClock()
        let gate = Gate()
        let client = client(door, clock: clock) {
            await gate.wait()
            return Self.secret("new")
        }
        async let word = call(client)
        await gate.arrival()
        await clock.waitForNaps(1)
        clock.advance(by: ContextToken.timeout)
        #expect(await word == "AUTH_EXPIRED")
        // A late token is ignored.
        gate.open()
        #expect(door.seen == ["Bearer old"])
    }

    @Test(
        "calls of an ending run neither renew nor wait for a token; a reconciliation may still renew it")
    func ending() async {
        let door = Door("new")
        let gate = Gate()
        let count = Mutex(0)
        let isStopped = Mutex(false)
        let client = client(door) {
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { await gate.wait() }
            if Task.isCancelled { isStopped.withLock { $0 = true } }
            return Self.secret(isFirst ? "old" : "new")
        }
        async let word = call(client)
        await gate.arrival()
        client.identity.token.end()
        #expect(await word == "AUTH_EXPIRED")
        gate.open()
        while !isStopped.withLock({ $0 }) { await Task.yield() }
        #expect(await call(client) == "AUTH_EXPIRED")
        #expect(door.seen == ["Bearer old", "Bearer old"] && count.withLock { $0 } == 1)
        let held = client.identity.token.current
        #expect(await client.identity.token.renewed(after: held, within: .seconds(10))?.generation == 1)
        #expect(count.withLock { $0 } == 2)
    }

    @Test("no renewal is requested without a renewal handler or for a call without the token")
    func notAsked() async {
        let door = Door("new")
        #expect(await call(client(door, renewal: nil)) == "AUTH_EXPIRED")
        let count = Mutex(0)
        let other = client(door) {
            count.withLock { $0 += 1 }
            return Self.secret("new")
        }
        #expect(await call(other, isTokenIncluded: false) == "AUTH_EXPIRED")
        #expect(count.withLock { $0 } == 0)
    }

    @Test(
        "a 401 with another reason than the token is neither renewed nor repeated",
        arguments: ["COMPLIANCE_HOLD", "SCA_REQUIRED", "SCA_INVALID", "MORE_INFO"])
    func otherReason(code: String) async {
        let network = ScriptedTransport([
            .response(.json(["code": .string(code)], status: 401)), .response(HTTPResponse(status: 200)),
        ])
        let count = Mutex(0)
        let client = client(network) {
            count.withLock { $0 += 1 }
            return Self.secret("new")
        }
        #expect(await call(client) == code)
        #expect(count.withLock { $0 } == 0 && network.requests.count == 1)
    }

    @Test("a 401 with an unknown code in its body is treated as an expired token")
    func unknownReason() async {
        let network = ScriptedTransport([
            .response(.json(["code": "SOMETHING_ELSE"], status: 401)), .response(HTTPResponse(status: 200)),
        ])
        #expect(await call(client(network) { Self.secret("new") }) == "200")
    }

    @Test("the repeat after a renewal does not count as a retry of the policy")
    func noRetry() async {
        let network = ScriptedTransport([
            .response(HTTPResponse(status: 401)), .response(HTTPResponse(status: 503)),
            .response(HTTPResponse(status: 200)),
        ])
        let url = HTTPSURL("https://bank.example/x") ?? { fatalError("no address") }()
        let rule = RetryRule(codes: [.serverError], attempts: 1, cap: .seconds(8), jitter: false)
        let clock = ManualClock()
        let client = client(network, clock: clock) { Self.secret("new") }
        async let result = client.send(
            HTTPRequest(method: .post, url: url), operation: "op", policy: RetryPolicy(rules: [rule], mayRepeat: true),
            isTokenIncluded: true)
        while !clock.naps.contains(.milliseconds(500)) { await Task.yield() }
        clock.advance(by: .milliseconds(500))
        guard case .success(let response) = await result else {
            Issue.record("the call failed")
            return
        }
        #expect(response.status == 200 && network.requests.count == 3)
    }

    @Test(
        "a reconciliation waits ten seconds in total, including a slow renewal; later calls use that token")
    func inquiry() async throws {
        let world = try JourneyFixture()
        let door = Door("new")
        let clock = ManualClock()
        let gate = Gate()
        let client = client(door, clock: clock) {
            await gate.wait()
            return Self.secret("new")
        }
        let gateway = GatewayClient(client: client, endpoints: world.config.endpoints)
        let journey = try world.params.checked()
        async let fates = gateway.reconcile(["key-1"], of: journey, isSignedIn: false)
        await gate.arrival()
        while !clock.naps.contains(GatewayClient.inquiryDeadline) { await Task.yield() }
        clock.advance(by: GatewayClient.inquiryDeadline - .milliseconds(1))
        #expect(door.seen == ["Bearer old"])
        clock.advance(by: .milliseconds(1))
        #expect(await fates.isEmpty)
        #expect(door.seen == ["Bearer old"])
        gate.open()
        #expect(await call(client) == "200")
        #expect(door.seen.last == "Bearer new")
    }
}
