internal import JourneyBase

/// The state that a script expects of the run after an event, and what the event has led to.
struct Expectation: Sendable {
    /// The expected values by member. All are compared as JSON with what `Observation` has seen.
    private let values: [(name: String, value: JSONValue)]

    /// The members of an expectation, with the check of each one's form.
    private static let forms: [String: @Sendable (Reading) throws(Refusal) -> Void] = [
        "step": { (reading) throws(Refusal) in _ = try reading.text() },
        "shows": { _ in },
        "timeout": { (reading) throws(Refusal) in if reading.value != .null { _ = try reading.seconds() } },
        "calls": { (reading) throws(Refusal) in
            _ = try reading.list(atMost: 1_000, "calls") { (call) throws(Refusal) in
                try call.onlyMembers(["operation", "arguments", "key", "tries"])
                _ = try call.required("operation").text()
            }
        },
        "events": { (reading) throws(Refusal) in
            _ = try reading.list(atMost: 1_000, "events") { (event) throws(Refusal) in try event.text() }
        },
        "emits": { (reading) throws(Refusal) in
            _ = try reading.list(atMost: 1_000, "events") { (event) throws(Refusal) in
                try event.onlyMembers(["event", "payload"])
                _ = try event.required("event").text()
            }
        },
        "diagnostics": { (reading) throws(Refusal) in
            _ = try reading.list(atMost: 1_000, "codes") { (code) throws(Refusal) in try code.text() }
        },
        "executed": { (reading) throws(Refusal) in
            for (_, count) in try reading.members() { _ = try count.whole(in: 0...10_000) }
        },
        "outcome": { (reading) throws(Refusal) in
            guard reading.value != .null, !["completed", "pending", "cancelled", "failed"].contains(try reading.text())
            else { return }
            throw reading.refusal("must be one of completed, pending, cancelled and failed, or null")
        },
        "code": { (reading) throws(Refusal) in _ = try reading.text() },
        "recoverable": { (reading) throws(Refusal) in _ = try reading.flag() },
        "result": { _ in },
    ]

    init(_ reading: Reading) throws(Refusal) {
        try reading.onlyMembers(Set(Expectation.forms.keys))
        let members = try reading.members()
        guard !members.isEmpty else { throw reading.refusal("expects nothing") }
        for (name, value) in members { try Expectation.forms[name]?(value) }
        values = members.map { ($0.name, $0.value.value) }
    }

    /// The operations that the expectation names.
    var operations: [String] {
        values.flatMap { name, value -> [String] in
            switch name {
            case "executed": (value.object ?? [:]).keys.sorted()
            case "calls": (value.array ?? []).compactMap { $0["operation"]?.string }
            default: []
            }
        }
    }

    /// Returns the differences from what was seen.
    func differences(from seen: Observation) -> [Difference] {
        values.flatMap { name, expected -> [Difference] in
            switch name {
            case "calls": calls(expected, seen.calls)
            case "emits": list(expected, seen.emits, "emits", optional: "payload")
            case "executed":
                (expected.object ?? [:]).keys.sorted().flatMap { operation in
                    Difference.between(
                        .number(JSONNumber(Int64(seen.executions[operation] ?? 0))), expected[operation],
                        at: "executed.\(operation)")
                }
            default:
                // `nil` alone would be JSON's null.
                Difference.between(
                    seen.value(of: name), expected == .null ? Optional.none : .some(expected), at: name)
            }
        }
    }

    /// Compares calls; arguments, key and tries only where they are given.
    private func calls(_ expected: JSONValue, _ seen: [JSONValue]) -> [Difference] {
        list(expected, seen, "calls", optional: "arguments", "key", "tries")
    }

    private func list(
        _ expected: JSONValue, _ seen: [JSONValue], _ path: String, optional names: String...
    ) -> [Difference] {
        let wanted = expected.array ?? []
        let compared = seen.enumerated().map { index, value -> JSONValue in
            guard index < wanted.count, var members = value.object else { return value }
            for name in names where wanted[index][name] == nil { members[name] = nil }
            return .object(members)
        }
        return Difference.between(.array(compared), expected, at: path)
    }
}

/// The effects of a script's last event, and the state of the run after it.
struct Observation: Sendable {
    let step: String
    /// The address of the page, or the plugin with its parameters; `nil` in another step.
    let shows: JSONValue?
    /// The time limit of the step, in seconds, while its timer runs.
    let timeout: Double?
    /// The calls that were made: `operation`, `arguments`, `key`, `tries`.
    let calls: [JSONValue]
    /// The names of the events that reached the step.
    let events: [String]
    /// The events that were sent to the page: `event`, `payload`.
    let emits: [JSONValue]
    let diagnostics: [String]
    /// The number of executions of each operation so far.
    let executions: [String: Int]
    let outcome: Outcome<JSONValue>?

    /// Returns the value of a member of an expectation.
    func value(of name: String) -> JSONValue? {
        switch name {
        case "step": .string(step)
        case "shows": shows
        case "timeout": timeout.flatMap { JSONNumber($0) }.map { .number($0) }
        case "events": .array(events.map { .string($0) })
        case "diagnostics": .array(diagnostics.map { .string($0) })
        case "outcome": outcome.map { .string($0.name) }
        case "code": failure.map { .string($0.code.rawValue) }
        case "recoverable": failure.map { .bool($0.isRecoverable) }
        case "result": result
        default: Optional.none
        }
    }

    private var failure: JourneyError? { if case .failed(let error) = outcome { error } else { nil } }

    private var result: JSONValue? {
        switch outcome {
        case .completed(let result), .pending(let result): result
        case .cancelled, .failed, nil: Optional.none
        }
    }
}

extension Outcome {
    /// The name of the outcome in scripts.
    var name: String {
        switch self {
        case .completed: "completed"
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed: "failed"
        }
    }
}
