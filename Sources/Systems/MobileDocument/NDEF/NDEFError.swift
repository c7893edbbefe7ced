// Re-exported, so that the members of the errors are visible to clients that import this module alone.
@_exported public import JourneyBase

/// An error of parsing an NFC message, with the byte offset.
public typealias NDEFError = ParseError<NDEFFault, Int>

/// The reasons that callers distinguish; the raw values are stable codes.
public enum NDEFFault: String, Sendable {
    case tooLarge = "NDEF_TOO_LARGE"
    case tooMany = "NDEF_TOO_MANY"
    case unexpectedEnd = "NDEF_UNEXPECTED_END"
    case trailingBytes = "NDEF_TRAILING_BYTES"
    /// A record has invalid flags or an invalid type, chunks included.
    case badRecord = "NDEF_BAD_RECORD"
    /// A handover lacks a required record.
    case missing = "NDEF_MISSING"
    /// A handover's version or content is not accepted.
    case notAllowed = "NDEF_NOT_ALLOWED"
}
