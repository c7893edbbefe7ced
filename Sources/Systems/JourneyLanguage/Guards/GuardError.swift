// Re-exported so that the members of its errors are visible to clients that import this module alone.
@_exported public import JourneyBase

/// The reason why a guard is rejected or has no value, with the byte offset in its source.
package typealias GuardError = ParseError<GuardFaultKind, Int>

/// The kinds of guard errors.
package enum GuardFaultKind: String, Sendable, CaseIterable {
    /// The text does not match the grammar.
    ///
    /// Next step: Correct the guard at the offset that the message names; `docs/reference/manifest.md` has the grammar.
    case syntax = "GUARD_SYNTAX"
    /// The guard exceeds a limit: length, nesting or number of terms.
    ///
    /// Next step: Shorten the guard, or split it over two transitions.
    case limit = "GUARD_LIMIT"
    /// The types of two values are incompatible; no value is ever converted.
    ///
    /// Next step: Compare values of one type.
    case type = "GUARD_TYPE"
    /// A path does not exist.
    ///
    /// Next step: Correct the path, or declare the output that it names.
    case missing = "GUARD_MISSING"
    /// A number that is neither a 64-bit integer nor a finite decimal.
    ///
    /// Next step: Write a 64-bit integer or a finite decimal.
    case number = "GUARD_NUMBER"
}
