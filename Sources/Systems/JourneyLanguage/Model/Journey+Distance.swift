package import JourneyBase

extension Journey {
    /// Returns the smallest number of steps between `step` and a terminal that completes the journey, or `nil` if none is
    /// reachable.
    ///
    /// Only transitions count, regardless of their guards. Each transition is visited at most once.
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
