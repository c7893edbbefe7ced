internal import JourneyBase
internal import JourneyLanguage

/// Whether a call is tried again, and after how long.
struct RetryPolicy {
    /// Holds where a binding says nothing: two more tries after 408, 429, 5xx or a lost connection.
    static let standard = RetryRule(
        codes: [.netTimeout, .netUnreachable, .rateLimited, .serverError], attempts: 2, cap: .seconds(8), jitter: true)

    /// The binding's own, or the standard one.
    let rules: [RetryRule]
    /// Whether the request is idempotent by its method, or carries a key. Any other is sent again only if no byte of it was
    /// written.
    let mayRepeat: Bool

    init(rules: [RetryRule], mayRepeat: Bool) {
        self.rules = rules.isEmpty ? [RetryPolicy.standard] : rules
        self.mayRepeat = mayRepeat
    }

    /// The wait before try `attempt` + 1, when try `attempt` (from 1) failed with `error`; `nil` when that was the last.
    ///
    /// Half a second, doubled with each try, up to the rule's cap; of that, anything from nothing to all (full jitter), so
    /// that devices which failed together do not come back together. A server that asks to be left alone is, with the
    /// jitter after that; where it asks for more than the cap, the call ends instead: it is never tried earlier than asked,
    /// and nobody waits longer than the cap.
    func wait(after error: JourneyError, attempt: Int, retryAfter: Duration?, random: (Int) -> [UInt8]) -> Duration? {
        guard mayRepeat || RequestFate(of: error) == .notSent,
            let rule = rules.first(where: { $0.codes.contains(error.code) }), attempt <= rule.attempts
        else {
            return nil
        }
        let asked = retryAfter ?? .zero
        guard asked <= rule.cap else { return nil }
        let ceiling = min(rule.cap, .milliseconds(500) * (1 << min(attempt - 1, 10)))
        guard rule.jitter else { return max(ceiling, asked) }
        let share = random(4).reduce(0) { $0 << 8 | UInt64($1) }
        return asked + min(ceiling, rule.cap - asked) * (Double(share) / Double(UInt32.max))
    }
}
