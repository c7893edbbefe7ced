/// A private key that signs with one algorithm, wherever the key is stored.
public protocol MessageSigner: Sendable {
    /// The algorithm of the signatures.
    var signatureAlgorithm: SignatureAlgorithm { get }
    /// Returns the signature of `message`: r ‖ s for ECDSA (RFC 7518, section 3.4), the signature's bytes for other algorithms.
    func sign(_ message: [UInt8]) async throws -> [UInt8]
}
