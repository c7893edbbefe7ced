internal import JourneyBase

/// The effect of a call when it is sent again; manifest 1.3.
package enum CallEffect: String, Sendable, CaseIterable {
    /// Changes nothing that matters.
    case read
    /// Any number of calls has the effect of one.
    case idempotent
    /// A call with a key that the bank has seen has no further effect.
    case keyed
    /// Each call has its effect: it is sent once at most.
    case once

    /// `true` if a call may be sent again after its answer was lost.
    var mayRepeat: Bool { self != .once }
}

/// The place and form of a call's idempotency key; manifest 1.3.
package struct KeyPlacement: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        case header(String)
        /// Members of the body, from the outermost.
        case body([String])
    }

    package enum Form: String, Sendable, CaseIterable {
        /// The key itself.
        case bare
        /// A string of RFC 8941, section 3.3.3: the key in quotes.
        case quoted
    }

    package let place: Place
    package let form: Form
    /// The greatest length of the value, in bytes.
    package let maxLength: Int
    /// The time for which the bank remembers a key; there is no repeat after it.
    package let window: Duration

    /// The length of a key that the SDK makes.
    static let keyLength = 36

    /// Returns the value for `key`.
    package func text(_ key: String) -> String { form == .quoted ? "\"\(key)\"" : key }
}
