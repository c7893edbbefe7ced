internal import JourneyBase

/// The bounds of an exploration. What they leave out is not proved.
package struct ProofBounds: Hashable, Sendable {
    /// The maximum number of states.
    package var states = 100_000
    /// The maximum number of retries of one call. A retry rule allows 10 at most.
    package var retries = 10
    /// The number of times that the process is killed, or the run left, and the run resumed.
    package var kills = 1
    /// The number of executions of one payment that are accepted; more than one only where tests look for more.
    var executions = 1

    package init() {}
}

/// The facts of a journey that its exploration needs.
struct ProofModel: Sendable {
    let journey: Journey
    /// The journey that is explored: the calls that move no money are not tracked. What a run knows of them decides no payment.
    private(set) var explored: Journey
    let bounds: ProofBounds
    /// Steps whose page asks for an approval: an event of it is one.
    let approvingSteps: Set<StepID>
    /// Returns `true` if the bank recognises the key of the binding's calls.
    let knowsKey: @Sendable (Binding) -> Bool
    /// The calls that move money.
    let payments: Set<PendingCall.Slot>
    /// The codes with which plugins fail in this exploration.
    let modelledCodes: Set<ErrorCode>
    /// The events that the page of each step may raise and that the step handles.
    let pageEvents: [StepID: [String]]
    /// The sources of the conditions that compare what the answer of a call or a plugin says.
    let comparisons: Set<String>
    /// The writes whose position the run stores, so that it can be resumed there.
    private let stored: Set<PendingCall.Slot>
    /// The ends of the tries of calls.
    private var ends: [EndsKind: [AbstractEvent.TryEnd]] = [:]

    /// The facts that decide which ends of a try the engine or the bank tell apart.
    struct EndsKind: Hashable {
        let slot: PendingCall.Slot
        /// `true` if the bank executed an earlier try under the same key.
        var isExecuted = false
        /// `true` if the bank may have seen the call's key.
        var isRepeat = false
        /// `true` if the call is not sent again.
        var isUnsent = false
    }

    init(
        _ journey: Journey, bounds: ProofBounds, approvingSteps: Set<StepID> = [],
        knowsKey: @escaping @Sendable (Binding) -> Bool = { $0.carriesKey && $0.declaresKey }
    ) {
        self.journey = journey
        self.bounds = bounds
        self.approvingSteps = approvingSteps
        self.knowsKey = knowsKey
        // Manifests before 1.3 don't say which calls move money. Where a person approves, it is the write that the result needs.
        let hasApproval = journey.asksForApproval || !approvingSteps.isEmpty
        var payments: Set<PendingCall.Slot> = []
        for step in journey.steps.values {
            for (index, binding) in step.bindings.enumerated() where binding.isWrite {
                let movesMoney =
                    binding.declaresEffects
                    ? binding.movesMoney : hasApproval && journey.resultNeeds(binding, of: step)
                if movesMoney { payments.insert(PendingCall.Slot(step: step.id, binding: index)) }
            }
        }
        self.payments = payments
        pageEvents = journey.steps.mapValues(\.pageEvents)
        comparisons = journey.comparisons
        modelledCodes = [
            .netTimeout, .netUnreachable, .rateLimited, .serverError, .authExpired, .validationFail, .idempotentReplay,
            .unknown, .scaRequired, .scaInvalid, .complianceHold, .moreInfo, .pageLoadFailed, .stepTimeout,
            .journeyTimeout, .attestationFail, .attestationUnavailable, .tlsFail, .pinningFail, .storeFailed,
        ]
        var stored: Set<PendingCall.Slot> = []
        for step in journey.steps.values {
            for (index, binding) in step.bindings.enumerated() {
                let isOnce = binding.declaresEffects ? binding.isOnce : binding.isWrite && !binding.operation.mayRepeat
                if binding.carriesKey || isOnce { stored.insert(PendingCall.Slot(step: step.id, binding: index)) }
            }
        }
        self.stored = stored
        explored = journey.tracking(payments)
        for step in journey.steps.values {
            for (index, binding) in step.bindings.enumerated() {
                let slot = PendingCall.Slot(step: step.id, binding: index)
                for (isExecuted, isRepeat) in [(false, false), (false, true), (true, false), (true, true)] {
                    let kind = EndsKind(slot: slot, isExecuted: isExecuted, isRepeat: isRepeat)
                    ends[kind] = ends(of: binding, in: step, kind)
                }
            }
        }
    }

    /// The model that explores the journey as it is.
    var exact: ProofModel {
        var model = self
        model.explored = journey
        return model
    }

    /// Returns the ends of a try that the engine or the bank tell apart.
    func ends(_ kind: EndsKind) -> [AbstractEvent.TryEnd] { kind.isUnsent ? [.notRepeated] : ends[kind] ?? [] }

    /// Returns the binding of a call, as the manifest has it.
    func binding(of call: PendingCall) -> Binding { journey.binding(at: call.slot) ?? call.binding }

    /// Returns `true` if a call that moves no money stores the position of its run.
    func isStored(_ slot: PendingCall.Slot, in machine: StateMachine) -> Bool {
        guard stored.contains(slot), let binding = journey.binding(at: slot), let step = journey.steps[slot.step] else {
            return false
        }
        return binding.carriesKey || binding.declaresEffects || machine.userActions.hasApproved
            || journey.resultNeeds(binding, of: step)
    }

    /// Returns `true` if a call moves money.
    func isPayment(_ call: PendingCall) -> Bool { payments.contains(call.slot) }

    /// Returns one code of each kind that the error policy tells apart. `handler` is the event that reports the error; if the
    /// step handles it, the policy does not count.
    func distinct<Item>(_ items: [Item], handler: String?, in step: Step?, code: (Item) -> ErrorCode) -> [Item] {
        let isHandled =
            handler.map { name in
                step?.transitions[name]?.isEmpty == false || step?.bindings.contains { $0.onEvent == name } == true
            } ?? false
        var seen: Set<ErrorRule.Action?> = []
        return items.filter { seen.insert(isHandled ? nil : journey.errorPolicy.action(for: code($0))).inserted }
    }
}

extension ProofModel {
    fileprivate func ends(of binding: Binding, in step: Step, _ kind: EndsKind) -> [AbstractEvent.TryEnd] {
        var ends: [AbstractEvent.TryEnd] = []
        for status in binding.operation.answers.documentedStatuses where !(200...299).contains(status) {
            if status == 408 || status >= 500 {
                ends += [.failed(status: status, isExecuted: true), .failed(status: status, isExecuted: false)]
            } else {
                ends.append(.refused(status: status, spoken: nil))
            }
        }
        let spoken: [ErrorCode] = [.scaRequired, .scaInvalid, .complianceHold, .moreInfo]
        for code in spoken where journey.errorPolicy.action(for: code) != nil {
            ends.append(.refused(status: 422, spoken: code))
        }
        // What else keeps a call from being sent matters to a policy that names it.
        for code in [ErrorCode.tlsFail, .pinningFail, .storeFailed] where journey.errorPolicy.action(for: code) != nil {
            ends.append(.unsent(code))
        }
        if binding.poll != nil {
            ends += [.undecided, .unsent(.validationFail)]
        } else {
            // Servers between the app and the bank answer so too, whatever the document says.
            ends += [.failed(status: 503, isExecuted: true), .failed(status: 503, isExecuted: false)]
            ends += [.lost(isExecuted: true), .lost(isExecuted: false)]
            ends += [.unsent(.netUnreachable), .unsent(.validationFail)]
        }
        if binding.keyPlacement != nil {
            ends += [.conflict, .passing(isExecuted: true), .passing(isExecuted: false)]
        }
        // The values may not be those that were approved.
        if journey.approvals[kind.slot.place] != nil { ends.append(.unsent(.scaRequired)) }
        // The machine refuses a call that an earlier process may have made; untracked ones are refused by choice.
        if stored.contains(kind.slot), !payments.contains(kind.slot) { ends.append(.unsent(.resumeRefused)) }
        return [.success] + distinct([.unusable] + ends, of: binding, in: step, kind)
    }

    /// Returns the ends that the engine or the bank tell apart.
    private func distinct(
        _ ends: [AbstractEvent.TryEnd], of binding: Binding, in step: Step, _ kind: EndsKind
    ) -> [AbstractEvent.TryEnd] {
        struct Kind: Hashable {
            let action: ErrorRule.Action?
            let hasOutputs: Bool
            var refusal: CallRefusal?
            var isExecuted = false
            var retries = 0
        }
        let isPayment = payments.contains(kind.slot)
        let isHandled =
            binding.onErrorEmit.map { name in
                step.transitions[name]?.isEmpty == false || step.bindings.contains { $0.onEvent == name }
            } ?? false
        let tries = CallTries(
            RetryPolicy(rules: binding.retry, mayRepeat: binding.mayRepeat(hasKey: binding.carriesKey)))
        var seen: Set<Kind> = []
        return ends.filter { end in
            guard let failure = end.failure(of: binding, isRepeat: kind.isRepeat) else { return true }
            let hasResponse = failure.status.map { $0 >= 300 } ?? false
            var found = Kind(
                action: isHandled ? nil : journey.errorPolicy.action(for: failure.error.code),
                hasOutputs: !binding.errorOutputs.isEmpty && hasResponse)
            if isPayment {
                // A bank that executed a request under a key repeats its answer, and does not refuse the same request.
                if kind.isExecuted, failure.refusal == .judged { return false }
                found.refusal = failure.refusal
                found.isExecuted = end.isExecuted
                found.retries = end == .unusable ? 0 : ProofModel.retries(tries, after: failure)
            }
            return seen.insert(found).inserted
        }
    }

    /// Returns how often a call is repeated after `failure` alone.
    private static func retries(_ tries: CallTries, after failure: AbstractEvent.TryEnd.Failure) -> Int {
        var tries = tries
        while tries.number <= 10, AbstractRun.wait(tries, after: failure) != nil { tries.begin() }
        return tries.number - 1
    }
}

extension Journey {
    /// Returns the journey with all other calls untracked: they carry no key, and are neither awaited nor asked about.
    fileprivate func tracking(_ slots: Set<PendingCall.Slot>) -> Journey {
        var journey = self
        journey.approvals = approvals.filter { place, _ in slots.contains { $0.place == place } }
        journey.steps = steps.mapValues { step in
            var step = step
            for index in step.bindings.indices where !slots.contains(PendingCall.Slot(step: step.id, binding: index)) {
                step.bindings[index].declaresEffects = true
                step.bindings[index].effect = .read
                step.bindings[index].movesMoney = false
                step.bindings[index].keyPlacement = nil
                step.bindings[index].statusQuery = nil
            }
            return step
        }
        return journey
    }
}

extension Step {
    /// The events that the step's page may raise and that the step handles.
    var pageEvents: [String] {
        let raised =
            bindings.flatMap { [$0.onSuccessEmit, $0.onErrorEmit] } + transitions.values.joined().map(\.emit)
        let reserved = Set(raised.compactMap { $0 }).union(StateMachine.EngineEvent.allCases.map(\.rawValue))
        return Set(transitions.keys).union(bindings.map(\.onEvent)).subtracting(reserved).sorted()
    }
}

extension Binding {
    /// The paths that the call's arguments read.
    var argumentPaths: [ContextPath] {
        switch arguments {
        case .none: []
        case .from(let names): [ContextPath(root: "payload", elements: names.map { .name($0) })]
        case .declared(let paths): Array(paths.values)
        case .expressions(let expressions): expressions.values.flatMap(\.paths)
        }
    }
}
