// Re-exported, so that the members of its errors are visible to clients that import only this module.
@_exported public import JourneyBase

/// The reason why bytes are rejected as DER or as the expected structure, and the offset.
public typealias DERError = ParseError<DERFault, Int>

/// The faults that the reader distinguishes; the raw values are stable codes.
public enum DERFault: String, Sendable {
    /// The encoding is larger than the limit.
    ///
    /// Next step: Pass one certificate or structure at a time.
    case tooLarge = "DER_TOO_LARGE"
    /// Values are nested deeper than the limit.
    ///
    /// Next step: Don't trust the source; no standard structure nests so deep.
    case tooDeep = "DER_TOO_DEEP"
    /// The encoding has more values than the limit.
    ///
    /// Next step: Split the list, or don't trust the source.
    case tooMany = "DER_TOO_MANY"
    /// The encoding ends within a value.
    ///
    /// Next step: Pass all bytes; PEM must be decoded first.
    case unexpectedEnd = "DER_UNEXPECTED_END"
    /// More bytes follow the value.
    ///
    /// Next step: Pass the bytes of exactly one value.
    case trailingBytes = "DER_TRAILING_BYTES"
    /// A value has another type than expected.
    ///
    /// Next step: Check that the file holds the expected kind of structure.
    case unexpectedTag = "DER_UNEXPECTED_TAG"
    /// A length is indefinite or not in its shortest form.
    ///
    /// Next step: Encode as DER, not BER (X.690, section 10.1).
    case badLength = "DER_BAD_LENGTH"
    /// A BOOLEAN is neither 00 nor FF.
    ///
    /// Next step: Encode as X.690, section 11.1, says.
    case badBoolean = "DER_BAD_BOOLEAN"
    /// An INTEGER is empty, not in its shortest form or out of range.
    ///
    /// Next step: Encode as X.690, section 8.3, says.
    case badInteger = "DER_BAD_INTEGER"
    /// A BIT STRING has an invalid number of unused bits.
    ///
    /// Next step: Encode as X.690, section 11.2, says.
    case badBitString = "DER_BAD_BIT_STRING"
    /// An OBJECT IDENTIFIER is malformed.
    ///
    /// Next step: Encode as X.690, section 8.19, says.
    case badObjectIdentifier = "DER_BAD_OBJECT_IDENTIFIER"
    /// A string has characters that its type doesn't allow.
    ///
    /// Next step: Use a UTF8String, or remove the characters.
    case badString = "DER_BAD_STRING"
    /// A time is not in the form that DER requires.
    ///
    /// Next step: Encode as X.690, section 11.7, and RFC 5280, section 4.1.2.5, say.
    case badTime = "DER_BAD_TIME"
    /// The elements of a SET are not in DER order.
    ///
    /// Next step: Sort them as X.690, section 11.6, says.
    case badOrder = "DER_BAD_ORDER"
    /// The value is valid DER, but breaks a rule of its structure; `detail` names the rule.
    ///
    /// Next step: Have the structure issued again so that it follows the rule.
    case notAllowed = "DER_NOT_ALLOWED"
}
