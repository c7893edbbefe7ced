public import JourneyBase

/// What a client shows to a server that asks who it is: a certificate, and a key that proves it is its own (RFC 8446,
/// section 4.4.2).
public struct ClientIdentity: Sendable {
    /// The certificate and then those of authorities between it and the server's, PEM.
    public let certificatePEM: String
    /// The certificate's private key, PKCS#8 or SEC 1, in DER or unencrypted PEM. It stays in locked memory; only the TLS
    /// library makes a copy of its own for as long as a connection needs it.
    public let key: Secret

    public init(certificatePEM: String, key: Secret) {
        self.certificatePEM = certificatePEM
        self.key = key
    }
}
