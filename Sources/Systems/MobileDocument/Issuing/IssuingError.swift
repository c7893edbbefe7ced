public import JourneyBase

/// Why a document or a certificate is not issued.
public typealias IssuingError = ParseError<IssuingFault, String>

/// The reasons that callers tell apart; the raw values are stable codes.
public enum IssuingFault: String, Sendable {
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
