package import JourneyBase

/// The end of a journey.
package struct Terminal: Sendable {
    package enum Kind: String, Sendable, CaseIterable { case completed, pending, cancelled, failed }
    package let outcome: Kind
    let result: Result

    package enum Result: Sendable {
        /// Manifest 1.1: handed over as it stands.
        case literal(JSONValue)
        /// Manifest 1.2: the members that the result has, by name and type, taken from what led here.
        case declared([String: ValueType])
    }
}
