internal import JourneyBase

extension Explainer {
    /// Plays one entry and returns `true` if the run could use it.
    mutating func play(_ happening: EventScript.ScriptedEvent, _ index: Int) -> Bool {
        switch happening {
        case .page(let name, let payload):
            guard isPageUp else { return mismatch(index, Explainer.needsPage(machine)) }
            if !machine.isPageOpen { _ = advance(.pageOpened(visit: machine.visit)) }
            return advance(.page(name: name, payload: payload), index)
        case .answer(let operation, let answer): return answered(operation, answer, index)
        case .plugin(let answer):
            guard case .plugin = machine.phase.stay?.activity else {
                return mismatch(
                    index, "is a plugin's answer, but no plugin is running in the step \(machine.currentStep)")
            }
            return advance(.native(visit: machine.visit, answer), index)
        case .stepTimeout:
            guard machine.phase.stay?.isTimerRunning == true else {
                return mismatch(index, "is a timeout of the step \(machine.currentStep), which has no timeout")
            }
            return advance(.timerFired(.step(visit: machine.visit)), index)
        case .journeyTimeout:
            guard machine.journey.limits.journeyTimeout != nil else {
                return mismatch(index, "is the journey's timeout, but the journey has none")
            }
            return advance(.timerFired(.journey), index)
        case .inquiry(let fate):
            guard case .inquiring = machine.phase else {
                return mismatch(index, "is the bank's answer to an inquiry, but no inquiry is open")
            }
            let scopes = machine.calls.ledger.doubtful.map { $0.slot.scope($0.number) }
            inquired = []
            return advance(
                .inquiryAnswered(fate.map { fate in Dictionary(scopes.map { ($0, fate) }) { $1 } } ?? [:]), index)
        case .lost(let code):
            guard isPageUp else { return mismatch(index, Explainer.needsPage(machine)) }
            return advance(.pageLost(visit: machine.visit, JourneyError(code, "The script reports this error.")), index)
        case .close: return advance(.closed, index)
        case .fault(let operation, let reply, let times):
            let known = machine.journey.operations
            guard known.contains(operation) else {
                let hint = Explainer.suggestion(for: operation, in: known.sorted())
                return mismatch(index, "is a fault of \(operation), which the journey does not call\(hint)")
            }
            bank.add(reply, to: operation, times: times)
            return true
        case .advance(let duration): return pass(duration) || mismatch(index, Explainer.circle)
        case .kill: return kill(index)
        case .expect: return true
        }
    }

    private static func needsPage(_ machine: StateMachine) -> String {
        "is a page event, but the step \(machine.currentStep) has no page"
    }

    private mutating func answered(_ operation: String, _ answer: StateMachine.CallAnswer, _ index: Int) -> Bool {
        guard let call = machine.callsUnderWay.first(where: { $0.binding.operation.id == operation }) else {
            let hint = Explainer.suggestion(for: operation, in: machine.journey.operations.sorted())
            return mismatch(index, "answers \(operation), which is not in flight\(hint)")
        }
        if case .success(_, let body, _) = answer { bank.execute(call, body) }
        return advance(.callFinished(call.id, judged(answer, of: call)), index)
    }

    /// `true` while the run is in a web step.
    private var isPageUp: Bool { if case .web = machine.step?.kind { true } else { false } }

    /// Applies the event of the entry at `index`, and records a mismatch if the run then loops.
    private mutating func advance(_ event: StateMachine.Event, _ index: Int) -> Bool {
        advance(event) || mismatch(index, Explainer.circle)
    }
}

extension Journey {
    /// The operations that the journey's steps call.
    var operations: Set<String> {
        Set(
            steps.values.flatMap {
                $0.bindings.flatMap { [$0.operation.id, $0.statusQuery?.operation.id].compactMap(\.self) }
            })
    }
}
