/// A reason for rejecting a certificate, and its index in the path.
public struct CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for a `CertificateError`; the raw values are stable codes.
    public enum Reason: String, Sendable {
        /// The path has too many certificates or names, or the search took too many steps.
        ///
        /// Next step: Send only the certificates of the path.
        case tooMuch = "CERT_TOO_MUCH"
        /// No chain of issuers leads to a configured anchor.
        ///
        /// Next step: Add the missing intermediate certificate, or the root to the trusted ones.
        case noPath = "CERT_NO_PATH"
        /// The certificate's signature is not its issuer's.
        ///
        /// Next step: Get the certificate again from its issuer.
        case badSignature = "CERT_BAD_SIGNATURE"
        /// The signature algorithm is not allowed, or has invalid parameters.
        ///
        /// Next step: Have the certificate issued with an algorithm of `docs/reference/certificates.md`.
        case algorithmNotAllowed = "CERT_ALGORITHM"
        /// The key's type or size is not allowed, or the key is missing.
        ///
        /// Next step: Have the certificate issued for a key of `docs/reference/certificates.md`.
        case keyNotAllowed = "CERT_KEY"
        /// The certificate is not valid yet.
        ///
        /// Next step: Check the clock; otherwise wait until the certificate is valid.
        case notYetValid = "CERT_NOT_YET_VALID"
        /// The certificate has expired.
        ///
        /// Next step: Renew the certificate; check the clock.
        case expired = "CERT_EXPIRED"
        /// An issuer is not a certificate authority, or a leaf is one.
        ///
        /// Next step: Have the certificates issued with the right basic constraints.
        case notAuthority = "CERT_AUTHORITY"
        /// The path has more authorities than a path length constraint allows.
        ///
        /// Next step: Have the certificate issued by a higher authority.
        case pathTooLong = "CERT_PATH_TOO_LONG"
        /// The key usage doesn't include this use.
        ///
        /// Next step: Have the certificate issued with the key usage that the message names.
        case keyUsage = "CERT_KEY_USAGE"
        /// The extended key usage doesn't include this purpose.
        ///
        /// Next step: Have the certificate issued for the purpose that the message names.
        case purpose = "CERT_PURPOSE"
        /// A name is outside the name constraints of an authority in the path.
        ///
        /// Next step: Have the certificate issued by an authority for this name.
        case nameNotPermitted = "CERT_NAME_NOT_PERMITTED"
        /// A critical extension is not supported.
        ///
        /// Next step: Have the certificate issued without it, or with the extension not critical.
        case unknownCritical = "CERT_UNKNOWN_CRITICAL"
        /// The certificate breaks a rule of the profile that applies.
        ///
        /// Next step: Have it issued as the message says.
        case profile = "CERT_PROFILE"
        /// The certificate is not in DER, or has a malformed extension or too long a serial number.
        ///
        /// Next step: Have it issued again in DER, or use a policy that accepts such certificates with a warning.
        case encoding = "CERT_ENCODING"
        /// The certificate doesn't name this host.
        ///
        /// Next step: Connect to a host that the certificate names, or have it issued for this one.
        case hostMismatch = "CERT_HOST"
        /// The issuer has revoked the certificate.
        ///
        /// Next step: Use a new certificate; don't trust this one.
        case revoked = "CERT_REVOKED"
        /// The revocation status is required, and can't be determined.
        ///
        /// Next step: Provide a current revocation list of the issuer.
        case revocationUnknown = "CERT_REVOCATION_UNKNOWN"
    }

    /// The reason, for program logic.
    public let reason: Reason
    /// The index in the path, 0 for the leaf; `nil` when the error concerns no single certificate.
    public let index: Int?
    /// The cause, for developers.
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
