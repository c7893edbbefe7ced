internal import JourneyBase

/// The calls of a run: those that have not answered yet, and the account of what all of them may have done.
struct CallRecords: Sendable {
    private(set) var ledger: Ledger
    private var underWay: [PendingCall.ID: PendingCall] = [:]
    private var count = 0

    /// The book of a new run of `journey`, or of one that goes on from `point`.
    init(of journey: Journey, resuming point: ResumePoint?) {
        ledger = point.map { Ledger($0, of: journey) } ?? Ledger()
    }

    /// Calls that have not answered yet, in the order in which they began.
    var list: [PendingCall] { underWay.values.sorted { $0.id.rawValue < $1.id.rawValue } }

    /// Whether the run must wait for one of them: it may have paid.
    var isTrackedUnderWay: Bool { underWay.values.contains(where: \.isTracked) }

    /// Whether a call of this binding has not answered yet, in this visit or an earlier one.
    func isUnderWay(_ slot: PendingCall.Slot) -> Bool { underWay.values.contains { $0.slot == slot } }

    /// Whether a call of this visit has not answered yet.
    func isUnderWay(in visit: Int) -> Bool { underWay.values.contains { $0.visit == visit } }

    /// Begins the call that `make` gives for its id and its logical attempt. For the rest, see `Ledger.attempt`.
    mutating func begin(
        of slot: PendingCall.Slot, _ fingerprint: [UInt8], operation: String, kind: Ledger.Kind, isOwn: Bool,
        _ make: (PendingCall.ID, Int) -> PendingCall
    ) throws(JourneyError) -> PendingCall {
        let attempt = try ledger.attempt(of: slot, fingerprint, operation: operation, kind: kind, isOwn: isOwn)
        count += 1
        let call = make(PendingCall.ID(rawValue: count), attempt)
        underWay[call.id] = call
        return call
    }

    /// Ends the wait for a call.
    ///
    /// - Returns: The call; `nil` where none of that id is under way.
    mutating func end(_ id: PendingCall.ID) -> PendingCall? { underWay.removeValue(forKey: id) }

    /// Books the end of `call`, and whether the step that asked for it has heard of it.
    mutating func record(_ answer: StateMachine.CallAnswer, of call: PendingCall, isHeard: Bool) {
        switch answer {
        case .success: ledger.confirm(call, isHeard: isHeard)
        case .failure(let error, let status, _, let mayBeDone):
            ledger.fail(call, CallRefusal(error, status: status).after(mayBeDone: mayBeDone, call))
        }
    }

    /// Books the bank's word on a doubtful attempt.
    mutating func resolve(_ slot: PendingCall.Slot, number: Int, isDone: Bool) {
        ledger.resolve(slot, number: number, isDone: isDone)
    }

    /// Books that the run has heard of an attempt that was done.
    mutating func hear(_ slot: PendingCall.Slot, number: Int) { ledger.close(slot, number, isDone: true) }
}
