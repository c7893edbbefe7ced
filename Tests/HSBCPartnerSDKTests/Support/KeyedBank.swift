import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// A place where a bank takes its idempotency key.
enum KeyStyle: String, CaseIterable, Codable, Sendable {
    case bare, quoted, payPal, openBanking, body
    /// The bank takes none.
    case none

    /// The styles with a key.
    static let keyed = allCases.filter { $0 != .none }

    var header: String? {
        switch self {
        case .bare, .quoted: "Idempotency-Key"
        case .payPal: "PayPal-Request-Id"
        case .openBanking: "x-idempotency-key"
        case .body, .none: nil
        }
    }

    /// The members `effect` and `key` of a call.
    func effect(window: Int64) -> [String: JSONValue] {
        var key: [String: JSONValue] = ["windowMs": .number(JSONNumber(window))]
        if let header { key["header"] = .string(header) } else { key["body"] = "/requestId" }
        switch self {
        case .none: return ["effect": "once"]
        case .quoted: key["form"] = "quoted"
        case .payPal: key["maxLength"] = 108
        case .openBanking: key["maxLength"] = 40
        case .bare, .body: break
        }
        return ["effect": "keyed", "key": .object(key)]
    }

    /// Returns the key of a request, as it is on the wire.
    func key(of request: HTTPRequest) -> String? {
        if let header { return request.headers[header] }
        let limits = JSONLimits(bytes: KeyedBank.bodyLimit)
        return self == .body ? (try? JSONReader.read(request.body, limits: limits))?["requestId"]?.string : nil
    }
}

/// A bank that records the bytes of each payment request and pays once for each key.
final class KeyedBank: HTTPService {
    /// A fault of the next payment request.
    enum Fault: Sendable {
        /// Answers without paying.
        case answer(HTTPResponse)
        /// Pays, then answers this.
        case paidBut(HTTPResponse)
        /// Pays, then waits before the answer.
        case gate(Gate)
    }

    private struct State {
        var sent: [[String]] = []
        var paid: [String] = []
        var faults: [Fault] = []
        var reads = 0
        var answers: [HTTPResponse] = []
    }

    let style: KeyStyle
    private let state = Mutex(State())

    init(_ style: KeyStyle) { self.style = style }

    /// The payment requests as text: method, URL, the headers that the manifest decides, and body.
    var sent: [[String]] { state.withLock(\.sent) }
    var payments: Int { state.withLock { $0.paid.count } }
    /// The number of status questions.
    var reads: Int { state.withLock(\.reads) }

    func inject(_ faults: Fault...) { state.withLock { $0.faults += faults } }
    /// Sets the answers to the next status questions; the last one stays.
    func answer(_ answers: HTTPResponse...) { state.withLock { $0.answers = answers } }

    /// Headers of the run itself, which change with each attempt.
    static let ownHeaders: Set<String> = [
        "authorization", "traceparent", "accept-language", "x-partner-id", "x-client-id", "x-hsbc-attest",
    ]

    static func bytes(of request: HTTPRequest) -> [String] {
        let headers = request.headers.fields.filter { !ownHeaders.contains($0.name.lowercased()) }
            .map { "\($0.name): \($0.value)" }.sorted()
        return ["\(request.method.rawValue) \(request.url)"] + headers + [String(decoding: request.body, as: UTF8.self)]
    }

    /// The largest body that a call may have, in bytes.
    static let bodyLimit = 4 << 20

    func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { .streamed(limit: KeyedBank.bodyLimit) }

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var request = request
        request.body = (try? await request.stream?.collected(limit: KeyedBank.bodyLimit)) ?? request.body
        request.stream = nil
        return await answer(to: request)
    }

    private func answer(to request: HTTPRequest) async -> HTTPResponse {
        guard request.method == .post else {
            return state.withLock { state in
                state.reads += 1
                guard let first = state.answers.first else { return HTTPResponse(status: 404) }
                if state.answers.count > 1 { state.answers.removeFirst() }
                return first
            }
        }
        let fault = state.withLock { state -> Fault? in
            state.sent.append(KeyedBank.bytes(of: request))
            return state.faults.isEmpty ? nil : state.faults.removeFirst()
        }
        switch fault {
        case .answer(let response): return response
        case .paidBut(let response):
            _ = pay(request)
            return response
        case .gate(let gate):
            let answer = pay(request)
            await gate.wait()
            return answer
        case nil: return pay(request)
        }
    }

    private func pay(_ request: HTTPRequest) -> HTTPResponse {
        state.withLock { state in
            let key = style.key(of: request)
            if style != .none, key == nil { return .json(["code": "KEY_MISSING"], status: 400) }
            let id = key ?? "unkeyed-\(state.paid.count)"
            let isNew = !state.paid.contains(id)
            if isNew { state.paid.append(id) }
            // UK Open Banking answers a repeat with 201 too, and with the payment's current status.
            return .json(
                ["reference": .string("P-\(state.paid.count)"), "state": isNew ? "PENDING" : "BOOKED"],
                status: isNew || style == .openBanking ? 201 : 200)
        }
    }
}

extension KeyStyle {
    static let bodySchema: JSONValue = [
        "type": "object", "required": ["amount"],
        "properties": [
            "amount": ["type": "string"], "at": ["type": "string"], "run": ["type": "string"],
            "requestId": ["type": "string"],
        ],
    ]

    /// A bundle with a payment, and reads of it and of its challenge.
    var openAPI: JSONValue {
        let answer: JSONValue = [
            "content": [
                "application/json": [
                    "schema": [
                        "type": "object",
                        "properties": ["reference": ["type": "string"], "state": ["type": "string"]],
                    ]
                ]
            ]
        ]
        let parameters: [JSONValue] =
            header.map {
                [["name": .string($0), "in": "header", "required": true, "schema": ["type": "string"]]]
            } ?? []
        return [
            "openapi": "3.1.0", "info": ["title": "Bank", "version": "1"],
            "servers": [["url": "https://bank.example/api"]],
            "paths": [
                "/payments": [
                    "post": [
                        "operationId": "pay", "parameters": .array(parameters),
                        "requestBody": [
                            "required": true, "content": ["application/json": ["schema": KeyStyle.bodySchema]],
                        ],
                        "responses": ["201": answer, "200": answer],
                    ]
                ],
                "/payments/{run}": [
                    "get": [
                        "operationId": "status",
                        "parameters": [
                            ["name": "run", "in": "path", "required": true, "schema": ["type": "string"]]
                        ],
                        "responses": ["200": answer],
                    ]
                ],
            ],
        ]
    }

    /// A manifest of 1.3 whose only step pays at once. Its body would differ with the time and the run.
    func manifest(window: Int64 = 3_600_000, _ change: (JSONValue) -> JSONValue = { $0 }) -> JSONValue {
        var call: [String: JSONValue] = effect(window: window)
        call["operationId"] = "pay"
        call["movesMoney"] = true
        let binding: JSONValue = [
            "onEvent": "enter", "call": .object(call),
            "in": ["body": "{'amount': '12.50', 'at': string(session.now), 'run': session.correlationId}"],
            "out": ["reference": "result.reference"], "onSuccessEmit": "paid", "onErrorEmit": "unpaid",
        ]
        return TestDocuments.manifest(openAPI: openAPI.compactBytes).with("manifestVersion", "1.3")
            .with("headers", ["X-Channel": "'partner'"])
            .with("startStep", "pay")
            .with(
                "steps",
                [
                    "pay": [
                        "type": "server", "bindings": [change(binding)],
                        "on": ["paid": ["to": "done"], "unpaid": ["to": "failed"]],
                    ],
                    "done": ["type": "terminal", "result": ["reference": "steps.pay.reference"]],
                    "failed": ["type": "terminal", "outcome": "failed"],
                ])
    }

    /// The status query of the payment.
    static let status: JSONValue = [
        "operationId": "status", "in": ["run": "session.correlationId"], "everyMs": 3_000, "maxMs": 60_000,
        "until": "status == 200 && result.state in ['BOOKED', 'REJECTED']", "done": "result.state == 'BOOKED'",
        "out": ["reference": "result.reference"],
    ]
}

/// A device and a bank with keys of some style.
struct KeyedFixture: Sendable {
    var world: JourneyFixture
    let bank: KeyedBank

    init(
        _ style: KeyStyle, hurried: Bool = true, store: MemoryStore = MemoryStore(), window: Int64 = 3_600_000,
        _ change: (JSONValue) -> JSONValue = { $0 }
    ) throws {
        world = try JourneyFixture(hurried: hurried, store: store)
        bank = KeyedBank(style)
        world.openAPI = style.openAPI.compactBytes
        world.manifest = style.manifest(window: window, change)
    }

    func transport() async throws -> ServiceTransport {
        try await world.transport(adding: [world.bankOrigin: bank])
    }

    func run(_ transport: (any HTTPTransport)? = nil) async throws -> JourneyResult {
        if let transport { return try await world.run(transport) }
        return try await world.run(self.transport())
    }

    /// Starts a run that pays and is then left for dead, without an answer. Open the gate to let it end.
    func die() async throws -> (task: Task<JourneyResult, any Error>, gate: Gate) {
        let gate = Gate()
        bank.inject(.gate(gate))
        let task = Task {
            defer { gate.end() }
            return try await run()
        }
        await gate.arrival()
        guard gate.arrivals > 0 else {
            let result = try await task.value
            throw Unpaid(result: result, errors: world.events.entries("error"))
        }
        return (task, gate)
    }

    /// A run that has ended without paying.
    struct Unpaid: Error {
        let result: JourneyResult
        let errors: [EventRecorder.Entry]
    }

    /// The same device some time later, before it resumes the run that was left.
    func resuming(after seconds: TimeInterval = 60, seed: UInt64 = 99) async throws -> KeyedFixture {
        var later = self
        later.world.dependencies = .fixed(
            now: JourneyFixture.now.addingTimeInterval(seconds), clock: world.dependencies.clock, seed: seed)
        later.world = later.world.restarted
        later.world.params.resumeToken = try #require(try await later.world.offers().last).resumeToken
        return later
    }

    /// A journey whose only step asks every three seconds what became of a payment, until the header `X-State` is `end`.
    static func polling(hurried: Bool = true, handled: Bool = true, maxMs: JSONValue = 30_000) throws -> KeyedFixture {
        var world = try KeyedFixture(.none, hurried: hurried)
        let poll: JSONValue = [
            "onEvent": "enter", "call": ["operationId": "status", "answerHeaders": ["X-State"]],
            "in": ["run": "'r-1'"],
            "poll": [
                "everyMs": 3_000, "maxMs": maxMs, "until": "has(headers.`x-state`) && headers.`x-state` == 'end'",
            ],
            "out": ["reference": "result.reference", "how": "headers.`x-state` + string(status)"],
            "onSuccessEmit": "known",
        ]
        world.world.manifest = KeyStyle.none.manifest().with(
            "steps",
            [
                "pay": [
                    "type": "server", "bindings": [poll.with("onErrorEmit", handled ? "unknown" : nil)],
                    "on": handled
                        ? ["known": ["to": "done"], "unknown": ["to": "open"]] : ["known": ["to": "done"]],
                ],
                "done": [
                    "type": "terminal", "result": ["reference": "steps.pay.reference", "how": "steps.pay.how"],
                ],
                "open": ["type": "terminal", "outcome": "pending", "result": ["reference": "'r-1'"]],
            ])
        return world
    }

    /// The names of stored requests.
    func requests() async throws -> [StoreKey] {
        try await world.store.keys().filter { $0.rawValue.hasPrefix("request.") }
    }
}
