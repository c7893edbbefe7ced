// Re-exported, so that the members of its errors are visible to clients that import only this module.
@_exported public import JourneyBase

/// The reason why bytes are rejected as DER or as the expected structure, and the offset.
public typealias DERError = ParseError<DERFault, Int>

/// The faults that the reader distinguishes; the raw values are stable codes.
public enum DERFault: String, Sendable {
    case tooLarge = "DER_TOO_LARGE"
    case tooDeep = "DER_TOO_DEEP"
    case tooMany = "DER_TOO_MANY"
    case unexpectedEnd = "DER_UNEXPECTED_END"
    case trailingBytes = "DER_TRAILING_BYTES"
    case unexpectedTag = "DER_UNEXPECTED_TAG"
    case badLength = "DER_BAD_LENGTH"
    case badBoolean = "DER_BAD_BOOLEAN"
    case badInteger = "DER_BAD_INTEGER"
    case badBitString = "DER_BAD_BIT_STRING"
    case badObjectIdentifier = "DER_BAD_OBJECT_IDENTIFIER"
    case badString = "DER_BAD_STRING"
    case badTime = "DER_BAD_TIME"
    case badOrder = "DER_BAD_ORDER"
    /// Valid DER that breaks a rule of its structure; `detail` names the rule.
    case notAllowed = "DER_NOT_ALLOWED"
}
