/// Why a certificate is not accepted, and which one of its path.
public struct CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers tell apart; the raw values are stable codes.
    public enum Reason: String, Sendable {
        /// More certificates or names than are looked at, or a search that took too many steps.
        case tooMuch = "CERT_TOO_MUCH"
        /// No chain of issuers leads to a configured anchor.
        case noPath = "CERT_NO_PATH"
        /// The signature is not the issuer's.
        case badSignature = "CERT_BAD_SIGNATURE"
        /// A signature algorithm that is not allowed, or is written with wrong parameters.
        case algorithmNotAllowed = "CERT_ALGORITHM"
        /// A key of a type or size that is not allowed, or no key.
        case keyNotAllowed = "CERT_KEY"
        /// Before its validity.
        case notYetValid = "CERT_NOT_YET_VALID"
        /// After its validity.
        case expired = "CERT_EXPIRED"
        /// An issuer that is no authority, or an authority where none may stand.
        case notAuthority = "CERT_AUTHORITY"
        /// More authorities below another than that one allows.
        case pathTooLong = "CERT_PATH_TOO_LONG"
        /// The key may not be used for this.
        case keyUsage = "CERT_KEY_USAGE"
        /// The certificate is not for this purpose.
        case purpose = "CERT_PURPOSE"
        /// A name that an authority above may not vouch for.
        case nameNotPermitted = "CERT_NAME_NOT_PERMITTED"
        /// A critical extension that nobody here understands.
        case unknownCritical = "CERT_UNKNOWN_CRITICAL"
        /// Something is missing, or there, that the profile wants otherwise.
        case profile = "CERT_PROFILE"
        /// The certificate does not name this host.
        case hostMismatch = "CERT_HOST"
        /// Its issuer has revoked it.
        case revoked = "CERT_REVOKED"
        /// Whether it is revoked cannot be told, and has to be.
        case revocationUnknown = "CERT_REVOCATION_UNKNOWN"
    }

    /// What callers branch on.
    public let reason: Reason
    /// The place in the path, 0 for the leaf; `nil` when it is about no single certificate.
    public let index: Int?
    /// One clause for developers.
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
