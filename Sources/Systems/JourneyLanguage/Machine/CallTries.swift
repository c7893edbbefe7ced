package import JourneyBase

/// The tries of one call as a value: the number of the current one, and whether another follows. It has no clock and sends nothing.
package struct CallTries: Sendable {
    private let policy: RetryPolicy
    /// The number of the current try, from 1.
    package private(set) var number = 1
    /// Tries with a renewed token, which don't count for the policy.
    private var renewals = 0
    /// `true` if a try may have been executed without confirmation.
    package private(set) var mayBeDone = false

    package init(_ policy: RetryPolicy) { self.policy = policy }

    /// `true` if a try was repeated with a renewed token.
    package var hasRenewed: Bool { renewals > 0 }

    /// Records that the current try failed.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - status: The status of the response, if there was one.
    ///   - meaning: What the response means under a key, if the call carries one.
    package mutating func fail(_ error: JourneyError, status: Int?, meaning: KeyedResponse? = nil) {
        let conclusion = meaning.map { $0.conclusion(status: status ?? 0) }
        mayBeDone = mayBeDone || (conclusion ?? CallRefusal(error, status: status)) == .unknown
    }

    /// Returns the wait before the next try, after the current one failed with `error`; `nil` if there is none. See
    /// `RetryPolicy.wait`.
    package func wait(
        after error: JourneyError, meaning: KeyedResponse? = nil, retryAfter: Duration?, random: (Int) -> [UInt8]
    ) -> Duration? {
        policy.wait(
            after: error, meaning: meaning, attempt: number - renewals, retryAfter: retryAfter, random: random)
    }

    /// Begins the next try.
    package mutating func begin() { number += 1 }

    /// Begins the next try, with a renewed token.
    package mutating func beginRenewed() {
        renewals += 1
        number += 1
    }
}
