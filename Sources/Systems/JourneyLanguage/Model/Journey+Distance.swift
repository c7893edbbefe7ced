package import JourneyBase

extension Journey {
    /// The fewest steps that are entered between `step` and an end that completes the journey; `nil` when none leads there.
    ///
    /// Goes by the transitions alone, whatever their guards. Costs at most one look at each transition.
    package func stepsLeft(from step: StepID) -> Int? {
        var seen: Set<StepID> = [step]
        var ring = [step]
        var distance = 0
        while !ring.isEmpty {
            var next: [StepID] = []
            for id in ring {
                guard let step = steps[id] else { continue }
                if case .terminal(let terminal) = step.kind {
                    if terminal.outcome == .completed { return max(0, distance - 1) }
                    continue
                }
                for transition in step.transitions.values.joined() {
                    if let target = transition.target, seen.insert(target).inserted { next.append(target) }
                }
            }
            ring = next
            distance += 1
        }
        return nil
    }
}
