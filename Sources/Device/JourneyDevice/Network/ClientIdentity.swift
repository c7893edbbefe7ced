public import JourneyBase

/// A client certificate, and the key that proves its possession (RFC 8446, section 4.4.2).
public struct ClientIdentity: Sendable {
    /// The certificate, followed by intermediate certificates, PEM.
    public let certificatePEM: String
    /// The certificate's private key, unencrypted, in DER or PEM: on P-256, P-384 or P-521 (PKCS#8 or SEC 1), Ed25519 (PKCS#8) or
    /// RSA (PKCS#8 or PKCS#1).
    ///
    /// It stays in locked memory; the TLS library's copy is wiped with its transport.
    public let key: Secret

    /// Creates an identity. The transport checks that certificate and key belong together.
    ///
    /// - Parameters:
    ///   - certificatePEM: The certificate, followed by intermediate certificates, PEM.
    ///   - key: The private key, unencrypted, in DER or PEM.
    public init(certificatePEM: String, key: Secret) {
        self.certificatePEM = certificatePEM
        self.key = key
    }
}
