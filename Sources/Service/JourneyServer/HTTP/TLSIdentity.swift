public import JourneyBase

/// What a server shows and proves: its certificate chain and the key of the first certificate.
public struct TLSIdentity: Sendable {
    /// PEM, the server's own certificate first, then its issuers.
    public let certificatePEM: String
    /// The private key, PEM or DER: PKCS#8, SEC 1 or PKCS#1, without a passphrase.
    public let keyPEM: Secret
    /// An OCSP response about the certificate, DER (RFC 6960, section 4.2.1), for clients that ask for one (RFC 6066,
    /// section 8); `nil` for none.
    public let staple: [UInt8]?

    /// An identity of these parts, which are checked when a server is started with it.
    public init(certificatePEM: String, keyPEM: Secret, staple: [UInt8]? = nil) {
        self.certificatePEM = certificatePEM
        self.keyPEM = keyPEM
        self.staple = staple
    }
}
