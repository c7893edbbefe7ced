package import JourneyBase

/// The end of a journey.
package struct Terminal: Sendable {
    package enum Kind: String, Sendable, CaseIterable { case completed, pending, cancelled, failed }
    package let outcome: Kind
    let result: Result

    package enum Result: Sendable {
        /// Manifest 1.1: a literal value, returned unchanged.
        case literal(JSONValue)
        /// Manifest 1.2: the members of the result, by name and type, taken from the last answer, earlier outputs or the event.
        case declared([String: ValueType])
        /// Manifest 1.3: the members of the result, by name, with the expressions of their values.
        case expressions([String: Expression])
    }
}
