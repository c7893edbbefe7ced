/// A reason for rejecting a signed message.
package enum CMSError: Error, Hashable, Sendable {
    /// Not a DER-encoded detached message of one signer, or a message that breaks a rule.
    case unreadable(DERError)
    /// The certificate that the signer identifies is missing.
    case signerMissing
    /// A digest or signature algorithm that is not allowed, or two that do not match.
    case algorithmNotAllowed
    /// The content differs from what was signed.
    case contentMismatch
    /// The signature does not verify with the signer's key.
    case badSignature
    /// The signer's certificate is rejected.
    case certificate(CertificateError)
}
