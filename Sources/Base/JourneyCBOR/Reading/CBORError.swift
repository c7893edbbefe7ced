/// Why bytes are not accepted as CBOR or as the structure that was expected, and where.
public struct CBORError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults that the reader tells apart; the raw values are stable codes.
    package enum Reason: String, Sendable {
        case tooLarge = "CBOR_TOO_LARGE"
        case tooDeep = "CBOR_TOO_DEEP"
        case tooMany = "CBOR_TOO_MANY"
        case unexpectedEnd = "CBOR_UNEXPECTED_END"
        case trailingBytes = "CBOR_TRAILING_BYTES"
        /// A head with a reserved value, or an indefinite length where there is none.
        case badHead = "CBOR_BAD_HEAD"
        /// The end of an indefinite length where none is open, or where a value is missing.
        case badBreak = "CBOR_BAD_BREAK"
        /// A simple value below 32 in two bytes.
        case badSimple = "CBOR_BAD_SIMPLE"
        /// A piece of a string that is no definite string of the same type.
        case badPiece = "CBOR_BAD_PIECE"
        case badUTF8 = "CBOR_BAD_UTF8"
        case duplicateKey = "CBOR_DUPLICATE_KEY"
        /// Good CBOR of another type than what belongs there.
        case unexpectedType = "CBOR_UNEXPECTED_TYPE"
        /// A member that has to be there and is not.
        case missing = "CBOR_MISSING"
        /// A version, a type or an algorithm that is not known here.
        case unsupported = "CBOR_UNSUPPORTED"
        /// Good CBOR that breaks a rule of the structure it spells; `detail` names the rule.
        case notAllowed = "CBOR_NOT_ALLOWED"
    }

    /// What is wrong.
    package let reason: Reason
    /// Bytes before the fault, from the start of what the reader was given.
    package let offset: Int
    /// One clause for developers, with nothing of the content.
    package let detail: String

    /// An error of a structure that is spelled in CBOR.
    package init(_ reason: Reason, at offset: Int, _ detail: String) {
        self.reason = reason
        self.offset = offset
        self.detail = detail
    }

    public var description: String { "\(reason.rawValue) at byte \(offset): \(detail)" }
}
