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
        for (slot, attempts) in ledger.open {
            for attempt in attempts where attempt.carriesKey {
                point.open[slot.scope(attempt.number)] = attempt.fingerprint
            }
        }
        return point
    }

    /// Has the engine keep the point, unless the run is about to end.
    func savePoint(_ effects: inout [Effect]) {
        guard case .running = phase else { return }
        if case .terminal = step?.kind { return }
        effects.append(.savePoint)
    }

    mutating func restore(_ point: ResumePoint) {
        for (name, values) in point.outputs.sorted(by: { $0.key < $1.key }) {
            guard let step = StepID(name) else { continue }
            outputs[name] = .object(values.mapValues { .string($0) })
            outputOrder.append(step)
        }
        for scope in Set(point.open.keys).union(point.closed) {
            guard let (slot, attempt) = PendingCall.Slot.parse(scope), let binding = binding(at: slot) else { continue }
            ledger.restore(
                slot, number: attempt, operation: binding.operation.id, fingerprint: point.open[scope])
        }
    }

    func binding(at slot: PendingCall.Slot) -> Binding? {
        guard let bindings = journey.steps[slot.step]?.bindings, bindings.indices.contains(slot.binding) else {
            return nil
        }
        return bindings[slot.binding]
    }
}
