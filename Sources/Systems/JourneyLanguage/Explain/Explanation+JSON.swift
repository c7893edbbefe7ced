package import JourneyBase

extension Explanation {
    /// The explanation as JSON: `journey`, `entries` (each with `kind`), `step`, `outcome` (or `null`) and `fits`.
    package var json: JSONValue {
        [
            "journey": .string(journey), "entries": .array(entries.map(\.json)), "step": .string(step),
            "outcome": outcomeJSON, "fits": .bool(isWhole),
        ]
    }

    private var outcomeJSON: JSONValue {
        switch outcome {
        case .completed(let result): ["kind": "completed", "result": result]
        case .pending(let result): ["kind": "pending", "result": result]
        case .cancelled: ["kind": "cancelled"]
        case .failed(let error):
            ["kind": "failed", "code": .string(error.code.rawValue), "recoverable": .bool(error.isRecoverable)]
        case nil: .null
        }
    }
}

extension Explanation.Entry {
    var json: JSONValue {
        switch self {
        case .script(let index, let words):
            ["kind": "script", "index": .number(JSONNumber(Int64(index))), "entry": .string(words)]
        case .enter(let step, let type, let visit):
            [
                "kind": "enter", "step": .string(step), "type": .string(type),
                "visit": .number(JSONNumber(Int64(visit))),
            ]
        case .event(let name, let depth, let payload):
            [
                "kind": "event", "name": .string(name), "depth": .number(JSONNumber(Int64(depth))), "payload": payload,
            ]
        case .condition(let place, let source, let value, let error, let seen, let emit, let target):
            [
                "kind": "guard", "at": .string("\(place)"), "source": .string(source),
                "value": value.map { .bool($0) } ?? .null,
                "error": Self.text(error), "emit": Self.text(emit), "to": Self.text(target),
                "paths": .array(
                    seen.map { part in
                        var members: [String: JSONValue] = ["path": .string(part.path)]
                        members["value"] = part.value
                        return .object(members)
                    }),
            ]
        case .transition(let place, let emit, let target):
            [
                "kind": "transition", "at": .string("\(place)"), "event": .string(place.event), "emit": Self.text(emit),
                "to": Self.text(target),
            ]
        case .call(let operation, let attempt, let carriesKey, let arguments, let problem):
            [
                "kind": "call", "operation": .string(operation), "attempt": .number(JSONNumber(Int64(attempt))),
                "key": .bool(carriesKey), "arguments": arguments, "problem": Self.text(problem),
            ]
        case .reply(let operation, let number, let words):
            [
                "kind": "reply", "operation": .string(operation), "try": .number(JSONNumber(Int64(number))),
                "reply": .string(words),
            ]
        case .time(let seconds): ["kind": "time", "seconds": JSONNumber(seconds).map { .number($0) } ?? .null]
        case .expectation(let index, let differences):
            [
                "kind": "expectation", "index": .number(JSONNumber(Int64(index))),
                "differences": .array(differences.map(\.json)),
            ]
        case .emitToPage(let name, let payload): ["kind": "emit", "name": .string(name), "payload": payload]
        case .effect(let name, let detail): ["kind": "effect", "name": .string(name), "detail": .string(detail)]
        case .diagnostic(let code, let message):
            ["kind": "diagnostic", "code": .string(code), "message": .string(message)]
        case .mismatch(let message): ["kind": "mismatch", "message": .string(message)]
        }
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
