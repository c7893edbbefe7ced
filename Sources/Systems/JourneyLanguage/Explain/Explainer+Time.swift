internal import JourneyBase

extension Explainer {
    /// Lets time pass, and fires the timers that are due, in their order. Returns `false` if what follows comes to no end.
    mutating func pass(_ duration: Duration) -> Bool {
        explanation.entries.append(.time(seconds: duration / .seconds(1)))
        let end = elapsed + duration
        while let next = timers.min(by: { $0.value < $1.value }), next.value <= end {
            elapsed = max(elapsed, next.value)
            timers[next.key] = nil
            guard advance(.timerFired(next.key)) else { return false }
        }
        elapsed = end
        return true
    }

    /// The time of the script's clock; `nil` beyond the year 9999.
    var now: ExpressionTimestamp? { script.start?.adding(Int64(elapsed / .nanoseconds(1))) }

    /// Kills the app and resumes the run, as its next start does. The bank is first asked about calls under a key whose answers were
    /// lost; nothing is known of others.
    mutating func kill(_ index: Int) -> Bool {
        guard let policy = machine.journey.resumePolicy, let (saved, time) = saved else {
            return mismatch(index, "kills the app, but nothing is stored that a run could resume from")
        }
        guard elapsed - time < policy.maxAge else {
            return mismatch(index, "kills the app, but the stored run has expired (resumePolicy.maxAgeMs)")
        }
        explanation.entries.append(.effect(name: "kill", detail: "the app; the run resumes in \(saved.step)"))
        timers = [:]
        (inquired, unanswered, unsent, shown) = ([], [], [], nil)
        machine = Explainer.machine(machine.journey, script, resuming: saved)
        let open = saved.attempts.filter { $0.value.state == .open }.keys.filter { scope in
            PendingCall.Slot.parse(scope).flatMap { machine.journey.binding(at: $0.slot) }?.carriesKey == true
        }
        if !open.isEmpty {
            let fates = Dictionary(open.map { ($0, bank.fate(of: $0)) }) { first, _ in first }
            guard advance(.inquiryAnswered(fates)) else { return mismatch(index, Explainer.circle) }
        }
        return advance(.start) || mismatch(index, Explainer.circle)
    }
}
