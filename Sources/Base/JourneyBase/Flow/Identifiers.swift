/// The name of a journey: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, without a leading dot. It is safe in URLs.
public struct JourneyID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Creates an identifier, or returns `nil` if `rawValue` doesn't have that form.
    package init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// The name of a step of a journey, in the same form as `JourneyID`.
package struct StepID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// Creates an identifier, or returns `nil` if `rawValue` doesn't have that form.
    package init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    package var description: String { rawValue }
}

private func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
        && text.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
}
