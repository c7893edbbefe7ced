internal import JourneyBase
internal import JourneyLanguage

/// Whether a call is tried again, and after how long.
struct RetryPolicy {
    /// Holds where a binding says nothing: two more tries after 408, 429, 5xx or a lost connection.
    static let standard = RetryRule(
        codes: [.netTimeout, .netUnreachable, .rateLimited, .serverError], attempts: 2, cap: .seconds(8), jitter: true)

    /// The binding's own, or the standard one.
    let rules: [RetryRule]
    /// Only what is idempotent by its method, or carries a key, is ever repeated.
    let mayRepeat: Bool

    init(rules: [RetryRule], mayRepeat: Bool) {
        self.rules = rules.isEmpty ? [RetryPolicy.standard] : rules
        self.mayRepeat = mayRepeat
    }

    /// The wait before try `attempt` + 1, when try `attempt` (from 1) failed with `error`; `nil` when that was the last.
    ///
    /// Half a second, doubled with each try, up to the rule's cap, and up to a quarter of a second of jitter. A server
    /// that asks to be left alone for longer is; where that is beyond the cap, the call ends instead: it is never tried
    /// earlier than asked, and nobody waits longer than the cap.
    func wait(after error: JourneyError, attempt: Int, retryAfter: Duration?, random: (Int) -> [UInt8]) -> Duration? {
        guard mayRepeat, let rule = rules.first(where: { $0.codes.contains(error.code) }), attempt <= rule.attempts
        else {
            return nil
        }
        var wait = min(rule.cap, .milliseconds(500) * (1 << min(attempt - 1, 10)))
        if let retryAfter {
            guard retryAfter <= rule.cap else { return nil }
            wait = max(wait, retryAfter)
        }
        if rule.jitter, let byte = random(1).first { wait += .milliseconds(250 * Int(byte) / 255) }
        return wait
    }
}
