package import JourneyBase

/// The parts of a journey that scripts have reached: its steps, its transitions, and both results of each guard.
package struct Coverage: Sendable {
    package enum Part: Hashable, Sendable {
        case step(StepID)
        case transition(TransitionPlace)
        /// A guard that was true or false. The transition after a guard that has no value is not reached by it.
        case guarded(TransitionPlace, Bool)

        /// The part as messages name it, such as `the guard of review.confirm[0] false`.
        package var words: String {
            switch self {
            case .step(let step): "the step \(step)"
            case .transition(let place): "the transition \(place)"
            case .guarded(let place, let value): "the guard of \(place) \(value)"
            }
        }

        /// The kind of the part, as JSON names it.
        package enum Kind: String, CaseIterable, Sendable { case steps, transitions, guards }

        package var kind: Kind {
            switch self {
            case .step: .steps
            case .transition: .transitions
            case .guarded: .guards
            }
        }
    }

    /// All parts, in the order of steps, events and transitions.
    package let parts: [Part]
    /// The parts that were reached.
    package private(set) var reached: Set<Part> = []

    init(of journey: Journey) {
        var parts: [Part] = []
        for (id, step) in journey.steps.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            parts.append(.step(id))
            for (event, transitions) in step.transitions.sorted(by: { $0.key < $1.key }) {
                for (index, transition) in transitions.enumerated() {
                    let place = TransitionPlace(step: id, event: event, index: index)
                    parts.append(.transition(place))
                    guard transition.guardExpression != nil else { continue }
                    parts += [.guarded(place, true), .guarded(place, false)]
                }
            }
        }
        self.parts = parts
    }

    /// Adds what a run has reached.
    package mutating func add(_ explanation: Explanation) {
        reached.formUnion(Coverage.parts(of: explanation.entries[...]))
    }

    /// Adds what other scripts of the same journey have reached.
    package mutating func add(_ other: Coverage) { reached.formUnion(other.reached) }

    /// Returns the parts that recorded entries have reached.
    static func parts(of entries: ArraySlice<Explanation.Entry>) -> Set<Part> {
        var parts: Set<Part> = []
        for entry in entries {
            switch entry {
            case .enter(let step, _, _): if let id = StepID(step) { parts.insert(.step(id)) }
            case .transition(let place, _, _): parts.insert(.transition(place))
            case .condition(let place, _, let value?, _, _, _, _): parts.insert(.guarded(place, value))
            default: continue
            }
        }
        return parts
    }

    /// The parts that were not reached, in order.
    package var missed: [Part] { parts.filter { !reached.contains($0) } }

    /// The number of parts of a kind that were reached, and of all.
    package func count(of kind: Part.Kind) -> (reached: Int, all: Int) {
        let parts = parts.filter { $0.kind == kind }
        return (parts.count { reached.contains($0) }, parts.count)
    }

    /// The share of all parts that was reached, in percent, rounded down.
    package var percent: Int { parts.isEmpty ? 100 : (parts.count - missed.count) * 100 / parts.count }

    /// The coverage as JSON: `percent`, each kind with `reached` and `all`, and the parts that were `missed`.
    package var json: JSONValue {
        func number(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }
        var members: [String: JSONValue] = [
            "percent": number(percent), "missed": .array(missed.map { .string($0.words) }),
        ]
        for kind in Part.Kind.allCases {
            let count = count(of: kind)
            members[kind.rawValue] = ["reached": number(count.reached), "all": number(count.all)]
        }
        return .object(members)
    }
}
