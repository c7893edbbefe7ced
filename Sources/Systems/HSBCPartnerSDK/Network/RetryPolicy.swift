internal import JourneyBase
internal import JourneyLanguage

/// Decides whether a call is retried, and after which wait.
struct RetryPolicy {
    /// The rule where a binding has none: two retries after 408, 429, 5xx or a lost connection.
    static let standard = RetryRule(
        codes: [.netTimeout, .netUnreachable, .rateLimited, .serverError], attempts: 2, cap: .seconds(8), jitter: true)

    /// The binding's rules, or the standard rule.
    let rules: [RetryRule]
    /// `true` when the request is idempotent by its method or carries a key. Other requests are retried only if no byte was
    /// written.
    let mayRepeat: Bool

    init(rules: [RetryRule], mayRepeat: Bool) {
        self.rules = rules.isEmpty ? [RetryPolicy.standard] : rules
        self.mayRepeat = mayRepeat
    }

    /// Returns the wait before attempt `attempt` + 1, after attempt `attempt` (from 1) failed with `error`; `nil` for no retry.
    ///
    /// The wait is random between zero and a ceiling (full jitter), so that devices that failed together don't return together.
    /// The ceiling is half a second, doubled with each attempt, up to the rule's cap. A server's `Retry-After` is a minimum, to
    /// which the jitter is added. Where it exceeds the cap, the call ends.
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
