// Re-exported so that the members of its errors are visible to clients that import this module alone.
@_exported public import JourneyBase

/// The reason why a guard is rejected or has no value, with the byte offset in its source.
public typealias GuardError = ParseError<GuardFaultKind, Int>

/// The kinds of guard errors.
public enum GuardFaultKind: String, Sendable, CaseIterable {
    /// The text does not match the grammar.
    case syntax = "GUARD_SYNTAX"
    /// The guard exceeds a limit: length, nesting or number of terms.
    case limit = "GUARD_LIMIT"
    /// The types of two values are incompatible; no value is ever converted.
    case type = "GUARD_TYPE"
    /// A path does not exist.
    case missing = "GUARD_MISSING"
    /// A number that is neither a 64-bit integer nor a finite decimal.
    case number = "GUARD_NUMBER"
}
