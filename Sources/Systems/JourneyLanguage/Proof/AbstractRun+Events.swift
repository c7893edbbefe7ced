internal import JourneyBase
internal import JourneyWire

extension AbstractRun {
    /// Returns the events that can happen now, in a fixed order. `isCut` is `true` if a bound leaves some out.
    ///
    /// - Parameter isKilled: `false` if the run need not be killed, because a run that is resumed alike was.
    func events(isKilled: Bool = true) -> (list: [AbstractEvent], isCut: Bool) {
        // A run that was left is resumed from what is stored, as after the death of its process.
        if isGone || end != nil { return ([], false) }
        var list: [AbstractEvent] = []
        var isCut = false
        switch machine.phase {
        case .idle:
            list.append(.start)
            let attestation = model.journey.security.attestation.values
            if attestation.contains(true) {
                list += model.distinct(
                    [ErrorCode.attestationFail, .attestationUnavailable], handler: nil, in: nil, code: { $0 }
                ).map { .barred($0) }
            }
            return (list, false)
        case .running(let stay):
            list += stepEvents(stay)
            list += [.closed, .stopped]
        case .closing, .settling: break
        case .inquiring:
            list += [.inquiry(isAnswered: true), .inquiry(isAnswered: false)]
        case .finished: return ([], false)
        }
        for call in machine.callsUnderWay { list += answers(to: call, &isCut) }
        return (isKilled ? list + resumptions : list, isCut)
    }

    private func stepEvents(_ stay: StateMachine.StepVisit) -> [AbstractEvent] {
        guard let step = machine.step else { return [] }
        var list: [AbstractEvent] = []
        switch (step.kind, stay.activity) {
        case (.web, _):
            list += (model.pageEvents[step.id] ?? []).map { .page($0) }
            list += step.methods.filter { StateMachine.isApproval(method: $0) }.sorted().map { .approved($0) }
            list += model.distinct(AbstractRun.pageCodes, handler: "error", in: step, code: { $0 }).map {
                .pageLost($0)
            }
            let refusals = ManifestGrammar.refusalCodes.filter { model.journey.errorPolicy.action(for: $0) != nil }
                .sorted { $0.rawValue < $1.rawValue }
            list += model.distinct(refusals, handler: nil, in: step, code: { $0 }).map { .pageRefused($0) }
        case (.native, .plugin), (.authorize, .plugin):
            list += [.plugin(.success), .plugin(.cancelled)]
            let codes = [ErrorCode.unknown] + model.modelledCodes.sorted { $0.rawValue < $1.rawValue }
            list += model.distinct(codes, handler: "error", in: step, code: { $0 }).map { .plugin(.error($0)) }
        default: break
        }
        if stay.isTimerRunning { list.append(.timer(.step(visit: stay.visit))) }
        if model.journey.limits.journeyTimeout != nil { list.append(.timer(.journey)) }
        return list
    }

    private static let pageCodes: [ErrorCode] = [
        .pageLoadFailed, .pageProcessLost, .originBlocked, .pinningFail, .tlsFail, .cspRequired, .bridgeNotReady,
        .bridgeVersion, .bridgeBusy, .validationFail,
    ]

    // MARK: Calls

    private func answers(to call: PendingCall, _ isCut: inout Bool) -> [AbstractEvent] {
        ends(of: call).flatMap { (end) -> [AbstractEvent.CallEnd] in
            // Nobody sees the tries of a call that moves no money, but only its end.
            guard model.isPayment(call), let tries = tries[call.id] else { return last(end, of: call) }
            guard let failure = failure(of: end, for: call), AbstractRun.wait(tries, after: failure) != nil else {
                return last(end, of: call)
            }
            guard tries.number <= model.bounds.retries else {
                isCut = true
                return last(end, of: call)
            }
            return [AbstractEvent.CallEnd(end: end, isLast: false)] + last(end, of: call)
        }.map { .answer(call.id, $0) }
    }

    /// Returns the ways in which a call may end after its last try.
    private func last(_ end: AbstractEvent.TryEnd, of call: PendingCall) -> [AbstractEvent.CallEnd] {
        var list = [AbstractEvent.CallEnd(end: end)]
        if model.isPayment(call), isAskedAbout(call, after: end) {
            list.append(AbstractEvent.CallEnd(end: end, isDecided: true))
        }
        guard !call.binding.errorOutputs.isEmpty, failure(of: end, for: call)?.status.map({ $0 >= 300 }) ?? false
        else { return list }
        return list.flatMap { end in
            var other = end
            other.hasErrorOutputs = true
            return [end, other]
        }
    }

    private func ends(of call: PendingCall) -> [AbstractEvent.TryEnd] {
        if isIncomplete(call) { return [.unsent(.validationFail)] }
        let isExecuted = model.isPayment(call) && executed.contains(call.scope)
        return model.ends(
            ProofModel.EndsKind(
                slot: call.slot, isExecuted: isExecuted, isRepeat: isRepeat(call),
                isUnsent: unsent.contains(call.id)))
    }

    /// Returns `true` if the call certainly lacks an argument that its operation requires.
    private func isIncomplete(_ call: PendingCall) -> Bool {
        let binding = model.binding(of: call)
        switch binding.arguments {
        case .none, .from: return false
        case .declared: break
        case .expressions:
            if binding.operation.takesWholeBody, call.arguments[RequestBody.wholeName] != nil { return false }
        }
        var headers = model.journey.headers.overridden(by: binding.headers)
        let names =
            Array(model.journey.headerTemplates.keys) + model.journey.headerValues.keys + binding.headerTemplates.keys
            + binding.headerValues.keys
        for name in names { headers[name] = "assumed" }
        if binding.carriesKey {
            headers[binding.keyPlacement.flatMap(\.headerName) ?? BankHeader.idempotencyKey] = PendingCall.sampleKey
        }
        var given = Set(call.arguments.keys)
        if case .body(let names)? = binding.keyPlacement?.place { given.formUnion([names[0], "body.\(names[0])"]) }
        return binding.operation.missing(given: given, headers: headers) != nil
    }

    // MARK: Resuming

    private var resumptions: [AbstractEvent] {
        guard kills < model.bounds.kills, isResumable else { return [] }
        var sets: [Set<PendingCall.ID>] = [[]]
        for call in machine.callsUnderWay
        where model.isPayment(call) && !unsent.contains(call.id) && !isIncomplete(call) {
            sets += sets.map { $0.union([call.id]) }
        }
        let answers = scopesInDoubt.isEmpty ? [false] : [true, false]
        return sets.flatMap { set in answers.map { .resume(executed: set, isAnswered: $0) } }
    }
}

extension KeyPlacement {
    /// The name of the header that carries the key, if a header does.
    fileprivate var headerName: String? { if case .header(let name) = place { name } else { nil } }
}
