import JourneyBase
import Testing

@testable import JourneyLanguage

/// Short builders for journeys, for tests of the state machine.
enum Fixture {
    /// The fingerprint key.
    static let key = Secret(copying: Array(repeating: 7, count: 32))
    static let base = HTTPSURL("https://bank.example/api")
    static let page = HTTPSURL("https://bank.example/pages/step")

    static func id(_ text: String) throws -> StepID { try #require(StepID(text)) }

    static func operation(_ name: String, _ method: HTTPMethod = .post) throws -> JourneyLanguage.Operation {
        JourneyLanguage.Operation(id: name, method: method, path: "/\(name)", base: try #require(base))
    }

    static func binding(
        on event: String, _ operation: String, _ method: HTTPMethod = .post, arguments: Binding.Arguments = .none,
        outputs: [String: ValueType] = [:], ok: String? = nil, bad: String? = nil
    ) throws -> Binding {
        Binding(
            onEvent: event, operation: try self.operation(operation, method), arguments: arguments, outputs: outputs,
            headers: [:], onSuccessEmit: ok, onErrorEmit: bad, retry: [])
    }

    static func to(_ target: String?, emit: String? = nil, if expression: String? = nil) throws -> Transition {
        Transition(
            guardExpression: try expression.map { .guarded(try Guard(compiling: $0)) }, emit: emit,
            target: try target.map(id))
    }

    static func step(
        _ name: String, _ kind: Step.Kind, timeout: Duration? = nil, _ bindings: [Binding] = [],
        on transitions: [String: [Transition]] = [:], key: String? = nil
    ) throws -> Step {
        Step(
            id: try id(name), kind: kind, timeout: timeout, bindings: bindings, transitions: transitions, methods: [],
            idempotencyKey: key)
    }

    static func web(
        _ name: String, timeout: Duration? = nil, _ bindings: [Binding] = [],
        on transitions: [String: [Transition]] = [:]
    ) throws -> Step {
        try step(name, .web(.fixed(try #require(page))), timeout: timeout, bindings, on: transitions)
    }

    static func end(
        _ name: String, _ outcome: Terminal.Kind, _ result: Terminal.Result = .literal([:])
    ) throws -> Step {
        try step(name, .terminal(Terminal(outcome: outcome, result: result)))
    }

    static func journey(
        _ steps: [Step], limits: JourneyLimits = JourneyLimits(), policy: ErrorPolicy = ErrorPolicy(rules: []),
        templates: [String: HeaderTemplate] = [:], resumePolicy: ResumePolicy? = nil, version: Journey.Version = .v12
    ) throws -> Journey {
        Journey(
            id: try #require(JourneyID("money-transfer")), version: version, manifestHash: [], sequence: 1,
            notBefore: nil,
            notAfter: nil, issuer: nil, origins: SourcePolicy([base?.origin]), headers: [:], limits: limits,
            startStep: try #require(steps.first?.id),
            steps: Dictionary(uniqueKeysWithValues: steps.map { ($0.id, $0) }), resumePolicy: resumePolicy,
            headerTemplates: templates, errorPolicy: policy)
    }

    /// A short version of the sandbox's money transfer.
    static func transfer(limits: JourneyLimits = JourneyLimits()) throws -> Journey {
        try journey(
            [
                web("amount", on: ["next": [to("biometric")]]),
                step(
                    "biometric", .native(plugin: "biometric_auth", params: [:]), timeout: .seconds(60),
                    on: [
                        "success": [to("submit", if: "payload.biometric == \"PASS\""), to("failed")],
                        "cancelled": [to("amount")], "error": [to("failed")], "timeout": [to("failed")],
                    ]),
                step(
                    "submit", .server, timeout: .seconds(30),
                    [
                        binding(
                            on: "enter", "createTransfer", outputs: ["reference": .string, "status": .string],
                            ok: "created", bad: "refused")
                    ],
                    on: [
                        "created": [to("held", if: "result.status == \"HELD\""), to("done")],
                        "refused": [to("amount", if: "payload.code == \"NET_TIMEOUT\""), to("failed")],
                        "timeout": [to("failed")],
                    ]),
                end("done", .completed, .declared(["reference": .string])),
                end("held", .pending, .declared(["reference": .string])), end("failed", .failed),
            ], limits: limits)
    }
}

/// A state machine that records its effects for assertions.
struct Player {
    var machine: StateMachine
    var effects: [StateMachine.Effect] = []
    var all: [StateMachine.Effect] = []
    /// The bank's answers to inquiries about unanswered calls; empty by default.
    var fates: [String: StateMachine.CallFate] = [:]
    /// The time of the events.
    var now: ExpressionTimestamp?
    /// The inquiries of the machine.
    var inquiries: [[String]] = []

    init(
        _ journey: Journey, session: JSONValue = [:], values: [HeaderVariable: String] = [:], isStarted: Bool = true,
        resuming point: ResumePoint? = nil, fates: [String: StateMachine.CallFate] = [:]
    ) {
        machine = StateMachine(
            journey: journey, session: session, headerValues: values, fingerprintKey: Fixture.key, resuming: point)
        self.fates = fates
        if isStarted { play(.start) }
    }

    mutating func play(_ event: StateMachine.Event) {
        effects = machine.handle(event, at: now)
        for case .inquire(let scopes) in effects {
            inquiries.append(scopes)
            effects += machine.handle(.inquiryAnswered(fates), at: now)
        }
        all += effects
    }

    /// The stored resume points.
    var points: [ResumePoint] {
        all.compactMap { if case .savePoint(let point) = $0 { point } else { nil } }
    }

    /// `true` if the last event stored a resume point.
    var savesPoint: Bool { effects.contains { if case .savePoint = $0 { true } else { false } } }

    /// Opens the page of the step and raises an event.
    mutating func page(_ name: String, _ payload: JSONValue = [:]) {
        play(.pageOpened(visit: machine.visit))
        play(.page(name: name, payload: payload))
    }

    mutating func answer(_ answer: StateMachine.CallAnswer) {
        guard let call = machine.callsUnderWay.last else { return }
        play(.callFinished(call.id, answer))
    }

    var calls: [PendingCall] { all.compactMap { if case .call(let call) = $0 { call } else { nil } } }
    var emitted: [String] { effects.compactMap { if case .emitToPage(let name, _) = $0 { name } else { nil } } }
    var diagnostics: [StateMachine.Diagnostic.Kind] {
        effects.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic.kind } else { nil } }
    }
    var ends: [Outcome<JSONValue>] { all.compactMap { if case .finish(let outcome) = $0 { outcome } else { nil } } }
    var step: String { machine.currentStep.rawValue }

    /// The outcome as one word, with the code of a failure.
    var end: String? {
        guard ends.count == 1 else { return ends.isEmpty ? nil : "ended \(ends.count) times" }
        return switch ends[0] {
        case .completed: "completed"
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed(let error): "failed \(error.code)"
        }
    }

    var endPayload: JSONValue? {
        switch ends.first {
        case .completed(let value), .pending(let value): value
        default: nil
        }
    }
}

extension StateMachine.CallAnswer {
    static func ok(_ body: JSONValue) -> Self { .success(status: 200, body: body) }
    static func no(_ code: ErrorCode, _ status: Int? = nil) -> Self {
        .failure(JourneyError(code, "No."), status: status)
    }
}
