internal import JourneyBase

/// What a machine considered on its way, for whoever explains a run. A machine that runs a journey keeps none.
enum TraceEntry: Sendable {
    /// An event reached the step, from outside or from another event.
    case raised(event: String, depth: Int, payload: JSONValue)
    /// The guard of a transition was looked at, and what its paths led to.
    case judged(Transition, Result<Bool, GuardError>, seen: [(path: String, value: JSONValue?)])
    case taken(Transition, event: String)
}

extension StateMachine {
    /// Notes, each with how many effects stood before it.
    typealias Notes = [(place: Int, note: TraceEntry)]
}
