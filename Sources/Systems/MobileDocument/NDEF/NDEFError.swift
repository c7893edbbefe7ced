// Exported again, so that the members of its errors are visible to those who import this module alone.
@_exported public import JourneyBase

/// Why bytes are not accepted as an NFC message, and where.
package typealias NDEFError = ParseError<NDEFFault, Int>

/// The faults that are told apart; the raw values are stable codes.
package enum NDEFFault: String, Sendable {
    case tooLarge = "NDEF_TOO_LARGE"
    case tooMany = "NDEF_TOO_MANY"
    case unexpectedEnd = "NDEF_UNEXPECTED_END"
    case trailingBytes = "NDEF_TRAILING_BYTES"
    /// Flags or a type that no record may have there, chunks among them.
    case badRecord = "NDEF_BAD_RECORD"
    /// A handover without the records that it needs.
    case missing = "NDEF_MISSING"
    /// A handover of a version, or with content, that is not taken.
    case notAllowed = "NDEF_NOT_ALLOWED"
}
