/// Why a signed message is not accepted.
package enum CMSError: Error, Hashable, Sendable {
    /// Not a detached message of one signer in DER, or one that breaks a rule.
    case unreadable(DERError)
    /// The certificate that the signer names is not there.
    case signerMissing
    /// A digest or a signature algorithm that is not allowed, or two that do not fit together.
    case algorithmNotAllowed
    /// The content is not what was signed.
    case contentMismatch
    /// The signature is not the signer's.
    case badSignature
    /// The signer's certificate is not accepted.
    case certificate(CertificateError)
}
