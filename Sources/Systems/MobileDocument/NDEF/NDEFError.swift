// Re-exported, so that the members of the errors are visible to clients that import this module alone.
@_exported public import JourneyBase

/// An error of parsing an NFC message, with the byte offset.
package typealias NDEFError = ParseError<NDEFFault, Int>

/// The reasons for an `NDEFError`; the raw values are stable codes.
package enum NDEFFault: String, Sendable {
    /// The message is larger than the limit.
    ///
    /// Next step: Write a shorter message to the tag.
    case tooLarge = "NDEF_TOO_LARGE"
    /// The message has more records than the limit.
    ///
    /// Next step: Write fewer records.
    case tooMany = "NDEF_TOO_MANY"
    /// The message ends within a record.
    ///
    /// Next step: Hold the devices together until the whole message is read.
    case unexpectedEnd = "NDEF_UNEXPECTED_END"
    /// More bytes follow the last record.
    ///
    /// Next step: Pass the bytes of exactly one message.
    case trailingBytes = "NDEF_TRAILING_BYTES"
    /// A record has invalid flags or an invalid type, or is chunked, which isn't supported.
    ///
    /// Next step: Encode the record as the NFC Forum's NDEF specification says.
    case badRecord = "NDEF_BAD_RECORD"
    /// A handover lacks a required record.
    ///
    /// Next step: Add the record that `detail` names.
    case missing = "NDEF_MISSING"
    /// A handover's version or content is not accepted.
    ///
    /// Next step: Correct what `detail` names.
    case notAllowed = "NDEF_NOT_ALLOWED"
}
