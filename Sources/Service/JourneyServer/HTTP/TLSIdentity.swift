public import JourneyBase

/// A server's certificate chain and the key of its first certificate.
public struct TLSIdentity: Sendable {
    /// The certificates in PEM: the server's own first, then its issuers.
    public let certificatePEM: String
    /// The private key, PEM or DER: PKCS#8, SEC 1 or PKCS#1, without a passphrase.
    public let keyPEM: Secret
    /// The authority's statement that the certificate is not revoked, for clients that ask for it (RFC 6066, section 8): an OCSP response in
    /// DER (RFC 6960, section 4.2.1). `nil`: none is sent.
    public let staple: [UInt8]?

    /// A certificate with its key.
    ///
    /// - Parameters:
    ///   - certificatePEM: PEM, the server's own certificate first.
    ///   - keyPEM: PEM, PKCS #8.
    ///   - staple: An OCSP response in DER; `nil` for none.
    public init(certificatePEM: String, keyPEM: Secret, staple: [UInt8]? = nil) {
        self.certificatePEM = certificatePEM
        self.keyPEM = keyPEM
        self.staple = staple
    }
}
