import JourneyBase

/// A key of HMAC; CryptoKit takes it in again each time.
final class PlatformHMACKey: Sendable {
    private let algorithm: HashAlgorithm
    private let key: Secret

    init(_ algorithm: HashAlgorithm, _ key: Secret) {
        self.algorithm = algorithm
        self.key = key
    }

    /// Writes the tag; `tag` has room for it.
    func tag(_ message: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer) {
        Primitives.hmac(algorithm, message, key: key, into: tag)
    }
}
