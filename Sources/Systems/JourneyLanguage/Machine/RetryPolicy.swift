package import Foundation
package import JourneyBase

/// Decides whether a call is retried, and after which wait.
package struct RetryPolicy: Sendable {
    /// The rule where a binding has none: two retries after 408, 429, 5xx or a lost connection.
    package static let standard = RetryRule(
        codes: [.netTimeout, .netUnreachable, .rateLimited, .serverError], attempts: 2, cap: .seconds(8), jitter: true)

    /// The binding's rules, or the standard rule.
    package let rules: [RetryRule]
    /// `true` when the request is idempotent by its method or carries a key. Other requests are retried only if no byte was
    /// written.
    package let mayRepeat: Bool
    /// The knowledge about the key of a call whose manifest places one; `nil` for any other call.
    package var keyed: Keyed?

    /// The state of a call's idempotency key.
    package struct Keyed: Sendable {
        /// `true` if the bank may have seen the key.
        package let isRepeat: Bool
        /// The time from which the bank may have forgotten the key.
        package let before: Date?

        /// The least wait before a repeat under a key (UK Open Banking).
        static let leastWait = Duration.seconds(1)

        package init(isRepeat: Bool, before: Date?) { (self.isRepeat, self.before) = (isRepeat, before) }
    }

    package init(rules: [RetryRule], mayRepeat: Bool) {
        self.rules = rules.isEmpty ? [RetryPolicy.standard] : rules
        self.mayRepeat = mayRepeat
    }

    /// Returns the wait before attempt `attempt` + 1, after attempt `attempt` (from 1) failed with `error`; `nil` for no retry.
    ///
    /// The wait is random between zero and a ceiling (full jitter), so that devices that failed together don't return together.
    /// The ceiling is half a second, doubled with each attempt, up to the rule's cap. A server's `Retry-After` is a minimum, to
    /// which the jitter is added. Where it exceeds the cap, the call ends.
    ///
    /// With `meaning`, the table of keyed responses has the last word on which responses are repeated, and not the rule's codes.
    package func wait(
        after error: JourneyError, meaning: KeyedResponse? = nil, attempt: Int, retryAfter: Duration?,
        random: (Int) -> [UInt8]
    ) -> Duration? {
        guard mayRepeat || RequestFate(of: error) == .notSent, meaning ?? .repeatLater == .repeatLater,
            let rule = rule(for: error, meaning), attempt <= rule.attempts
        else {
            return nil
        }
        let asked = retryAfter ?? .zero
        guard asked <= rule.cap else { return nil }
        return max(
            wait(rule, attempt: attempt, asked: asked, random: random), keyed == nil ? .zero : Keyed.leastWait)
    }

    private func wait(_ rule: RetryRule, attempt: Int, asked: Duration, random: (Int) -> [UInt8]) -> Duration {
        let ceiling = min(rule.cap, .milliseconds(500) * (1 << min(attempt - 1, 10)))
        guard rule.jitter else { return max(ceiling, asked) }
        let share = random(4).reduce(0) { $0 << 8 | UInt64($1) }
        return asked + min(ceiling, rule.cap - asked) * (Double(share) / Double(UInt32.max))
    }

    private func rule(for error: JourneyError, _ meaning: KeyedResponse?) -> RetryRule? {
        rules.first { $0.codes.contains(error.code) }
            // The bank asks for a repeat that no rule mentions: while the first request runs, or after a passing fault.
            ?? (meaning == .repeatLater && !RetryPolicy.standard.codes.contains(error.code) ? rules.first : nil)
    }

    /// Returns `true` if the bank remembers the call's key at `now` and after another wait.
    package func isOpen(at now: Date, after wait: Duration) -> Bool {
        guard let before = keyed?.before else { return true }
        return now.addingTimeInterval(wait / .seconds(1)) < before
    }
}
