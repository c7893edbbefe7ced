/// A reason for rejecting a certificate, and its index in the path.
public struct CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers distinguish; the raw values are stable codes.
    public enum Reason: String, Sendable {
        /// More certificates or names than the limits allow, or a search that took too many steps.
        case tooMuch = "CERT_TOO_MUCH"
        /// No chain of issuers leads to a configured anchor.
        case noPath = "CERT_NO_PATH"
        /// The signature does not verify with the issuer's key.
        case badSignature = "CERT_BAD_SIGNATURE"
        /// A signature algorithm that is not allowed, or has wrong parameters.
        case algorithmNotAllowed = "CERT_ALGORITHM"
        /// A key of a type or size that is not allowed, or no valid key.
        case keyNotAllowed = "CERT_KEY"
        /// The validity has not begun.
        case notYetValid = "CERT_NOT_YET_VALID"
        /// The validity has ended.
        case expired = "CERT_EXPIRED"
        /// An issuer that is not an authority, or an authority in place of a leaf.
        case notAuthority = "CERT_AUTHORITY"
        /// More authorities below an authority than its path length allows.
        case pathTooLong = "CERT_PATH_TOO_LONG"
        /// The key usage does not allow this use.
        case keyUsage = "CERT_KEY_USAGE"
        /// The extended key usage does not allow this purpose.
        case purpose = "CERT_PURPOSE"
        /// A name outside the name constraints of an authority above.
        case nameNotPermitted = "CERT_NAME_NOT_PERMITTED"
        /// An unsupported critical extension.
        case unknownCritical = "CERT_UNKNOWN_CRITICAL"
        /// A required part is missing, or has a form that the profile does not allow.
        case profile = "CERT_PROFILE"
        /// The certificate does not name this host.
        case hostMismatch = "CERT_HOST"
        /// The issuer has revoked the certificate.
        case revoked = "CERT_REVOKED"
        /// The revocation status is required, but unknown.
        case revocationUnknown = "CERT_REVOCATION_UNKNOWN"
    }

    /// The reason, for program logic.
    public let reason: Reason
    /// The index in the path, 0 for the leaf; `nil` when the error concerns no single certificate.
    public let index: Int?
    /// The cause in one clause, for developers.
    public let detail: String

    init(_ reason: Reason, at index: Int? = nil, _ detail: String) {
        self.reason = reason
        self.index = index
        self.detail = detail
    }

    public var description: String {
        "\(reason.rawValue)\(index.map { " at certificate \($0)" } ?? ""): \(detail)"
    }
}
