internal import JourneyBase

/// The state of a journey for its page: `journey_state` in `docs/reference/bridge.md`.
///
/// It contains names of the manifest, numbers and codes, never what a person typed or a bank answered.
struct PageState: Equatable {
    /// The version of the message format.
    static let version = 1

    struct Call: Equatable {
        var operation: String
        var attempt = 1
        /// The wait until the next attempt, where there is one.
        var retry: Duration?
    }

    var step: StepID
    /// The number of steps entered so far, this one included.
    var entered: Int
    /// The lowest number of steps until the journey is completed.
    var left: Int?
    /// The calls in progress, in the order in which they began.
    var calls: [Call]
    /// `false` from an attempt without a connection until one is answered.
    var isOnline: Bool
    /// The last error in this step.
    var error: ErrorCode?

    /// Returns the message for pages, with the time left for the step and the journey.
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
