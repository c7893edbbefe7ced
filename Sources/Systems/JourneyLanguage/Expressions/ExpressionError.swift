// Re-exported so that the members of its errors are visible to clients that import this module alone.
@_exported public import JourneyBase

/// The reason why an expression is refused or has no value, with the byte offset in its source.
package typealias ExpressionError = ParseError<ExpressionFaultKind, Int>

/// The kinds of expression errors.
package enum ExpressionFaultKind: String, Sendable, CaseIterable {
    /// The text does not match the grammar.
    case syntax = "EXPRESSION_SYNTAX"
    /// The text exceeds a limit: length, nesting, operators in a row or nested macros.
    case limit = "EXPRESSION_LIMIT"
    /// A name is neither a variable nor a function.
    case name = "EXPRESSION_NAME"
    /// The types of operands or arguments do not fit; no value is ever converted.
    case type = "EXPRESSION_TYPE"
    /// A member, key or element does not exist.
    case missing = "EXPRESSION_MISSING"
    /// An overflow, a division by zero, a value out of range, or a decimal that would have to be rounded.
    case number = "EXPRESSION_NUMBER"
    /// An argument that its function refuses: an index, a pattern, a format or a text to convert.
    case value = "EXPRESSION_VALUE"
    /// The evaluation exceeds its cost, or its result exceeds its size.
    case cost = "EXPRESSION_COST"
}
