internal import JourneyBase

/// The issuer's identifier of a card: 1 to 64 ASCII letters, digits and hyphens, so that it is safe in a URL.
public struct CardID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Creates an identifier; `nil` if `rawValue` does not have that form.
    public init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// The issuer's identifier of a user, of the same form as `CardID`.
public struct CardUserID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Creates an identifier; `nil` if `rawValue` does not have that form.
    public init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// The identifier of a consent request, of the same form as `CardID`.
public struct ChallengeID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Creates an identifier; `nil` if `rawValue` does not have that form.
    public init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

private func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
}
