// Re-exported so that the members of its errors are visible to clients that import this module alone.
@_exported public import JourneyBase

/// The reason why an expression is refused or has no value, with the byte offset in its source.
package typealias ExpressionError = ParseError<ExpressionFaultKind, Int>

/// The kinds of expression errors.
package enum ExpressionFaultKind: String, Sendable, CaseIterable {
    /// The text does not match the grammar.
    ///
    /// Next step: Correct the expression at the offset that the message names; `docs/reference/expressions.md` has the language.
    case syntax = "EXPRESSION_SYNTAX"
    /// The text exceeds a limit: length, nesting, operators in a row or nested macros.
    ///
    /// Next step: Shorten the expression, or take a part of it into an output of an earlier step.
    case limit = "EXPRESSION_LIMIT"
    /// A name is neither a variable nor a function.
    ///
    /// Next step: Correct the name, or call a function that the language has.
    case name = "EXPRESSION_NAME"
    /// The types of operands or arguments do not fit; no value is ever converted.
    ///
    /// Next step: Convert one of the values, such as with `string()`, `int()` or `decimal()`.
    case type = "EXPRESSION_TYPE"
    /// A member, key or element does not exist.
    ///
    /// Next step: Test for the member with `has()`, correct its name, or declare the output.
    case missing = "EXPRESSION_MISSING"
    /// An overflow, a division by zero, a value out of range, or a decimal that would have to be rounded.
    ///
    /// Next step: Use smaller numbers, test the divisor, or give more digits to `toFixed` and `minor`.
    case number = "EXPRESSION_NUMBER"
    /// An argument that its function refuses: an index, a pattern, a format or a text to convert.
    ///
    /// Next step: Correct the argument at the offset that the message names.
    case value = "EXPRESSION_VALUE"
    /// The evaluation exceeds its cost, or its result exceeds its size.
    ///
    /// Next step: Filter the list earlier, or ask the bank for fewer elements.
    case cost = "EXPRESSION_COST"
}
