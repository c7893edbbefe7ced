internal import JourneyBase

/// What a run has asked the bank to do, and what is known to have come of it.
///
/// A logical attempt is one wish of the person: the same call with the same arguments belongs to it until the run has
/// heard what became of it. One idempotency key belongs to a logical attempt, so asking again cannot do it twice.
struct Ledger: Sendable {
    enum Fate {
        case asked
        /// Nobody knows: silence, a fault of the server, an answer that cannot be read.
        case doubtful
        /// Done, and the answer came when its step was no longer there to hear it.
        case unheard
    }

    /// A logical attempt of which the run has not heard the end.
    struct Attempt {
        let number: Int
        /// Of the arguments, so that the same wish is known again, also by a process that never saw them.
        let fingerprint: [UInt8]
        let operation: String
        let carriesKey: Bool
        var fate = Fate.asked
    }

    private(set) var open: [PendingCall.Slot: [Attempt]] = [:]
    private var counts: [PendingCall.Slot: Int] = [:]
    /// Operations with a key that were done, and whose answer the run has heard.
    private var done: [String] = []

    /// Takes up what an earlier process left of `slot`: an attempt whose end it did not hear (`fingerprint`), or one that
    /// was done.
    mutating func restore(
        _ slot: PendingCall.Slot, number: Int, operation: String, fingerprint: [UInt8]?
    ) {
        counts[slot] = max(counts[slot, default: 0], number)
        guard let fingerprint else { return done.append(operation) }
        open[slot, default: []].append(
            Attempt(
                number: number, fingerprint: fingerprint, operation: operation, carriesKey: true, fate: .doubtful))
    }

    /// Books what the bank says of an attempt when it is asked: done, or not done and never to be.
    mutating func resolve(_ slot: PendingCall.Slot, number: Int, isDone: Bool) {
        guard let index = open[slot]?.firstIndex(where: { $0.number == number }) else { return }
        if isDone { open[slot]?[index].fate = .unheard } else { open[slot]?.remove(at: index) }
    }

    /// An attempt that was done, and whose answer has now been heard.
    mutating func settle(_ slot: PendingCall.Slot, number: Int) {
        guard let index = open[slot]?.firstIndex(where: { $0.number == number }),
            let attempt = open[slot]?.remove(at: index)
        else { return }
        if attempt.carriesKey { done.append(attempt.operation) }
    }

    /// Attempts with a key of which nobody knows whether they were done.
    var doubtful: [(slot: PendingCall.Slot, number: Int)] {
        open.flatMap { slot, attempts in
            attempts.filter { $0.carriesKey && $0.fate == .doubtful }.map { (slot, $0.number) }
        }
    }

    /// The number of the logical attempt that a call of `slot` belongs to: an open one that asked for the same, or a new
    /// one.
    mutating func attempt(
        of slot: PendingCall.Slot, _ fingerprint: [UInt8], operation: String, carriesKey: Bool
    ) -> Int {
        if let same = open[slot]?.first(where: { $0.fingerprint == fingerprint }) { return same.number }
        let number = counts[slot, default: 0] + 1
        counts[slot] = number
        open[slot, default: []].append(
            Attempt(number: number, fingerprint: fingerprint, operation: operation, carriesKey: carriesKey))
        return number
    }

    /// The bank said yes. `isHeard`: the step that asked is still there.
    mutating func confirm(_ call: PendingCall, isHeard: Bool) {
        guard isHeard else { return mark(call, .unheard) }
        close(call)
        if call.carriesKey { done.append(call.binding.operation.id) }
    }

    /// The bank did not say yes. Doubt about an earlier try stays, unless the bank judged this very request.
    mutating func fail(_ call: PendingCall, _ answer: CallRefusal) {
        switch answer {
        case .judged: close(call)
        case .notDone: if !isDoubtful(call) { close(call) }
        case .unknown: if fate(of: call) != .unheard { mark(call, .doubtful) }
        }
    }

    /// Whether the call was done, or may have been, as far as is known.
    func isDoubtful(_ call: PendingCall) -> Bool { [.doubtful, .unheard].contains(fate(of: call)) }

    /// Whether something that must not happen twice was done or may have been.
    var hasEffects: Bool { !done.isEmpty || !unresolved.isEmpty }

    /// Operations with a key of which the run has not heard the end, though they may have been done.
    var unresolved: [String] {
        open.values.joined().filter { $0.carriesKey && $0.fate != .asked }.map(\.operation).sorted()
    }

    /// All that was done or may have been.
    var operations: [String] { done + unresolved }

    private func fate(of call: PendingCall) -> Fate? { open[call.slot]?.first { $0.number == call.attempt }?.fate }

    private mutating func mark(_ call: PendingCall, _ fate: Fate) {
        guard let index = open[call.slot]?.firstIndex(where: { $0.number == call.attempt }) else { return }
        open[call.slot]?[index].fate = fate
    }

    private mutating func close(_ call: PendingCall) { open[call.slot]?.removeAll { $0.number == call.attempt } }
}
