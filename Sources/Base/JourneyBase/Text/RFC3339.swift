package import Foundation

/// Times as RFC 3339 spells them.
package enum RFC3339 {
    /// Spells a moment in UTC with its date and milliseconds, such as `2026-01-31T12:00:00.250Z`.
    ///
    /// - Parameter date: The moment; what is below a millisecond is cut off.
    /// - Returns: The text, whose order is that of time.
    package static func text(_ date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded(.down))
        let rest = (milliseconds % 1_000 + 1_000) % 1_000
        let whole = Date(timeIntervalSince1970: TimeInterval((milliseconds - rest) / 1_000)).ISO8601Format()
        let digits = String(rest)
        return "\(whole.dropLast()).\(String(repeating: "0", count: 3 - digits.count))\(digits)Z"
    }
}
