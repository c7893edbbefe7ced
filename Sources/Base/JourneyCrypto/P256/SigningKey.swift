/// A P-256 private key that signs and never leaves where it lives (ECDSA with SHA-256, FIPS 186-5).
///
/// Conformers: OpenSSL on Linux, the Secure Enclave on Apple, a fixed key in tests.
public protocol SigningKey: Sendable {
    /// The public half.
    var publicKey: P256PublicKey { get }
    /// The signature of `message` as r ‖ s, 64 bytes (RFC 7518, section 3.4).
    func sign(_ message: [UInt8]) async throws -> [UInt8]
}
