internal import JourneyBase

extension Explanation.Entry {
    /// Creates the entry for a decision of the state machine.
    init(_ note: TraceEntry) {
        switch note {
        case .raised(let event, let depth, let payload): self = .event(name: event, depth: depth, payload: payload)
        case .judged(let transition, let place, let result, let seen):
            var (value, error): (Bool?, String?) = (nil, nil)
            switch result {
            case .success(let truth): value = truth
            case .failure(let fault): error = "\(fault.reason.rawValue): \(fault.detail)"
            }
            self = .condition(
                place, source: transition.guardExpression?.source ?? "", value: value, error: error, seen: seen,
                emit: transition.emit, target: transition.target?.rawValue)
        case .taken(let transition, let place):
            self = .transition(place, emit: transition.emit, target: transition.target?.rawValue)
        case .unsent(_, let error): self = .diagnostic(code: error.code.rawValue, message: error.message)
        }
    }

    /// Returns the entries of one event, in the order in which they occurred.
    ///
    /// - Parameters:
    ///   - effects: The effects of the event.
    ///   - notes: The decisions, each with the number of effects before it.
    ///   - visits: The number of visits of each step, which entered steps increase.
    static func entries(
        of effects: [StateMachine.Effect], _ notes: StateMachine.Notes, counting visits: inout [StepID: Int]
    ) -> [Explanation.Entry] {
        var entries: [Explanation.Entry] = []
        var notes = notes[...]
        for (index, effect) in effects.enumerated() {
            while let first = notes.first, first.place <= index { entries.append(.init(notes.removeFirst().note)) }
            if case .enterStep(let step, _) = effect { visits[step.id, default: 0] += 1 }
            entries += Explanation.Entry.entries(of: effect, visits, problem: nil)
        }
        return entries + notes.map { .init($0.note) }
    }
}
