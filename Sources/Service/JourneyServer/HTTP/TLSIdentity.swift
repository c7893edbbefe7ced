public import JourneyBase

/// What a server shows and proves: its certificate chain and the key of the first certificate.
public struct TLSIdentity: Sendable {
    /// PEM, the server's own certificate first.
    public let certificatePEM: String
    /// PEM, PKCS #8.
    public let keyPEM: Secret

    public init(certificatePEM: String, keyPEM: Secret) {
        self.certificatePEM = certificatePEM
        self.keyPEM = keyPEM
    }
}
