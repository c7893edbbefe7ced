/// Why a document or a certificate is not issued.
public struct IssuingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers tell apart; the raw values are stable codes.
    package enum Reason: String, Sendable {
        /// A template that cannot be understood.
        case template = "MDOC_TEMPLATE"
        /// A value that its template does not allow, or one that is missing.
        case value = "MDOC_VALUE"
        /// Times that no document or certificate may have.
        case validity = "MDOC_VALIDITY"
        /// A certificate or a name that is not what the standard asks for.
        case certificate = "MDOC_CERTIFICATE"
        /// A key that has no place in a document.
        case key = "MDOC_KEY"
    }

    package let reason: Reason
    /// What it is about: an element, a certificate's field.
    package let place: String
    /// One clause for developers, with nothing of a person's data.
    package let detail: String

    init(_ reason: Reason, _ place: String, _ detail: String) {
        self.reason = reason
        self.place = place
        self.detail = detail
    }

    public var description: String { "\(reason.rawValue) at \(place): \(detail)" }
}
