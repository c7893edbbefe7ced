internal import JourneyBase

/// Names a card to its issuer: 1 to 64 ASCII letters, digits and hyphens, so that it is safe in an address.
public struct CardID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// The identifier, or `nil` when `rawValue` is not of that shape.
    public init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// Names a person to the issuer; of the same shape as `CardID`.
public struct CardUserID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// The identifier, or `nil` when `rawValue` is not of that shape.
    public init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// Names one request for consent; of the same shape as `CardID`.
public struct ChallengeID: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// The identifier, or `nil` when `rawValue` is not of that shape.
    public init?(_ rawValue: String) {
        guard isIdentifier(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

private func isIdentifier(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
}
