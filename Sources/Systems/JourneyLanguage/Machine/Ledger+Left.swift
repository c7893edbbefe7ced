internal import JourneyBase

/// What an earlier process left. Of its arguments only fingerprints are known, and some of what they were made of is gone:
/// the same wish may look like another. So what was left is settled before anything else is asked for in its place.
extension Ledger {
    /// Takes up what an earlier process left of `slot`.
    mutating func restore(
        _ slot: PendingCall.Slot, number: Int, operation: String, kind: Kind, _ attempt: ResumePoint.Attempt
    ) {
        counts[slot] = max(counts[slot, default: 0], number)
        left[slot, default: []].insert(attempt.fingerprint)
        switch attempt.state {
        case .open:
            open[slot, default: []].append(
                Attempt(
                    number: number, fingerprint: attempt.fingerprint, operation: operation, kind: kind,
                    fate: .doubtful, isLeft: true))
        case .done, .refused:
            closed.append(
                Closed(
                    slot: slot, number: number, fingerprint: attempt.fingerprint, operation: operation,
                    kind: kind, isDone: attempt.state == .done))
        }
    }

    /// The attempt that the engine repeats by itself: the last one that was left and asked for the same, under its key, so
    /// that the bank says again what it said. `nil` when nothing was left of the slot, or what was left is void.
    mutating func reopened(_ slot: PendingCall.Slot, _ fingerprint: [UInt8]) throws(JourneyError) -> Int? {
        guard let asked = left[slot] else { return nil }
        guard asked.contains(fingerprint) else {
            // What was done is not heard of in this process, and so must not be denied by it.
            for earlier in closed where earlier.slot == slot && earlier.isDone { reopen(earlier) }
            throw Ledger.held
        }
        guard let index = closed.lastIndex(where: { $0.slot == slot && $0.fingerprint == fingerprint }) else {
            return nil
        }
        let earlier = closed[index]
        // Without a key, what was refused is asked for anew, and what was done never again.
        guard earlier.kind == .keyed || earlier.isDone else { return nil }
        reopen(earlier)
        guard earlier.kind == .keyed else { throw Ledger.held }
        return earlier.number
    }

    private mutating func reopen(_ earlier: Closed) {
        closed.removeAll { $0.slot == earlier.slot && $0.number == earlier.number }
        open[earlier.slot, default: []].append(
            Attempt(
                number: earlier.number, fingerprint: earlier.fingerprint, operation: earlier.operation,
                kind: earlier.kind, fate: earlier.isDone ? .unheard : .asked, isLeft: true))
    }

    /// While nobody knows what became of what was left, the person's next wish may be the same one.
    func refuseWhereHeld(_ slot: PendingCall.Slot) throws(JourneyError) {
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
            attempts[closed.slot.scope(closed.number)] = ResumePoint.Attempt(
                closed.isDone ? .done : .refused, closed.fingerprint)
        }
        return attempts
    }
}
