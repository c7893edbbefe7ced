import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK
@testable import JourneyLanguage

@Suite("API calls")
struct ApiClientTests {
    private let clock = ManualClock(hurried: true)

    /// Makes one call against `steps`, and returns its answer and its requests.
    private func call(
        _ steps: [ScriptedTransport.Step], method: HTTPMethod = .post, retry: [RetryRule] = [], key: String? = "key-1",
        arguments: [String: JSONValue] = [:], base: String = "https://bank.example/api",
        operation declared: JourneyLanguage.Operation? = nil
    ) async throws -> (answer: StateMachine.CallAnswer, requests: [HTTPRequest], events: EventRecorder) {
        let world = try JourneyFixture()
        let transport = ScriptedTransport(steps)
        let operation =
            try declared ?? Operation(id: "op", method: method, path: "/op", base: #require(HTTPSURL(base)))
        let binding = Binding(
            onEvent: "enter", operation: operation, arguments: .none, outputs: [:], headers: [:], onSuccessEmit: nil,
            onErrorEmit: nil, retry: retry)
        let step = try #require(StepID("s"))
        let journey = Journey(
            id: try #require(JourneyID("j")), version: .v12, manifestHash: [], sequence: nil, notBefore: nil,
            notAfter: nil, issuer: nil, origins: SourcePolicy([world.bankOrigin]), headers: [:],
            limits: JourneyLimits(), startStep: step, steps: [:])
        let events = EventRecorder()
        let dependencies = Dependencies.fixed(clock: clock)
        let client = ApiClient(
            transport: transport, dependencies: dependencies,
            identity: RequestIdentity(
                partnerID: "p", clientID: "c", language: "en", token: ContextToken(world.params.contextToken),
                traceID: dependencies.identifier()),
            events: EventBus(correlationID: "id", log: .silent) { events.record($0, $1) })
        let pending = PendingCall(
            id: PendingCall.ID(rawValue: 1), step: step, visit: 1, bindingIndex: 0, binding: binding,
            arguments: arguments, fingerprint: [], attempt: 1, literalKey: nil, mayMoveMoney: false)
        let answer = await client.perform(pending, key: key, journey: journey)
        return (answer, transport.requests, events)
    }

    private static func word(_ answer: StateMachine.CallAnswer) -> String {
        switch answer {
        case .success(let status, _, _): "\(status)"
        case .failure(let error, _, _, _, _): error.code.rawValue
        }
    }

    @Test(
        "each status maps to its code",
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

    @Test("a 409 without a key is not a replay")
    func conflictWithoutKey() async throws {
        let seen = try await call([.response(HTTPResponse(status: 409))], key: nil)
        #expect(ApiClientTests.word(seen.answer) == "UNKNOWN")
    }

    @Test("only codes without a status of their own are taken from the body")
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
        "retryable failures get three attempts, with one key and a new span each",
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

    @Test("other statuses are not retried", arguments: [400, 401, 403, 404, 409, 422, 501 - 200])
    func noRetries(status: Int) async throws {
        let seen = try await call([.response(HTTPResponse(status: status)), .response(.json([:]))])
        #expect(seen.requests.count == 1)
    }

    @Test("a call that is neither idempotent nor keyed is sent once")
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
        "full jitter spans zero to the whole wait, is added to Retry-After, and never exceeds the cap"
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

    @Test("one deadline covers all attempts of a call; an attempt that could not finish in time does not start")
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

    @Test("an operation on an origin that the manifest does not list gets no request and no token")
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

    @Test("responses that are not strict JSON are refused")
    func strictJSON() async throws {
        for body in ["{", "{\"a\":1,\"a\":2}", "NaN", "{} {}", "\u{FEFF}{}"] {
            let seen = try await call([.response(HTTPResponse(status: 200, body: Array(body.utf8)))])
            #expect(ApiClientTests.word(seen.answer) == "VALIDATION_FAIL")
        }
        let empty = try await call([.response(HTTPResponse(status: 200))])
        #expect(ApiClientTests.word(empty.answer) == "200")
    }

    // MARK: Declared requests and error responses

    /// An operation of a document with this request body and these responses.
    private static func operation(
        _ type: String = "application/json", _ schema: JSONValue = ["type": "object"], answers: JSONValue = [:],
        version: String = "3.1.0"
    ) throws -> JourneyLanguage.Operation {
        let document: JSONValue = [
            "openapi": .string(version), "info": ["title": "t", "version": "1"],
            "paths": [
                "/op": [
                    "post": [
                        "operationId": "op",
                        "parameters": [
                            ["name": "X-Idempotency-Key", "in": "header", "schema": ["type": "string"]]
                        ],
                        "requestBody": ["required": true, "content": .object([type: ["schema": schema]])],
                        "responses": .object(
                            (answers.object ?? [:]).merging(["200": ["description": "Done"]]) { first, _ in first }),
                    ]
                ]
            ],
        ]
        return try .resolving(
            "op", in: document.compactBytes, allowing: #require(HTTPSURL("https://bank.example/api.json")))
    }

    /// A kind of body: its declaration, the arguments that fill it with `count` units, bytes for each unit, its limit.
    struct Carrier: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var type = "application/json"
        var schema: JSONValue
        var version = "3.1.0"
        var isFile = false
        var name = "content"
        let limit: Int
    }

    private static func content(_ schema: JSONValue) -> JSONValue {
        ["type": "object", "properties": ["content": schema]]
    }

    static let carriers: [Carrier] = [
        Carrier(testDescription: "JSON", schema: content(["type": "string"]), limit: 262_144),
        Carrier(
            testDescription: "JSON with a password, which is no file",
            schema: content(["type": "string", "format": "password"]), version: "3.0.3", limit: 262_144),
        Carrier(
            testDescription: "JSON with encoded bytes",
            schema: content(["type": "string", "contentEncoding": "base64url"]),
            limit: 4_194_304),
        Carrier(
            testDescription: "a form", type: "application/x-www-form-urlencoded", schema: content(["type": "string"]),
            limit: 262_144),
        Carrier(
            testDescription: "a form with parts, of text", type: "multipart/form-data",
            schema: content(["type": "string"]), limit: 262_144),
        Carrier(
            testDescription: "a form with parts, a file among them", type: "multipart/form-data",
            schema: content(["type": "string", "format": "binary"]), version: "3.0.3", isFile: true, limit: 4_194_304),
        Carrier(
            testDescription: "bytes", type: "application/octet-stream", schema: ["type": "string", "format": "binary"],
            version: "3.0.3", isFile: true, name: "body", limit: 4_194_304),
    ]

    @Test(
        "a request is limited to 256 KiB, or 4 MiB with a file; one byte more is not sent",
        arguments: carriers)
    func requestLimit(of carrier: Carrier) async throws {
        let operation = try Self.operation(carrier.type, carrier.schema, version: carrier.version)
        #expect(operation.requestLimit == carrier.limit)
        func arguments(_ count: Int) -> [String: JSONValue] {
            let bytes = [UInt8](repeating: 0x61, count: count)
            let value: JSONValue =
                carrier.isFile
                ? ["data": .string(Base64URL.encode(bytes)), "type": "application/octet-stream"]
                : .string(String(decoding: bytes, as: UTF8.self))
            return [carrier.name: value]
        }
        let around = try operation.request(arguments: arguments(3)).body.count - 3
        for (size, isSent) in [(carrier.limit - 1, true), (carrier.limit, true), (carrier.limit + 1, false)] {
            let seen = try await call(
                [.response(HTTPResponse(status: 200))], arguments: arguments(size - around), operation: operation)
            #expect(seen.requests.map(\.body.count) == (isSent ? [size] : []))
            #expect(Self.word(seen.answer) == (isSent ? "200" : "VALIDATION_FAIL"), "\(seen.answer)")
        }
    }

    @Test("byte-encoded content of OpenAPI 3.0 gets the file limit")
    func byteLimit() throws {
        let schema = Self.content(["type": "string", "format": "byte"])
        #expect(try Self.operation("application/json", schema, version: "3.0.3").requestLimit == 4_194_304)
    }

    private static let refusals: JSONValue = [
        "422": [
            "description": "Not accepted",
            "content": [
                "application/problem+json": [
                    "schema": [
                        "type": "object", "required": ["code"],
                        "properties": [
                            "code": ["enum": ["MORE_INFO", "COMPLIANCE_HOLD"]],
                            "errors": [
                                "type": "array",
                                "items": ["type": "object", "required": ["field", "detail"]],
                            ],
                        ],
                    ]
                ]
            ],
        ],
        "404": ["description": "Not there"],
        "4XX": [
            "description": "Others",
            "content": ["application/json": ["schema": ["type": "object", "required": ["code", "trace"]]]],
        ],
    ]

    @Test(
        "an error body counts only if it matches the one declared for its status; otherwise the status decides",
        arguments: [
            (422, "application/problem+json", ["code": "MORE_INFO"], "MORE_INFO", true),
            (
                422, "application/problem+json", ["code": "MORE_INFO", "errors": [["field": "a", "detail": "No."]]],
                "MORE_INFO", true
            ),
            // Near misses: an undeclared value, member, type or media type.
            (422, "application/problem+json", ["code": "SCA_REQUIRED"], "VALIDATION_FAIL", false),
            (422, "application/problem+json", ["errors": [["field": "a", "detail": "No."]]], "VALIDATION_FAIL", false),
            (
                422, "application/problem+json", ["code": "MORE_INFO", "errors": [["field": "a"]]], "VALIDATION_FAIL",
                false
            ),
            (422, "application/problem+json", ["code": "MORE_INFO", "errors": "x"], "VALIDATION_FAIL", false),
            (422, "application/json", ["code": "MORE_INFO"], "VALIDATION_FAIL", false),
            (422, "application/problem+json", [], "VALIDATION_FAIL", false),
            // Declared by its range.
            (451, "application/json", ["code": "COMPLIANCE_HOLD", "trace": "t"], "COMPLIANCE_HOLD", true),
            (451, "application/json", ["code": "COMPLIANCE_HOLD"], "UNKNOWN", false),
            // Declared without a body, or not declared: accepted.
            (404, "application/json", ["code": "COMPLIANCE_HOLD"], "COMPLIANCE_HOLD", true),
            (503, "application/json", ["code": "CLOSED"], "SERVER_ERROR", true),
        ] as [(Int, String, JSONValue, String, Bool)])
    func refusalBodies(status: Int, type: String, body: JSONValue, word: String, isHandedOn: Bool) async throws {
        var response = HTTPResponse(status: status, body: body.compactBytes)
        response.headers["Content-Type"] = type
        let seen = try await call(
            Array(repeating: .response(response), count: 3),
            operation: try Self.operation(answers: Self.refusals))
        guard case .failure(let error, let told, let problem, _, _) = seen.answer else {
            Issue.record("It was no refusal.")
            return
        }
        #expect(error.code.rawValue == word && told == status)
        #expect((problem != nil) == isHandedOn)
        // A status that is retried is retried whatever its body.
        #expect(seen.requests.count == (status == 503 ? 3 : 1))
        #expect(error.message.contains("does not match the declared") == !isHandedOn)
    }
}
