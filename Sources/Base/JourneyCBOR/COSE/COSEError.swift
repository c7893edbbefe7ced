public import JourneyBase

/// The reason why a COSE message was rejected, and its location. Bytes that aren't valid CBOR are a `CBORError` instead.
public typealias COSEError = ParseError<COSEFault, Int>

/// The reasons that callers distinguish; the raw values are stable codes.
public enum COSEFault: String, Sendable {
    /// No header names an algorithm.
    case algorithmMissing = "COSE_ALGORITHM_MISSING"
    /// The algorithm is in the unprotected header.
    case algorithmNotProtected = "COSE_ALGORITHM_NOT_PROTECTED"
    /// The algorithm isn't supported.
    case algorithmUnknown = "COSE_ALGORITHM_UNKNOWN"
    /// The algorithm doesn't fit the key or the kind of message.
    case algorithmMismatch = "COSE_ALGORITHM_MISMATCH"
    /// The message has a payload although a detached one was given.
    case payloadAttached = "COSE_PAYLOAD_ATTACHED"
    /// The message has no payload, and no detached one was given.
    case payloadMissing = "COSE_PAYLOAD_MISSING"
    /// The key's type or permitted operations exclude this use.
    case keyNotAllowed = "COSE_KEY"
    /// The signature isn't valid for the key and the signed bytes.
    case badSignature = "COSE_BAD_SIGNATURE"
    /// The MAC isn't valid for the key and the authenticated bytes.
    case badTag = "COSE_BAD_TAG"
}
