/// Names a journey: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, not starting with a dot, so that it is safe in an
/// address.
public struct JourneyID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// The identifier, or `nil` when `rawValue` is not of that shape.
    package init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// Names a step of a journey; of the same shape as `JourneyID`.
package struct StepID: Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    /// The identifier, or `nil` when `rawValue` is not of that shape.
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
