// Re-exported, so that the members of its errors are visible to clients that import only this module.
@_exported public import JourneyBase

/// The reason why bytes were rejected as CBOR or as the expected structure, and the location.
public typealias CBORError = ParseError<CBORFault, Int>

/// The reasons that callers distinguish; the raw values are stable codes.
public enum CBORFault: String, Sendable {
    case tooLarge = "CBOR_TOO_LARGE"
    case tooDeep = "CBOR_TOO_DEEP"
    case tooMany = "CBOR_TOO_MANY"
    case unexpectedEnd = "CBOR_UNEXPECTED_END"
    case trailingBytes = "CBOR_TRAILING_BYTES"
    /// A head with a reserved value, or an indefinite length that isn't allowed there.
    case badHead = "CBOR_BAD_HEAD"
    /// A "break" without an open indefinite length, or where a value is missing.
    case badBreak = "CBOR_BAD_BREAK"
    /// A simple value below 32 in two bytes.
    case badSimple = "CBOR_BAD_SIMPLE"
    /// A chunk of a string that isn't a definite-length string of the same type.
    case badPiece = "CBOR_BAD_PIECE"
    case badUTF8 = "CBOR_BAD_UTF8"
    case duplicateKey = "CBOR_DUPLICATE_KEY"
    /// Valid CBOR of another type than expected.
    case unexpectedType = "CBOR_UNEXPECTED_TYPE"
    /// A required member is missing.
    case missing = "CBOR_MISSING"
    /// A version, type or algorithm that isn't supported.
    case unsupported = "CBOR_UNSUPPORTED"
    /// Valid CBOR that breaks a rule of the structure; `detail` names the rule.
    case notAllowed = "CBOR_NOT_ALLOWED"
}
