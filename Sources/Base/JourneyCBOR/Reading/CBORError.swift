// Exported again, so that the members of its errors are visible to those who import this module alone.
@_exported public import JourneyBase

/// The reason why bytes are refused as CBOR or as the structure that was expected, and the place.
public typealias CBORError = ParseError<CBORFault, Int>

/// The faults that the reader tells apart; the raw values are stable codes.
public enum CBORFault: String, Sendable {
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
