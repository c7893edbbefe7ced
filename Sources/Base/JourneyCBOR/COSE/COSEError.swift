public import JourneyBase

/// The reason why a COSE message that was read is refused, and its place. What cannot be read is a `CBORError`.
public typealias COSEError = ParseError<COSEFault, Int>

/// The reasons that callers tell apart; the raw values are stable codes.
public enum COSEFault: String, Sendable {
    /// No header names an algorithm.
    case algorithmMissing = "COSE_ALGORITHM_MISSING"
    /// The algorithm stands where nothing protects it.
    case algorithmNotProtected = "COSE_ALGORITHM_NOT_PROTECTED"
    /// An algorithm that is not known here.
    case algorithmUnknown = "COSE_ALGORITHM_UNKNOWN"
    /// An algorithm that does not fit the key, or the kind of message.
    case algorithmMismatch = "COSE_ALGORITHM_MISMATCH"
    /// A payload in a message whose payload is given beside it.
    case payloadAttached = "COSE_PAYLOAD_ATTACHED"
    /// No payload, in the message or beside it.
    case payloadMissing = "COSE_PAYLOAD_MISSING"
    /// A key that is not for this, or of a type that is not used here.
    case keyNotAllowed = "COSE_KEY"
    /// The signature is not the key's over these bytes.
    case badSignature = "COSE_BAD_SIGNATURE"
    /// The tag is not the key's over these bytes.
    case badTag = "COSE_BAD_TAG"
}
