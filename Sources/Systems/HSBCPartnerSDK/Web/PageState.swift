internal import JourneyBase

/// How a journey stands, as its page is told: `journey_state` in `docs/reference/bridge.md`.
///
/// It holds names of the manifest, numbers and codes. What a person typed, and what a bank answered, has no place in it.
struct PageState: Equatable {
    /// Of the shape that pages get.
    static let version = 1

    struct Call: Equatable {
        var operation: String
        var attempt = 1
        /// How long until the next try, when one is waited for.
        var retry: Duration?
    }

    var step: StepID
    /// Steps entered so far, this one among them.
    var entered: Int
    /// The fewest steps that are still to come before the journey is completed.
    var left: Int?
    /// In the order in which they began.
    var calls: [Call]
    /// `false` from a try that found no connection until one is answered.
    var isOnline: Bool
    /// What went wrong last in this step.
    var error: ErrorCode?

    /// As pages get it, with the times that are left until the step and the journey are over.
    func message(stepLeft: Duration?, journeyLeft: Duration?) -> JSONValue {
        func milliseconds(_ duration: Duration) -> JSONValue {
            .number(JSONNumber(Int64(max(.zero, duration) / .milliseconds(1))))
        }
        var progress: [String: JSONValue] = ["entered": .number(JSONNumber(Int64(entered)))]
        progress["left"] = left.map { .number(JSONNumber(Int64($0))) }
        var time: [String: JSONValue] = [:]
        time["step"] = stepLeft.map(milliseconds)
        time["journey"] = journeyLeft.map(milliseconds)
        var members: [String: JSONValue] = [
            "version": .number(JSONNumber(Int64(PageState.version))), "step": .string(step.rawValue),
            "progress": .object(progress), "online": .bool(isOnline), "timeLeftMs": .object(time),
            "calls": .array(
                calls.map { call in
                    var members: [String: JSONValue] = [
                        "operation": .string(call.operation), "attempt": .number(JSONNumber(Int64(call.attempt))),
                    ]
                    members["retryInMs"] = call.retry.map(milliseconds)
                    return .object(members)
                }),
        ]
        members["error"] = error.map { ["code": .string($0.rawValue)] }
        return .object(members)
    }
}
