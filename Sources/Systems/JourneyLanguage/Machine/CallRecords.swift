internal import JourneyBase

/// The calls of a run: those in flight, and the ledger of the effects that all of them may have had.
struct CallRecords: Sendable {
    private(set) var ledger: Ledger
    private var underWay: [PendingCall.ID: PendingCall] = [:]
    private var count = 0

    /// Creates the records of a new run of `journey`, or of one that resumes at `point`.
    init(of journey: Journey, resuming point: ResumePoint?) {
        ledger = point.map { Ledger($0, of: journey) } ?? Ledger()
    }

    /// Calls in flight, in the order in which they began.
    var list: [PendingCall] { underWay.values.sorted { $0.id.rawValue < $1.id.rawValue } }

    /// `true` while the run must wait for a call that may have moved money.
    var isTrackedUnderWay: Bool { underWay.values.contains(where: \.isTracked) }

    /// Returns `true` while a call of this binding is in flight, from this visit or an earlier one.
    func isUnderWay(_ slot: PendingCall.Slot) -> Bool { underWay.values.contains { $0.slot == slot } }

    /// Returns `true` while a call of this visit is in flight.
    func isUnderWay(in visit: Int) -> Bool { underWay.values.contains { $0.visit == visit } }

    /// Begins the call that `make` creates from its ID and its logical attempt. See `Ledger.attempt` for the other parameters and
    /// errors.
    mutating func begin(
        of slot: PendingCall.Slot, _ fingerprint: [UInt8], operation: String, kind: Ledger.Kind,
        repeats: Ledger.Repeats, isOwn: Bool, _ make: (PendingCall.ID, Int) -> PendingCall
    ) throws(JourneyError) -> PendingCall {
        let attempt = try ledger.attempt(
            of: slot, fingerprint, operation: operation, kind: kind, repeats: repeats, isOwn: isOwn)
        count += 1
        let call = make(PendingCall.ID(rawValue: count), attempt)
        underWay[call.id] = call
        return call
    }

    /// Ends the wait for a call.
    ///
    /// - Returns: The call, or `nil` if no call with that ID is in flight.
    mutating func end(_ id: PendingCall.ID) -> PendingCall? { underWay.removeValue(forKey: id) }

    /// Records the end of `call`, and whether the step that requested it received the answer.
    mutating func record(_ answer: StateMachine.CallAnswer, of call: PendingCall, isDelivered: Bool) {
        switch answer {
        case .success: ledger.confirm(call, isDelivered: isDelivered)
        case .failure(let error, let status, _, let mayBeDone, let reply):
            ledger.fail(
                call,
                (reply.conclusion ?? CallRefusal(error, status: status)).after(mayBeDone: mayBeDone, call))
        }
    }

    /// Records the bank's answer about a doubtful attempt.
    mutating func resolve(_ slot: PendingCall.Slot, number: Int, isDone: Bool) {
        ledger.resolve(slot, number: number, isDone: isDone)
    }

    /// Records that the run received the answer of an attempt that was done.
    mutating func markDelivered(_ slot: PendingCall.Slot, number: Int) { ledger.close(slot, number, isDone: true) }
}
