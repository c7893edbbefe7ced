internal import JourneyBase

/// The order of a journey's steps on the ways on which everything succeeds.
///
/// Only transitions count, regardless of their guards. Errors, the end of a time, cancelling, and a page's `cancel` and `back` are
/// no success.
struct JourneyCourse {
    private let start: StepID
    /// The steps to which each step's successes lead.
    private let next: [StepID: [StepID]]
    /// The steps to which successes lead from the start. The others are entered after an error, a timeout or a cancelling only.
    let reached: Set<StepID>
    /// The reached steps from which successes lead to an end as completed or pending, without the ends.
    let steps: Set<StepID>

    init(_ journey: Journey) {
        start = journey.startStep
        let next = journey.steps.mapValues { step in
            let unsuccessful = step.unsuccessfulEvents
            return step.transitions.filter { !unsuccessful.contains($0.key) }.values.joined().compactMap(\.target)
        }
        var last: [StepID: [StepID]] = [:]
        for (step, targets) in next {
            for target in targets { last[target, default: []].append(step) }
        }
        let ends = journey.steps.values.filter { step in
            if case .terminal(let end) = step.kind { [.completed, .pending].contains(end.outcome) } else { false }
        }
        self.next = next
        reached = Reachability.steps(from: [start]) { next[$0] ?? [] }
        let ending = Reachability.steps(from: ends.map(\.id)) { last[$0] ?? [] }
        steps = reached.intersection(ending).subtracting(ends.map(\.id))
    }

    /// Returns `true` if successes of `step` and of the steps after it lead to `other`.
    func leads(_ step: StepID, to other: StepID) -> Bool {
        Reachability.steps(from: next[step] ?? []) { next[$0] ?? [] }.contains(other)
    }

    /// Returns `true` if each way on which everything succeeds passes `step` before it gets to `other`.
    func passes(_ step: StepID, before other: StepID) -> Bool {
        guard step != start else { return true }
        return !Reachability.steps(from: [start]) { (next[$0] ?? []).filter { $0 != step } }.contains(other)
    }
}

extension Step {
    /// The events that do not mean success, and those that only they raise.
    var unsuccessfulEvents: Set<String> {
        var names: Set<String> = ["error", "timeout", "journeyTimeout"]
        names.formUnion(bindings.compactMap(\.onErrorEmit))
        switch kind {
        case .web: names.formUnion(["cancel", "back"])
        case .native, .authorize: names.insert("cancelled")
        case .server, .terminal: break
        }
        let raised = Set(bindings.compactMap(\.onSuccessEmit))
            .union(transitions.filter { !names.contains($0.key) }.values.joined().compactMap(\.emit))
        let following = transitions.filter { names.contains($0.key) }.values.joined().compactMap(\.emit)
        return names.union(Set(following).subtracting(raised))
    }
}
