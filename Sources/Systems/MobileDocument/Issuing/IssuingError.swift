public import JourneyBase

/// An error of issuing a document or a certificate, with the place that it concerns.
public typealias IssuingError = ParseError<IssuingFault, String>

/// The reasons for an `IssuingError`; the raw values are stable codes.
public enum IssuingFault: String, Sendable {
    /// The template cannot be parsed.
    ///
    /// Next step: Correct the member that the message names.
    case template = "MDOC_TEMPLATE"
    /// A value is missing or does not match the template.
    ///
    /// Next step: Give the value in the form that the template declares.
    case value = "MDOC_VALUE"
    /// The times of a document or certificate are invalid.
    ///
    /// Next step: Set a start before the end, within the certificate's validity.
    case validity = "MDOC_VALIDITY"
    /// A certificate or name does not meet the standard.
    ///
    /// Next step: Issue the certificate as ISO/IEC 18013-5, annex B, says.
    case certificate = "MDOC_CERTIFICATE"
    /// A key's type or algorithm cannot be used in a document.
    ///
    /// Next step: Use a key on P-256, or another curve that the message names.
    case key = "MDOC_KEY"
}
