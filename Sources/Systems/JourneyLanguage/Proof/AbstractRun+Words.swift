internal import JourneyBase

extension AbstractRun {
    /// Returns what can be seen of a move: where it happens, the event, and the steps, calls and outcome that follow.
    func observation(of event: AbstractEvent, leadingTo run: AbstractRun) -> String {
        let known = Set(machine.callsUnderWay.map(\.id))
        let calls: [String] = run.machine.callsUnderWay.filter { !known.contains($0.id) }.map { call in
            let arguments: [String] = call.arguments.values.map(\.compactText).sorted()
            return "\(call.binding.operation.id) \(model.binding(of: call).carriesKey) \(arguments)"
        }
        let entered = run.entered.map(\.rawValue)
        let outcome: String =
            run.end.map { end -> String in
                "\(end.outcome) \(end.terminal?.rawValue ?? "") \(run.obtained.sorted())"
            } ?? ""
        // Of runs that are resumed alike, one is killed.
        let place = if case .resume = event { "" } else { machine.currentStep.rawValue }
        let conditions = run.choices.filter(\.isFree).map { "\($0.condition)=\($0.truth.rawValue)" }
        return "\(place)|\(text(of: event, counting: false))|\(conditions)|\(entered)|\(calls)|\(outcome)"
    }

    /// Returns the words for `event`, which happens now; with the number of the try if `counting`.
    func text(of event: AbstractEvent, counting: Bool = true) -> String {
        switch event {
        case .start: return "the run starts"
        case .barred(let code): return "the gateway does not attest the run (\(code))"
        case .page(let name): return "the page raises \(name)"
        case .approved(let method): return "the person approves \(method)"
        case .pageLost(let code): return "the page is lost (\(code))"
        case .plugin(.success): return "the plugin succeeds"
        case .plugin(.cancelled): return "the person cancels"
        case .plugin(.error(let code)): return "the plugin fails (\(code))"
        case .timer(.journey): return "the journey's time is over"
        case .timer: return "the step's time is over"
        case .closed: return "the person closes the window"
        case .stopped: return "the bank stops the journey"
        case .pageRefused(let code): return "a message of the page is refused (\(code))"
        case .answer(let id, let answer): return text(of: answer, to: id, counting: counting)
        case .inquiry(false): return "the bank does not say what became of the calls"
        case .inquiry: return "the bank says what became of the calls"
        case .resume(let calls, let isAnswered):
            let names = machine.callsUnderWay.filter { calls.contains($0.id) }.map(\.binding.operation.id)
            let bank = names.isEmpty ? "" : ", while the bank executes \(names.joined(separator: ", "))"
            let asked = scopesInDoubt.isEmpty ? "" : isAnswered ? "; the bank is asked" : "; the bank does not answer"
            return "the process is killed\(bank), and the run resumes\(asked)"
        }
    }

    private func text(of answer: AbstractEvent.CallEnd, to id: PendingCall.ID, counting: Bool) -> String {
        guard let call = machine.callsUnderWay.first(where: { $0.id == id }) else { return "a call ends" }
        let number = tries[id]?.number ?? 1
        let isRepeated =
            !answer.isLast
            && failure(of: answer.end, for: call).map { AbstractRun.wait(tries[id], after: $0) != nil } == true
        var text = call.binding.operation.id
        if counting, number > 1 || isRepeated { text += ", try \(number)" }
        text += ": \(answer.end.text)"
        if answer.hasErrorOutputs { text += ", with its outputs" }
        if isRepeated { text += "; it is sent again" }
        guard let query = call.binding.statusQuery, answer.isDecided else { return text }
        return text
            + "; \(query.operation.id) says \(executed.contains(call.scope) || answer.end.isExecuted ? "that it was done" : "that it was not done")"
    }
}
