public import JourneyBase

/// The end of a journey.
public struct Terminal: Sendable {
    public enum Kind: String, Sendable, CaseIterable { case completed, pending, cancelled, failed }
    public let outcome: Kind
    public let result: Result

    public enum Result: Sendable {
        /// Manifest 1.1: handed over as it stands.
        case literal(JSONValue)
        /// Manifest 1.2: the members that the result has, by name and type, taken from what led here.
        case declared([String: ValueType])
    }
}
