internal import JourneyBase

/// A decision of the state machine, recorded to explain a run. Machines that run a journey record none.
enum TraceEntry: Sendable {
    /// An event reached the step, from outside or from another event.
    case raised(event: String, depth: Int, payload: JSONValue)
    /// A transition's guard was evaluated with these values of its paths.
    case judged(
        Transition, TransitionPlace, Result<Bool, GuardError>, seen: [(path: String, value: JSONValue?)])
    case taken(Transition, TransitionPlace)
    /// A call was not sent, because one of its values is missing or must not be sent.
    case unsent(operation: String, JourneyError)
}

extension StateMachine {
    /// Trace entries, each with the number of effects before it.
    typealias Notes = [(place: Int, note: TraceEntry)]
}
