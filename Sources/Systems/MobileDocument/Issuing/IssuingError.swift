public import JourneyBase

/// An error of issuing a document or a certificate, with the place that it concerns.
public typealias IssuingError = ParseError<IssuingFault, String>

/// The reasons that callers distinguish; the raw values are stable codes.
public enum IssuingFault: String, Sendable {
    /// The template cannot be parsed.
    case template = "MDOC_TEMPLATE"
    /// A value is missing or does not match the template.
    case value = "MDOC_VALUE"
    /// The times of a document or certificate are invalid.
    case validity = "MDOC_VALIDITY"
    /// A certificate or name does not meet the standard.
    case certificate = "MDOC_CERTIFICATE"
    /// A key's type or algorithm cannot be used in a document.
    case key = "MDOC_KEY"
}
