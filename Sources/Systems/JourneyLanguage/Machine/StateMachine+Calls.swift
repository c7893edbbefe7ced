internal import JourneyBase
internal import JourneyCrypto

extension StateMachine {
    /// Whether a call of this binding has not answered yet, in this visit or an earlier one.
    func isUnderWay(_ slot: PendingCall.Slot) -> Bool { calls.values.contains { $0.slot == slot } }

    /// Starts the call of `binding`. Arguments that cannot be had are a failed call that was never made.
    mutating func begin(
        _ binding: Binding, at index: Int, of step: Step, on event: RaisedEvent, _ effects: inout [Effect]
    ) {
        guard let arguments = arguments(of: binding, on: event) else {
            let error = JourneyError(
                .validationFail, "The event has no object where the binding takes its arguments from.")
            return failed(binding, error, status: nil, problem: nil, depth: event.depth, &effects)
        }
        guard let headers = headers(of: binding, arguments: arguments) else {
            let error = JourneyError(
                .validationFail, "A header of \(binding.operation.id) has no value that can be sent.")
            return failed(binding, error, status: nil, problem: nil, depth: event.depth, &effects)
        }
        let slot = PendingCall.Slot(step: step.id, binding: index)
        // Manifests 1.1 and 1.2 don't say which calls move money. PUT and DELETE may be repeated (RFC 9110, section 9.2.2).
        let mayMoveMoney =
            !binding.operation.mayRepeat && (hasApproval || journey.resultNeeds(binding, of: step))
        let fingerprint = fingerprint(of: arguments)
        let attempt: Int
        do throws(JourneyError) {
            attempt = try ledger.attempt(
                of: slot, fingerprint, operation: binding.operation.id,
                kind: binding.carriesKey ? .keyed : mayMoveMoney ? .unkeyed : .untracked, isOwn: !hasPersonActed)
        } catch {
            return failed(binding, error, status: nil, problem: nil, depth: event.depth, &effects)
        }
        callCount += 1
        let call = PendingCall(
            id: PendingCall.ID(rawValue: callCount), step: step.id, visit: visit, bindingIndex: index, binding: binding,
            arguments: arguments, headers: headers, fingerprint: fingerprint, attempt: attempt,
            literalKey: step.idempotencyKey, mayMoveMoney: mayMoveMoney)
        calls[call.id] = call
        effects.append(.call(call))
    }

    private func arguments(of binding: Binding, on event: RaisedEvent) -> [String: JSONValue]? {
        switch binding.arguments {
        case .none: return [:]
        case .from(let path):
            var value: JSONValue? = event.payload
            for name in path { value = value?[name] }
            guard let arguments = value?.object else { return nil }
            // Headers and cookies are set by what the manifest declares, never by a name that a page chooses.
            let isPlain = arguments.keys.allSatisfy { name in
                binding.operation.inputs[name].map { $0.place != .header && $0.place != .cookie } ?? true
            }
            return isPlain ? arguments : nil
        case .declared(let paths):
            // What is missing is left out: the operation says which arguments it needs.
            let context = context(of: event)
            return paths.compactMapValues { $0.value(in: context) }
        }
    }

    /// A call has answered while the run goes on.
    mutating func callFinished(_ id: PendingCall.ID, _ answer: CallAnswer, _ effects: inout [Effect]) {
        guard let call = calls.removeValue(forKey: id) else { return }
        let answer = checked(answer, of: call)
        record(answer, of: call, isHeard: call.visit == visit)
        guard call.visit == visit else {
            return report(
                .lateAnswer, call.binding.onEvent, "\(call.binding.operation.id) answered after its step was left.",
                &effects)
        }
        deliver(answer, of: call, &effects)
        // Known to be done: from here on, resuming must not lead back to where it was asked for.
        if call.isTracked, case .success = answer, visit != call.visit { savePoint(&effects) }
    }

    /// HMAC-SHA256 over the session's own key and the arguments in canonical form.
    private func fingerprint(of arguments: [String: JSONValue]) -> [UInt8] {
        let value = JSONValue.object(arguments)
        return HMACSHA256.tag(
            Array((session["idempotencyKey"]?.string ?? "").utf8) + [0] + (value.canonicalBytes ?? value.compactBytes),
            key: fingerprintKey)
    }

    /// Turns a success that lacks a declared output into a failure.
    func checked(_ answer: CallAnswer, of call: PendingCall) -> CallAnswer {
        guard case .success(let status, let body) = answer else { return answer }
        guard !isWhole(body, for: call.binding) else { return answer }
        return .failure(
            JourneyError(.validationFail, "The answer of \(call.binding.operation.id) lacks a declared output."),
            status: status)
    }

    /// Whether `body` has each declared output.
    func isWhole(_ body: JSONValue, for binding: Binding) -> Bool { binding.outputs.isFulfilled(by: body) }

    /// Books what is now known of the call.
    mutating func record(_ answer: CallAnswer, of call: PendingCall, isHeard: Bool) {
        switch answer {
        case .success: ledger.confirm(call, isHeard: isHeard)
        case .failure(let error, let status, _, let mayBeDone):
            ledger.fail(call, CallRefusal(error, status: status).after(mayBeDone: mayBeDone, call))
        }
    }

    private mutating func deliver(_ answer: CallAnswer, of call: PendingCall, _ effects: inout [Effect]) {
        switch answer {
        case .failure(let error, let status, let problem, _):
            failed(call.binding, error, status: status, problem: problem, depth: 0, &effects)
        case .success(_, let body):
            let result = keep(body, call.binding.outputs, in: call.step)
            guard let name = call.binding.onSuccessEmit else { return }
            let payload = body.object == nil ? [:] : body
            emitToPage(name, payload, &effects)
            raise(RaisedEvent(name: name, payload: payload, result: result, depth: 1), &effects)
        }
    }

    /// Keeps the declared outputs under `steps.<step>` and gives them.
    mutating func keep(_ body: JSONValue, _ declared: [String: ValueType], in step: StepID) -> JSONValue? {
        guard !declared.isEmpty else { return nil }
        let result = (body.object ?? [:]).filter { declared[$0.key] != nil }
        let kept = outputs[step.rawValue]?.object ?? [:]
        outputs[step.rawValue] = .object(kept.merging(result) { $1 })
        outputOrder.removeAll { $0 == step }
        outputOrder.append(step)
        return .object(result)
    }

    private mutating func failed(
        _ binding: Binding, _ error: JourneyError, status: Int?, problem: CallProblem?, depth: Int,
        _ effects: inout [Effect]
    ) {
        var members = problem?.members ?? [:]
        members["code"] = .string(error.code.rawValue)
        members["status"] = status.map { .number(JSONNumber(Int64($0))) }
        guard let name = binding.onErrorEmit else { return unhandled(error, telling: .object(members), &effects) }
        if !isHandled(name), follow(error, .object(members), &effects) { return }
        emitToPage(name, .object(members), &effects)
        raise(RaisedEvent(name: name, payload: .object(members), code: error.code, depth: depth + 1), &effects)
    }
}
