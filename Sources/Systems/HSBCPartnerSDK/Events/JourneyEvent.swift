internal import JourneyBase
internal import JourneyLanguage

/// An event for the host. Names and attributes are published in `docs/reference/events.md`; payloads are never included.
enum JourneyEvent: Sendable {
    case journeyBegin(journey: String, tracking: [String: String])
    /// A suspended run is resumed; `run` is its first correlation id.
    case journeyResume(run: String, step: StepID)
    case stepEnter(StepID)
    case stepExit(StepID)
    case apiCall(operation: String, method: HTTPMethod, attempt: Int, status: Int?, code: ErrorCode?, took: Duration)
    case bridgeMessage(direction: Direction, kind: String, name: String)
    case error(code: String, message: String, step: StepID?)
    case result(Outcome<JSONValue>)

    enum Direction: String, Sendable { case fromPage = "in", toPage = "out" }

    var name: String {
        switch self {
        case .journeyBegin: "journey_begin"
        case .journeyResume: "journey_resume"
        case .stepEnter: "step_enter"
        case .stepExit: "step_exit"
        case .apiCall: "api_call"
        case .bridgeMessage: "bridge_message"
        case .error: "error"
        case .result: "result"
        }
    }

    var attributes: [String: JSONValue] {
        switch self {
        case .journeyBegin(let journey, let tracking):
            var attributes: [String: JSONValue] = ["journeyId": .string(journey)]
            for (name, value) in tracking { attributes["tracking.\(name)"] = .string(value) }
            return attributes
        case .journeyResume(let run, let step): return ["run": .string(run), "step": .string(step.rawValue)]
        case .stepEnter(let step), .stepExit(let step): return ["step": .string(step.rawValue)]
        case .apiCall(let operation, let method, let attempt, let status, let code, let took):
            var attributes: [String: JSONValue] = [
                "operation": .string(operation), "method": .string(method.rawValue),
                "attempt": .number(JSONNumber(Int64(attempt))),
                "milliseconds": .number(JSONNumber(Int64(took / .milliseconds(1)))),
            ]
            attributes["status"] = status.map { .number(JSONNumber(Int64($0))) }
            attributes["code"] = code.map { .string($0.rawValue) }
            return attributes
        case .bridgeMessage(let direction, let kind, let name):
            return [
                "direction": .string(direction.rawValue), "kind": .string(kind),
                "name": .string(String(name.prefix(64))),
            ]
        case .error(let code, let message, let step):
            var attributes: [String: JSONValue] = ["code": .string(code), "message": .string(message)]
            attributes["step"] = step.map { .string($0.rawValue) }
            return attributes
        case .result(let outcome): return JourneyEvent.attributes(of: outcome)
        }
    }

    private static func attributes(of outcome: Outcome<JSONValue>) -> [String: JSONValue] {
        switch outcome {
        case .completed: ["outcome": "completed", "success": true]
        case .pending: ["outcome": "pending", "success": false]
        case .cancelled: ["outcome": "cancelled", "success": false]
        case .failed(let error):
            [
                "outcome": "failed", "success": false, "code": .string(error.code.rawValue),
                "recoverable": .bool(error.isRecoverable),
            ]
        }
    }
}
