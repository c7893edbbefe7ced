// Exported again, so that the members of its errors are visible to those who import this module alone.
@_exported public import JourneyBase

/// Why a guard is not accepted, or has no value.
package typealias GuardError = ParseError<GuardFaultKind, Int>

/// What is wrong.
package enum GuardFaultKind: String, Sendable, CaseIterable {
    /// Not in the grammar.
    case syntax = "GUARD_SYNTAX"
    /// Longer, deeper or with more terms than guards may be.
    case limit = "GUARD_LIMIT"
    /// Values of types that do not go together; nothing is ever converted.
    case type = "GUARD_TYPE"
    /// A path leads nowhere.
    case missing = "GUARD_MISSING"
    /// A number that neither 64-bit integers nor finite decimals can say.
    case number = "GUARD_NUMBER"
}
