internal import JourneyBase

extension StateMachine {
    /// Where the run could be taken up from now: in the step at hand, with its calls asked again under their keys.
    public var resumePoint: ResumePoint {
        var point = ResumePoint(step: currentStep)
        for (step, names) in journey.resumePolicy?.keep ?? [:] {
            for name in names {
                guard let text = outputs[step.rawValue]?[name]?.string, ResumePoint.mayKeep(text) else { continue }
                point.outputs[step.rawValue, default: [:]][name] = text
            }
        }
        point.attempts = ledger.attempts
        return point
    }

    /// Has the engine keep the point as it is now, whatever follows from the same event; not when the run is about to end.
    func savePoint(_ effects: inout [Effect]) {
        guard case .running = phase else { return }
        if case .terminal = step?.kind { return }
        effects.append(.savePoint(resumePoint))
    }

    mutating func restore(_ point: ResumePoint) {
        for (name, values) in point.outputs.sorted(by: { $0.key < $1.key }) {
            guard let step = StepID(name) else { continue }
            outputs[name] = .object(values.mapValues { .string($0) })
            outputOrder.append(step)
        }
        // In the order of their numbers, so that the last is known to be the last.
        let left = point.attempts.compactMap { scope, attempt in
            PendingCall.Slot.parse(scope).map { (slot: $0.slot, number: $0.attempt, attempt: attempt) }
        }
        for (slot, number, attempt) in left.sorted(by: { $0.number < $1.number }) {
            guard let binding = binding(at: slot) else { continue }
            ledger.restore(
                slot, number: number, operation: binding.operation.id, kind: binding.carriesKey ? .keyed : .unkeyed,
                attempt)
        }
    }

    func binding(at slot: PendingCall.Slot) -> Binding? {
        guard let bindings = journey.steps[slot.step]?.bindings, bindings.indices.contains(slot.binding) else {
            return nil
        }
        return bindings[slot.binding]
    }
}
