import JourneyWire

/// By which of its names a tag is meant.
public enum TagIdAttribute: Sendable, Hashable, CaseIterable, RawRepresentable {
    case referenceId
    case prontoTagId
    case subscriptionId

    public init?(rawValue: String) {
        guard let found = TagIdAttribute.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = found
    }

    /// The name's name in a request.
    public var rawValue: String { wire.rawValue }

    var wire: TagAttribute {
        switch self {
        case .referenceId: .reference
        case .prontoTagId: .number
        case .subscriptionId: .subscription
        }
    }
}
