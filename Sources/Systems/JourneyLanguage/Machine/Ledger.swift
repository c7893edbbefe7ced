internal import JourneyBase

/// The record of the requests that a run has sent to the bank, and of their known results.
///
/// A logical attempt is one intent of the user: the same call with the same arguments belongs to it until the run has received
/// its result. Each logical attempt has one idempotency key, so a repeated request cannot be executed twice. A call that may move
/// money and carries no key is a new attempt each time.
///
/// A resumed run knows fewer arguments than the suspended run did.
struct Ledger: Sendable {
    enum Fate {
        case asked
        /// The result is unknown: no response, a server error, or an unreadable response.
        case doubtful
        /// Executed, but the response arrived after its step was left.
        case undelivered
    }

    /// The kind of tracking that a call needs.
    enum Kind {
        /// Sent under an idempotency key, with which the bank can be asked about it.
        case keyed
        /// May move money and carries no key: sent once, and the bank cannot be asked about it.
        case unkeyed
        /// A lost response does no harm.
        case untracked

        var isTracked: Bool { self != .untracked }
    }

    /// The ways to go on with an attempt whose result is not known.
    struct Repeats {
        /// `true` if the exact bytes of the call are stored, so that its repeat needs no arguments.
        var hasRequest = false
        /// `true` if a status query decides the call.
        var hasQuery = false
        /// `true` if the call is never sent again.
        var isOnce = false
    }

    /// A logical attempt whose result the run has not received.
    struct Attempt {
        let number: Int
        /// The fingerprint of the arguments. It identifies the same intent, also in a process that never saw the arguments.
        let fingerprint: [UInt8]
        let operation: String
        let kind: Kind
        var fate = Fate.asked
        /// `true` if an earlier process began the attempt.
        var isInherited = false
    }

    /// A tracked logical attempt whose result the run has received.
    struct Closed {
        let slot: PendingCall.Slot
        let attempt: Attempt
        /// `true` if executed; otherwise the bank will never execute it.
        let isDone: Bool
    }

    /// The maximum number of tracked logical attempts in one run, including those of earlier processes. Each is stored on the
    /// device.
    static let limit = 500

    private(set) var open: [PendingCall.Slot: [Attempt]] = [:]
    private var counts: [PendingCall.Slot: Int] = [:]
    private(set) var closed: [Closed] = []
    /// The fingerprints of all attempts that an earlier process began, by slot.
    private(set) var inherited: [PendingCall.Slot: Set<[UInt8]>] = [:]

    init() {}

    // MARK: Recording

    /// Returns the number of the logical attempt that a call of `slot` belongs to: an open one with the same fingerprint, or a
    /// new one.
    ///
    /// `isOwn` is `true` if the engine repeats the call itself, before any user action since the run was resumed. Throws
    /// `RESUME_REFUSED` if an earlier process may already have paid, and `LIMIT_EXCEEDED`.
    mutating func attempt(
        of slot: PendingCall.Slot, _ fingerprint: [UInt8], operation: String, kind: Kind,
        repeats: Repeats = Repeats(), isOwn: Bool
    ) throws(JourneyError) -> Int {
        // Without a key, the same intent has another effect, so it is always a new attempt.
        if kind != .unkeyed, let same = open[slot]?.first(where: { $0.fingerprint == fingerprint }) {
            return same.number
        }
        if kind.isTracked {
            if let known = try continued(slot, repeats, isOwn: isOwn) { return known }
            if isOwn, let again = try reopened(slot, fingerprint) { return again }
            try refuseWhileUnresolved(slot)
            guard closed.count + open.values.joined().count(where: \.kind.isTracked) < Ledger.limit else {
                throw JourneyError(
                    .limitExceeded, "The journey makes more than \(Ledger.limit) tracked calls in one run.")
            }
        }
        let number = counts[slot, default: 0] + 1
        counts[slot] = number
        open[slot, default: []].append(
            Attempt(number: number, fingerprint: fingerprint, operation: operation, kind: kind))
        return number
    }

    /// Returns the attempt that a call continues although its arguments may differ: it sends what is stored, or only asks.
    ///
    /// Throws `RESUME_REFUSED` for a call that is sent once, that may have been executed, and that nobody can be asked about.
    private func continued(
        _ slot: PendingCall.Slot, _ repeats: Repeats, isOwn: Bool
    ) throws(JourneyError) -> Int? {
        let unknown = (open[slot] ?? []).filter { $0.fate == .doubtful }
        if repeats.isOnce, let last = unknown.last {
            guard repeats.hasQuery else { throw Ledger.unresolvedError }
            return last.number
        }
        let inherited = (open[slot] ?? []).filter(\.isInherited)
        guard repeats.hasRequest, isOwn, inherited.count == 1 else { return nil }
        return inherited.first?.number
    }

    /// Records a success. `isDelivered` is `true` if the step that requested the call is still active.
    mutating func confirm(_ call: PendingCall, isDelivered: Bool) {
        if isDelivered { close(call.slot, call.attempt, isDone: true) } else { mark(call, .undelivered) }
    }

    /// Records a failure. Doubt about an earlier try remains, unless the bank has rejected this very request. An attempt that the
    /// bank confirmed remains done, even if its key is no longer known.
    mutating func fail(_ call: PendingCall, _ answer: CallRefusal) {
        switch answer {
        case .judged: if fate(of: call) != .undelivered { close(call.slot, call.attempt, isDone: false) }
        case .notDone: if !isDoubtful(call) { close(call.slot, call.attempt, isDone: false) }
        case .unknown: if fate(of: call) != .undelivered { mark(call, .doubtful) }
        }
    }

    /// Records the bank's answer about an attempt: done, or not done and never to be done.
    mutating func resolve(_ slot: PendingCall.Slot, number: Int, isDone: Bool) {
        guard let index = open[slot]?.firstIndex(where: { $0.number == number }) else { return }
        if isDone { open[slot]?[index].fate = .undelivered } else { open[slot]?.remove(at: index) }
    }

    /// Closes an attempt: it was done and its answer received, or it will never be done.
    mutating func close(_ slot: PendingCall.Slot, _ number: Int, isDone: Bool) {
        guard let index = open[slot]?.firstIndex(where: { $0.number == number }),
            let attempt = open[slot]?.remove(at: index), attempt.kind.isTracked
        else { return }
        closed.append(Closed(slot: slot, attempt: attempt, isDone: isDone))
    }

    // MARK: Queries

    /// Tracked attempts with an unknown result.
    var doubtful: [(slot: PendingCall.Slot, number: Int)] { doubtful { $0.isTracked } }

    /// Doubtful attempts that the bank can be asked about.
    var doubtfulWithKey: [(slot: PendingCall.Slot, number: Int)] { doubtful { $0 == .keyed } }

    /// `true` if a doubtful attempt has no key.
    var hasUnkeyedDoubt: Bool { !doubtful { $0 == .unkeyed }.isEmpty }

    private func doubtful(_ isMeant: (Kind) -> Bool) -> [(slot: PendingCall.Slot, number: Int)] {
        open.flatMap { slot, attempts in
            attempts.filter { isMeant($0.kind) && $0.fate == .doubtful }.map { (slot, $0.number) }
        }
    }

    /// Returns `true` if the call was done or may have been done, as far as is known.
    func isDoubtful(_ call: PendingCall) -> Bool { [.doubtful, .undelivered].contains(fate(of: call)) }

    /// Returns `true` if a call goes on with an attempt that has begun: the same intent, or one whose stored bytes are sent.
    func hasBegun(_ slot: PendingCall.Slot, _ fingerprint: [UInt8]) -> Bool {
        open[slot]?.contains { $0.fingerprint == fingerprint || $0.isInherited } == true
            || inherited[slot]?.contains(fingerprint) == true
    }

    /// `true` if an effect that must not occur twice has occurred or may have.
    var hasEffects: Bool { closed.contains(where: \.isDone) || !unresolved.isEmpty }

    /// Tracked operations that may have been done and whose result the run has not received.
    var unresolved: [String] {
        open.values.joined().filter { $0.kind.isTracked && $0.fate != .asked }.map(\.operation).sorted()
    }

    /// All operations that were done or may have been done.
    var operations: [String] { closed.filter(\.isDone).map(\.attempt.operation) + unresolved }

    private func fate(of call: PendingCall) -> Fate? { open[call.slot]?.first { $0.number == call.attempt }?.fate }

    private mutating func mark(_ call: PendingCall, _ fate: Fate) {
        guard let index = open[call.slot]?.firstIndex(where: { $0.number == call.attempt }) else { return }
        open[call.slot]?[index].fate = fate
    }
}

/// Attempts of an earlier process. Only fingerprints of their arguments are known, and some inputs of those are gone, so the same
/// intent may look different. Therefore these attempts are resolved before their slot accepts a new one.
extension Ledger {
    /// Creates the ledger of a run of `journey` that resumes at `point`. Bindings that do not exist are ignored.
    init(_ point: ResumePoint, of journey: Journey) {
        let inherited = point.attempts.compactMap { scope, attempt in
            PendingCall.Slot.parse(scope).map { (slot: $0.slot, number: $0.attempt, attempt: attempt) }
        }
        // Sorted by number, so that the last attempt is known to be the last.
        for (slot, number, attempt) in inherited.sorted(by: { $0.number < $1.number }) {
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
        inherited[slot, default: []].insert(attempt.fingerprint)
        var mine = Attempt(number: number, fingerprint: attempt.fingerprint, operation: operation, kind: kind)
        switch attempt.state {
        case .open:
            (mine.fate, mine.isInherited) = (.doubtful, true)
            open[slot, default: []].append(mine)
        case .done, .refused: closed.append(Closed(slot: slot, attempt: mine, isDone: attempt.state == .done))
        }
    }

    /// Returns the attempt that the engine repeats itself: the last earlier one with the same fingerprint, under its key, so that
    /// the bank repeats its answer. Returns `nil` if the slot has no earlier attempts, or if they are void.
    private mutating func reopened(_ slot: PendingCall.Slot, _ fingerprint: [UInt8]) throws(JourneyError) -> Int? {
        guard let asked = inherited[slot] else { return nil }
        guard asked.contains(fingerprint) else {
            // An executed attempt whose answer this process has not received must not be reported as not done.
            for earlier in closed where earlier.slot == slot && earlier.isDone { reopen(earlier) }
            throw Ledger.unresolvedError
        }
        guard let index = closed.lastIndex(where: { $0.slot == slot && $0.attempt.fingerprint == fingerprint }) else {
            return nil
        }
        let earlier = closed[index]
        // Without a key, a rejected attempt is made anew, and an executed one never again.
        guard earlier.attempt.kind == .keyed || earlier.isDone else { return nil }
        reopen(earlier)
        guard earlier.attempt.kind == .keyed else { throw Ledger.unresolvedError }
        return earlier.attempt.number
    }

    private mutating func reopen(_ earlier: Closed) {
        closed.removeAll { $0.slot == earlier.slot && $0.attempt.number == earlier.attempt.number }
        var attempt = earlier.attempt
        (attempt.fate, attempt.isInherited) = (earlier.isDone ? .undelivered : .asked, true)
        open[earlier.slot, default: []].append(attempt)
    }

    /// Refuses new attempts while an earlier one is unresolved, because the user's next intent may be the same one.
    private func refuseWhileUnresolved(_ slot: PendingCall.Slot) throws(JourneyError) {
        if open[slot]?.contains(where: \.isInherited) ?? false { throw Ledger.unresolvedError }
    }

    private static let unresolvedError = JourneyError(
        .resumeRefused,
        "A call from before the run was suspended has an unknown result, and this call differs from it. Ask the bank about the earlier call first."
    )

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
    /// Returns the binding at `slot`, or `nil` if the journey has none there.
    func binding(at slot: PendingCall.Slot) -> Binding? {
        guard let bindings = steps[slot.step]?.bindings, bindings.indices.contains(slot.binding) else { return nil }
        return bindings[slot.binding]
    }
}

extension Ledger.Repeats {
    init(_ binding: Binding) {
        self.init(
            hasRequest: binding.storesRequest, hasQuery: binding.statusQuery != nil, isOnce: binding.isOnce)
    }
}
