/// Why a guard is not accepted, or has no value.
package struct GuardError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Code: String, Sendable, CaseIterable {
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

    package let code: Code
    /// One sentence; names places of the expression, never values of the context.
    package let message: String
    /// Bytes of the expression before the fault.
    package let offset: Int

    init(_ code: Code, _ message: String, at offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    package var description: String { "\(code.rawValue): \(message)" }
}
