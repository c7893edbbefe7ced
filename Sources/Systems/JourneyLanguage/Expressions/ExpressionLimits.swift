/// The limits of an expression and its evaluation. They are part of the language: the same expression over the same values stops
/// at the same place everywhere.
package struct ExpressionLimits: Hashable, Sendable {
    /// The longest expression, in bytes.
    package var bytes = 4_096
    /// The deepest nesting of parentheses, brackets, braces, arguments and conditionals within each other.
    package var depth = 32
    /// The highest syntax tree. Operators in a row make a tree as high as their number.
    package var height = 128
    /// The deepest nesting of macros in the bodies of macros.
    package var macros = 3
    /// The highest cost of an evaluation: 1 for a variable, member, operator or call, 10 for a list, 30 for a map, 0.1 for a byte
    /// of text that is read or written, 1 for an element that is copied or compared.
    package var cost = 100_000
    /// The largest result, in bytes of JSON.
    package var resultBytes = 262_144
    /// The deepest nesting of lists and maps in a value.
    package var valueDepth = 64

    package init() {}

    /// The limits of manifests.
    package static let standard = ExpressionLimits()
}
