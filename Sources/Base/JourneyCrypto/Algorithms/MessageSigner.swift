/// A private key that signs by one algorithm, wherever the key lives.
public protocol MessageSigner: Sendable {
    /// The algorithm of its signatures.
    var signatureAlgorithm: SignatureAlgorithm { get }
    /// The signature of `message`: r ‖ s for ECDSA (RFC 7518, section 3.4), the bytes themselves for the others.
    func sign(_ message: [UInt8]) async throws -> [UInt8]
}
