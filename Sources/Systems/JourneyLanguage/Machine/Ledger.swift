internal import JourneyBase

/// What a run has asked the bank to do, and what is known to have come of it.
///
/// A logical attempt is one wish of the person: the same call with the same arguments belongs to it until the run has
/// heard what became of it. One idempotency key belongs to a logical attempt, so asking again cannot do it twice. A call
/// that may move money and carries no key is an attempt of its own each time.
///
/// A run that is taken up again knows fewer arguments than the one that was left.
struct Ledger: Sendable {
    enum Fate {
        case asked
        /// Nobody knows: silence, a fault of the server, an answer that cannot be read.
        case doubtful
        /// Done, and the answer came when its step was no longer there to hear it.
        case unheard
    }

    /// What is owed to a call's end.
    enum Kind {
        /// Sent under one idempotency key, about which the bank can be asked.
        case keyed
        /// May move money, and carries no key: sent once, and nobody can be asked about it.
        case unkeyed
        /// Nothing is lost with it.
        case untracked

        var isTracked: Bool { self != .untracked }
    }

    /// A logical attempt of which the run has not heard the end.
    struct Attempt {
        let number: Int
        /// Of the arguments, so that the same wish is known again, also by a process that never saw them.
        let fingerprint: [UInt8]
        let operation: String
        let kind: Kind
        var fate = Fate.asked
        /// Whether an earlier process made it.
        var isLeft = false
    }

    /// A tracked logical attempt whose end the run has heard.
    struct Closed {
        let slot: PendingCall.Slot
        let attempt: Attempt
        /// Done; else the bank will never do it.
        let isDone: Bool
    }

    /// Tracked logical attempts in one run, those that were left included: each is kept on the device.
    static let limit = 500

    private var open: [PendingCall.Slot: [Attempt]] = [:]
    private var counts: [PendingCall.Slot: Int] = [:]
    private var closed: [Closed] = []
    /// What an earlier process asked for in a slot: the fingerprints of all that it had begun.
    private var left: [PendingCall.Slot: Set<[UInt8]>] = [:]

    init() {}

    // MARK: Asking

    /// The number of the logical attempt that a call of `slot` belongs to: an open one that asked for the same, or a new
    /// one. `isOwn`: the engine asks by itself, and no person has acted since the run was taken up. Throws
    /// `RESUME_REFUSED` where an earlier process may have paid already, and `LIMIT_EXCEEDED`.
    mutating func attempt(
        of slot: PendingCall.Slot, _ fingerprint: [UInt8], operation: String, kind: Kind, isOwn: Bool
    ) throws(JourneyError) -> Int {
        // Without a key, the same wish is another effect: it is never the same attempt.
        if kind != .unkeyed, let same = open[slot]?.first(where: { $0.fingerprint == fingerprint }) {
            return same.number
        }
        if kind.isTracked {
            if isOwn, let again = try reopened(slot, fingerprint) { return again }
            try refuseWhereHeld(slot)
            guard closed.count + open.values.joined().count(where: \.kind.isTracked) < Ledger.limit else {
                throw JourneyError(.limitExceeded, "The journey asks the bank for more than one run may.")
            }
        }
        let number = counts[slot, default: 0] + 1
        counts[slot] = number
        open[slot, default: []].append(
            Attempt(number: number, fingerprint: fingerprint, operation: operation, kind: kind))
        return number
    }

    /// The bank said yes. `isHeard`: the step that asked is still there.
    mutating func confirm(_ call: PendingCall, isHeard: Bool) {
        if isHeard { close(call.slot, call.attempt, isDone: true) } else { mark(call, .unheard) }
    }

    /// The bank did not say yes. Doubt about an earlier try stays, unless the bank judged this very request; and what it
    /// has said to be done stays done: a key that it has forgotten, or reads otherwise, undoes nothing.
    mutating func fail(_ call: PendingCall, _ answer: CallRefusal) {
        switch answer {
        case .judged: if fate(of: call) != .unheard { close(call.slot, call.attempt, isDone: false) }
        case .notDone: if !isDoubtful(call) { close(call.slot, call.attempt, isDone: false) }
        case .unknown: if fate(of: call) != .unheard { mark(call, .doubtful) }
        }
    }

    /// Books what the bank says of an attempt when it is asked: done, or not done and never to be.
    mutating func resolve(_ slot: PendingCall.Slot, number: Int, isDone: Bool) {
        guard let index = open[slot]?.firstIndex(where: { $0.number == number }) else { return }
        if isDone { open[slot]?[index].fate = .unheard } else { open[slot]?.remove(at: index) }
    }

    /// Closes an attempt: it was done and its answer has been heard, or it will never be done.
    mutating func close(_ slot: PendingCall.Slot, _ number: Int, isDone: Bool) {
        guard let index = open[slot]?.firstIndex(where: { $0.number == number }),
            let attempt = open[slot]?.remove(at: index), attempt.kind.isTracked
        else { return }
        closed.append(Closed(slot: slot, attempt: attempt, isDone: isDone))
    }

    // MARK: What is known

    /// Tracked attempts of which nobody knows whether they were done.
    var doubtful: [(slot: PendingCall.Slot, number: Int)] { doubtful { $0.isTracked } }

    /// Those of them that the bank can be asked about.
    var doubtfulWithKey: [(slot: PendingCall.Slot, number: Int)] { doubtful { $0 == .keyed } }

    /// Whether one of them is without a key.
    var hasUnkeyedDoubt: Bool { !doubtful { $0 == .unkeyed }.isEmpty }

    private func doubtful(_ isMeant: (Kind) -> Bool) -> [(slot: PendingCall.Slot, number: Int)] {
        open.flatMap { slot, attempts in
            attempts.filter { isMeant($0.kind) && $0.fate == .doubtful }.map { (slot, $0.number) }
        }
    }

    /// Whether the call was done, or may have been, as far as is known.
    func isDoubtful(_ call: PendingCall) -> Bool { [.doubtful, .unheard].contains(fate(of: call)) }

    /// Whether something that must not happen twice was done or may have been.
    var hasEffects: Bool { closed.contains(where: \.isDone) || !unresolved.isEmpty }

    /// Tracked operations of which the run has not heard the end, though they may have been done.
    var unresolved: [String] {
        open.values.joined().filter { $0.kind.isTracked && $0.fate != .asked }.map(\.operation).sorted()
    }

    /// All that was done or may have been.
    var operations: [String] { closed.filter(\.isDone).map(\.attempt.operation) + unresolved }

    private func fate(of call: PendingCall) -> Fate? { open[call.slot]?.first { $0.number == call.attempt }?.fate }

    private mutating func mark(_ call: PendingCall, _ fate: Fate) {
        guard let index = open[call.slot]?.firstIndex(where: { $0.number == call.attempt }) else { return }
        open[call.slot]?[index].fate = fate
    }
}

/// What an earlier process left. Of its arguments only fingerprints are known, and some of what they were made of is gone:
/// the same wish may look like another. So what was left is settled before anything else is asked for in its place.
extension Ledger {
    /// The account of a run of `journey` that goes on from `point`. Bindings that do not exist are passed over.
    init(_ point: ResumePoint, of journey: Journey) {
        let left = point.attempts.compactMap { scope, attempt in
            PendingCall.Slot.parse(scope).map { (slot: $0.slot, number: $0.attempt, attempt: attempt) }
        }
        // In the order of their numbers, so that the last is known to be the last.
        for (slot, number, attempt) in left.sorted(by: { $0.number < $1.number }) {
            guard let binding = journey.binding(at: slot) else { continue }
            restore(
                slot, number: number, operation: binding.operation.id, kind: binding.carriesKey ? .keyed : .unkeyed,
                attempt)
        }
    }

    private mutating func restore(
        _ slot: PendingCall.Slot, number: Int, operation: String, kind: Kind, _ attempt: ResumePoint.Attempt
    ) {
        counts[slot] = max(counts[slot, default: 0], number)
        left[slot, default: []].insert(attempt.fingerprint)
        var mine = Attempt(number: number, fingerprint: attempt.fingerprint, operation: operation, kind: kind)
        switch attempt.state {
        case .open:
            (mine.fate, mine.isLeft) = (.doubtful, true)
            open[slot, default: []].append(mine)
        case .done, .refused: closed.append(Closed(slot: slot, attempt: mine, isDone: attempt.state == .done))
        }
    }

    /// The attempt that the engine repeats by itself: the last one that was left and asked for the same, under its key, so
    /// that the bank says again what it said. `nil` when nothing was left of the slot, or what was left is void.
    private mutating func reopened(_ slot: PendingCall.Slot, _ fingerprint: [UInt8]) throws(JourneyError) -> Int? {
        guard let asked = left[slot] else { return nil }
        guard asked.contains(fingerprint) else {
            // What was done is not heard of in this process, and so must not be denied by it.
            for earlier in closed where earlier.slot == slot && earlier.isDone { reopen(earlier) }
            throw Ledger.held
        }
        guard let index = closed.lastIndex(where: { $0.slot == slot && $0.attempt.fingerprint == fingerprint }) else {
            return nil
        }
        let earlier = closed[index]
        // Without a key, what was refused is asked for anew, and what was done never again.
        guard earlier.attempt.kind == .keyed || earlier.isDone else { return nil }
        reopen(earlier)
        guard earlier.attempt.kind == .keyed else { throw Ledger.held }
        return earlier.attempt.number
    }

    private mutating func reopen(_ earlier: Closed) {
        closed.removeAll { $0.slot == earlier.slot && $0.attempt.number == earlier.attempt.number }
        var attempt = earlier.attempt
        (attempt.fate, attempt.isLeft) = (earlier.isDone ? .unheard : .asked, true)
        open[earlier.slot, default: []].append(attempt)
    }

    /// While nobody knows what became of what was left, the person's next wish may be the same one.
    private func refuseWhereHeld(_ slot: PendingCall.Slot) throws(JourneyError) {
        if open[slot]?.contains(where: \.isLeft) ?? false { throw Ledger.held }
    }

    private static let held = JourneyError(
        .resumeRefused, "What was asked for before the run was left has no known end, and this is not the same.")

    /// All tracked attempts, by `PendingCall.scope`.
    var attempts: [String: ResumePoint.Attempt] {
        var attempts: [String: ResumePoint.Attempt] = [:]
        for (slot, open) in open {
            for attempt in open where attempt.kind.isTracked {
                attempts[slot.scope(attempt.number)] = ResumePoint.Attempt(.open, attempt.fingerprint)
            }
        }
        for closed in closed {
            attempts[closed.slot.scope(closed.attempt.number)] = ResumePoint.Attempt(
                closed.isDone ? .done : .refused, closed.attempt.fingerprint)
        }
        return attempts
    }
}

extension Journey {
    /// The binding of `slot`; `nil` where the journey has none there.
    func binding(at slot: PendingCall.Slot) -> Binding? {
        guard let bindings = steps[slot.step]?.bindings, bindings.indices.contains(slot.binding) else { return nil }
        return bindings[slot.binding]
    }
}
