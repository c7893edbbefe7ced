/// Why bytes are not accepted as an NFC message, and where.
package struct NDEFError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults that are told apart; the raw values are stable codes.
    package enum Reason: String, Sendable {
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

    /// What is wrong.
    package let reason: Reason
    /// Bytes before the fault, from the start of what was given.
    let offset: Int
    /// One clause for developers.
    let detail: String

    init(_ reason: Reason, at offset: Int, _ detail: String) {
        self.reason = reason
        self.offset = offset
        self.detail = detail
    }

    package var description: String { "\(reason.rawValue) at byte \(offset): \(detail)" }
}
