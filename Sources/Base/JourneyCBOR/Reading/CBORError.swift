// Re-exported, so that the members of its errors are visible to clients that import only this module.
@_exported public import JourneyBase

/// The reason why bytes were rejected as CBOR or as the expected structure, and the location.
public typealias CBORError = ParseError<CBORFault, Int>

/// The reasons for a `CBORError`; the raw values are stable codes.
public enum CBORFault: String, Sendable {
    /// The encoding is larger than the limit.
    ///
    /// Next step: Encode less; the limit is the caller's.
    case tooLarge = "CBOR_TOO_LARGE"
    /// Arrays, maps and tags are nested deeper than the limit.
    ///
    /// Next step: Flatten the structure.
    case tooDeep = "CBOR_TOO_DEEP"
    /// The encoding has more items than the limit.
    ///
    /// Next step: Encode fewer items.
    case tooMany = "CBOR_TOO_MANY"
    /// The encoding ends within an item.
    ///
    /// Next step: Pass all bytes of the message.
    case unexpectedEnd = "CBOR_UNEXPECTED_END"
    /// More bytes follow the item.
    ///
    /// Next step: Pass the bytes of exactly one item.
    case trailingBytes = "CBOR_TRAILING_BYTES"
    /// A head has a reserved value, or an indefinite length that isn't allowed there.
    ///
    /// Next step: Encode as RFC 8949, section 3, says.
    case badHead = "CBOR_BAD_HEAD"
    /// A "break" has no open indefinite length, or stands where a value is missing.
    ///
    /// Next step: Encode as RFC 8949, section 3.2.1, says.
    case badBreak = "CBOR_BAD_BREAK"
    /// A simple value below 32 is encoded in two bytes.
    ///
    /// Next step: Encode it as RFC 8949, section 3.3, says.
    case badSimple = "CBOR_BAD_SIMPLE"
    /// A chunk of a string isn't a definite-length string of the same type.
    ///
    /// Next step: Encode chunks as RFC 8949, section 3.2.3, says.
    case badPiece = "CBOR_BAD_PIECE"
    /// A text string is not valid UTF-8.
    ///
    /// Next step: Encode the text in UTF-8.
    case badUTF8 = "CBOR_BAD_UTF8"
    /// A map has the same key twice.
    ///
    /// Next step: Remove one of the two entries.
    case duplicateKey = "CBOR_DUPLICATE_KEY"
    /// An item is valid CBOR of another type than expected.
    ///
    /// Next step: Encode the type that the structure's standard names.
    case unexpectedType = "CBOR_UNEXPECTED_TYPE"
    /// A required member is missing.
    ///
    /// Next step: Add the member that `detail` names.
    case missing = "CBOR_MISSING"
    /// A version, type or algorithm isn't supported.
    ///
    /// Next step: Use one that the format's page lists.
    case unsupported = "CBOR_UNSUPPORTED"
    /// The item is valid CBOR, but breaks a rule of the structure; `detail` names the rule.
    ///
    /// Next step: Correct the encoder so that it follows the rule.
    case notAllowed = "CBOR_NOT_ALLOWED"
}
