import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK
@testable import JourneyLanguage

@Suite("API calls")
struct ApiClientTests {
    private let clock = ManualClock(hurried: true)

    /// Makes one call against `steps` and gives its answer with the requests it took.
    private func call(
        _ steps: [ScriptedTransport.Step], method: HTTPMethod = .post, retry: [RetryRule] = [], key: String? = "key-1",
        arguments: [String: JSONValue] = [:], base: String = "https://bank.example/api"
    ) async throws -> (answer: StateMachine.CallAnswer, requests: [HTTPRequest], events: EventRecorder) {
        let world = try TestWorld()
        let transport = ScriptedTransport(steps)
        let operation = Operation(
            id: "op", method: method, path: "/op", base: try #require(HTTPSURL(base)))
        let binding = Binding(
            onEvent: "enter", operation: operation, arguments: .none, outputs: [:], headers: [:], onSuccessEmit: nil,
            onErrorEmit: nil, retry: retry)
        let step = try #require(StepID("s"))
        let journey = Journey(
            id: try #require(JourneyID("j")), version: .v12, manifestHash: [], sequence: nil, notBefore: nil,
            notAfter: nil, issuer: nil, origins: SourcePolicy([world.bankOrigin]), headers: [:],
            limits: JourneyLimits(), startStep: step, steps: [:])
        let events = EventRecorder()
        let surroundings = Surroundings.fixed(clock: clock)
        let client = ApiClient(
            transport: transport, surroundings: surroundings,
            identity: RequestIdentity(
                partnerID: "p", clientID: "c", language: "en", token: ContextToken(world.params.contextToken),
                traceID: surroundings.identifier()),
            events: EventBus(correlationID: "id", log: .silent) { events.record($0, $1) })
        let pending = PendingCall(
            id: PendingCall.ID(rawValue: 1), step: step, visit: 1, bindingIndex: 0, binding: binding,
            arguments: arguments, fingerprint: [], attempt: 1, literalKey: nil)
        let answer = await client.perform(pending, key: key, journey: journey)
        return (answer, transport.requests, events)
    }

    private static func word(_ answer: StateMachine.CallAnswer) -> String {
        switch answer {
        case .success(let status, _): "\(status)"
        case .failure(let error, _, _, _): error.code.rawValue
        }
    }

    @Test(
        "what a status means",
        arguments: [
            (200, "200"), (201, "201"), (204, "204"), (301, "UNKNOWN"), (400, "VALIDATION_FAIL"), (401, "AUTH_EXPIRED"),
            (403, "AUTH_EXPIRED"), (404, "UNKNOWN"), (408, "NET_TIMEOUT"), (409, "IDEMPOTENT_REPLAY"),
            (422, "VALIDATION_FAIL"), (429, "RATE_LIMITED"), (500, "SERVER_ERROR"), (503, "SERVER_ERROR"),
            (599, "SERVER_ERROR"),
        ])
    func statuses(status: Int, word: String) async throws {
        let seen = try await call([.response(HTTPResponse(status: status))])
        #expect(ApiClientTests.word(seen.answer) == word)
    }

    @Test("a 409 without a key is no replay")
    func conflictWithoutKey() async throws {
        let seen = try await call([.response(HTTPResponse(status: 409))], key: nil)
        #expect(ApiClientTests.word(seen.answer) == "UNKNOWN")
    }

    @Test("codes that no status stands for come from the body, and no others do")
    func bodyCodes() async throws {
        for (code, word) in [
            ("SCA_REQUIRED", "SCA_REQUIRED"), ("COMPLIANCE_HOLD", "COMPLIANCE_HOLD"), ("MORE_INFO", "MORE_INFO"),
            ("AUTH_EXPIRED", "UNKNOWN"), ("USER_CANCELLED", "UNKNOWN"),
        ] {
            let seen = try await call([.response(.json(["code": .string(code)], status: 451))])
            #expect(ApiClientTests.word(seen.answer) == word)
        }
    }

    @Test(
        "what is tried again: three tries in all, with one key and a new span each",
        arguments: [408, 429, 500, 502, 503, 0])
    func retries(status: Int) async throws {
        let fault: ScriptedTransport.Step =
            status == 0
            ? .failure(JourneyError(.netUnreachable, "Lost.")) : .response(HTTPResponse(status: status))
        let seen = try await call([fault, fault, .response(.json(["ok": true]))])
        #expect(ApiClientTests.word(seen.answer) == "200")
        #expect(seen.requests.map { $0.headers["X-Idempotency-Key"] } == ["key-1", "key-1", "key-1"])
        let traces = seen.requests.compactMap { $0.headers["traceparent"]?.split(separator: "-") }
        #expect(Set(traces.map { $0[1] }).count == 1)
        #expect(Set(traces.map { $0[2] }).count == 3)
        #expect(traces.allSatisfy { $0.map(\.utf8.count) == [2, 32, 16, 2] })
        #expect(seen.events.entries("api_call").map { $0.attributes["attempt"] } == [1, 2, 3])
        let exhausted = try await call([fault])
        #expect(exhausted.requests.count == 3)
    }

    @Test("what is not tried again", arguments: [400, 401, 403, 404, 409, 422, 501 - 200])
    func noRetries(status: Int) async throws {
        let seen = try await call([.response(HTTPResponse(status: status)), .response(.json([:]))])
        #expect(seen.requests.count == 1)
    }

    @Test("a call that is neither idempotent nor carries a key is made once, whatever happens")
    func unsafe() async throws {
        for step: ScriptedTransport.Step in [
            .response(HTTPResponse(status: 503)), .failure(JourneyError(.netTimeout, "Silence.")),
        ] {
            let rule = RetryRule(codes: [.serverError, .netTimeout], attempts: 5, cap: .seconds(1), jitter: false)
            let seen = try await call([step], retry: [rule], key: nil)
            #expect(seen.requests.count == 1)
            let get = try await call([step], method: .get, retry: [rule], key: nil)
            #expect(get.requests.count == 6)
        }
    }

    @Test("waits double up to the cap; Retry-After is respected up to it")
    func waits() async throws {
        let rule = RetryRule(codes: [.serverError, .rateLimited], attempts: 5, cap: .seconds(3), jitter: false)
        let policy = RetryPolicy(rules: [rule], mayRepeat: true)
        let down = JourneyError(.serverError, "Down.")
        func wait(_ attempt: Int, _ after: Duration? = nil) -> Duration? {
            policy.wait(after: down, attempt: attempt, retryAfter: after) { [UInt8](repeating: 255, count: $0) }
        }
        #expect(
            (1...6).map { wait($0) } == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(3), nil])
        #expect(wait(1, .seconds(2)) == .seconds(2))
        #expect(wait(4, .seconds(1)) == .seconds(3))
        #expect(wait(1, .seconds(4)) == nil)
    }

    @Test(
        "full jitter: anything from nothing to the whole wait, after what the server asked for, and never beyond the cap"
    )
    func jitter() {
        let policy = RetryPolicy(rules: [], mayRepeat: true)
        let down = JourneyError(.serverError, "Down.")
        func wait(_ attempt: Int, _ byte: UInt8, _ after: Duration? = nil) -> Duration? {
            policy.wait(after: down, attempt: attempt, retryAfter: after) { [UInt8](repeating: byte, count: $0) }
        }
        #expect(wait(1, 0) == .zero && wait(1, 255) == .milliseconds(500) && wait(2, 255) == .seconds(1))
        #expect(wait(1, 0, .seconds(2)) == .seconds(2) && wait(1, 255, .seconds(2)) == .milliseconds(2_500))
        #expect(wait(2, 255, .milliseconds(7_800)) == .seconds(8), "the cap holds for both together")
        #expect(wait(1, 255, .seconds(9)) == nil)
        let middle = wait(1, 128) ?? .zero
        #expect(middle > .milliseconds(250) && middle < .milliseconds(252))
        #expect(policy.wait(after: JourneyError(.authExpired, "No."), attempt: 1, retryAfter: nil) { _ in [0] } == nil)
    }

    @Test("a call has one deadline over all its tries: no try begins that could not end in time")
    func deadline() async throws {
        let rule = RetryRule(codes: [.serverError], attempts: 10, cap: .seconds(60), jitter: false)
        let seen = try await call([.response(HTTPResponse(status: 500))], retry: [rule])
        // 0.5 + 1 + 2 + 4 + 8 + 16 seconds fit into 45; another 32 do not.
        #expect(seen.requests.count == 7)
        #expect(clock.naps.reduce(.zero, +) < ApiClient.deadline)
    }

    @Test("Retry-After is obeyed as seconds and as a date, and a wait beyond the cap ends the call")
    func retryAfter() async throws {
        let date = "Wed, 21 Oct 2026 07:28:00 GMT"
        for (text, wait) in [
            ("3", 3), ("Wed, 21 Oct 2026 07:28:04 GMT", 4), ("Wednesday, 21-Oct-26 07:28:05 GMT", 5),
            ("Wed Oct 21 07:28:06 2026", 6), ("61", nil), ("Wed, 21 Oct 2026 07:30:00 GMT", nil),
        ] as [(String, Int?)] {
            let rule = RetryRule(codes: [.rateLimited], attempts: 1, cap: .seconds(60), jitter: false)
            let before = clock.naps.count
            let busy = HTTPResponse(status: 429, headers: ["Retry-After": text, "Date": date])
            let seen = try await call([.response(busy), .response(.json([:]))], retry: [rule])
            #expect(seen.requests.count == (wait == nil ? 1 : 2), "\(text)")
            #expect(clock.naps.dropFirst(before).first == wait.map { .seconds($0) }, "\(text)")
        }
    }

    @Test("an operation on another origin than the manifest's gets no request, and so no token")
    func otherOrigin() async throws {
        let seen = try await call([.response(.json([:]))], base: "https://evil.example/api")
        #expect(ApiClientTests.word(seen.answer) == "ORIGIN_BLOCKED")
        #expect(seen.requests.isEmpty)
    }

    @Test("a request body beyond the limit is not sent")
    func longBody() async throws {
        let seen = try await call(
            [.response(.json([:]))], arguments: ["note": .string(String(repeating: "x", count: 300_000))])
        #expect(ApiClientTests.word(seen.answer) == "VALIDATION_FAIL")
        #expect(seen.requests.isEmpty)
    }

    @Test("answers that are no strict JSON are not answers")
    func strictJSON() async throws {
        for body in ["{", "{\"a\":1,\"a\":2}", "NaN", "{} {}", "\u{FEFF}{}"] {
            let seen = try await call([.response(HTTPResponse(status: 200, body: Array(body.utf8)))])
            #expect(ApiClientTests.word(seen.answer) == "VALIDATION_FAIL")
        }
        let empty = try await call([.response(HTTPResponse(status: 200))])
        #expect(ApiClientTests.word(empty.answer) == "200")
    }
}
