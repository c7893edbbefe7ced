/// A P-256 private key that signs without leaving its store (ECDSA with SHA-256, FIPS 186-5).
///
/// Conformers: OpenSSL on Linux, the Secure Enclave on Apple platforms, a fixed key in tests.
public protocol SigningKey: MessageSigner {
    /// The public half.
    var publicKey: P256PublicKey { get }
}

extension SigningKey {
    public var signatureAlgorithm: SignatureAlgorithm { .es256 }
}
