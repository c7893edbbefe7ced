import JourneyWire

/// The attribute by which a tag is identified.
public enum TagIdAttribute: Sendable, Hashable, CaseIterable, RawRepresentable {
    case referenceId
    case prontoTagId
    case subscriptionId

    public init?(rawValue: String) {
        guard let found = TagIdAttribute.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = found
    }

    /// The attribute's name in a request.
    public var rawValue: String { wire.rawValue }

    var wire: TagAttribute {
        switch self {
        case .referenceId: .reference
        case .prontoTagId: .number
        case .subscriptionId: .subscription
        }
    }
}
