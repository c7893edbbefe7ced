public import JourneyBase

/// The reason why a COSE message was rejected, and its location. Bytes that aren't valid CBOR are a `CBORError` instead.
public typealias COSEError = ParseError<COSEFault, Int>

/// The reasons for a `COSEError`; the raw values are stable codes.
public enum COSEFault: String, Sendable {
    /// No header names an algorithm.
    ///
    /// Next step: Name the algorithm in the protected header.
    case algorithmMissing = "COSE_ALGORITHM_MISSING"
    /// The algorithm is in the unprotected header.
    ///
    /// Next step: Move the algorithm to the protected header.
    case algorithmNotProtected = "COSE_ALGORITHM_NOT_PROTECTED"
    /// The algorithm isn't supported.
    ///
    /// Next step: Use an algorithm that `docs/reference/crypto.md` lists.
    case algorithmUnknown = "COSE_ALGORITHM_UNKNOWN"
    /// The algorithm doesn't fit the key or the kind of message.
    ///
    /// Next step: Sign with the algorithm of the key's curve.
    case algorithmMismatch = "COSE_ALGORITHM_MISMATCH"
    /// The message has a payload although a detached one was given.
    ///
    /// Next step: Don't give a detached payload, or send the message without one.
    case payloadAttached = "COSE_PAYLOAD_ATTACHED"
    /// The message has no payload, and no detached one was given.
    ///
    /// Next step: Give the detached payload, or attach it.
    case payloadMissing = "COSE_PAYLOAD_MISSING"
    /// The key's type or permitted operations exclude this use.
    ///
    /// Next step: Use a key of the right type, whose `key_ops` allow this use.
    case keyNotAllowed = "COSE_KEY"
    /// The signature isn't valid for the key and the signed bytes.
    ///
    /// Next step: Compare the key and the signed bytes with the signer's; otherwise don't trust the message.
    case badSignature = "COSE_BAD_SIGNATURE"
    /// The MAC isn't valid for the key and the authenticated bytes.
    ///
    /// Next step: Compare the key and the authenticated bytes with the sender's; otherwise don't trust the message.
    case badTag = "COSE_BAD_TAG"
}
