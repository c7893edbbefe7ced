package import Foundation

/// Date format of RFC 3339.
package enum RFC3339 {
    /// Formats a date in UTC with milliseconds, such as `2026-01-31T12:00:00.250Z`. The texts sort by time.
    ///
    /// - Parameter date: The date. Fractions of a millisecond are cut off.
    /// - Returns: The text.
    package static func text(_ date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded(.down))
        let rest = (milliseconds % 1_000 + 1_000) % 1_000
        let whole = Date(timeIntervalSince1970: TimeInterval((milliseconds - rest) / 1_000)).ISO8601Format()
        let digits = String(rest)
        return "\(whole.dropLast()).\(String(repeating: "0", count: 3 - digits.count))\(digits)Z"
    }
}
