import JourneyBase

/// An HMAC key; CryptoKit processes the key again for each tag.
final class PlatformHMACKey: Sendable {
    private let algorithm: HashAlgorithm
    private let key: Secret

    init(_ algorithm: HashAlgorithm, _ key: Secret) {
        self.algorithm = algorithm
        self.key = key
    }

    /// Writes the tag into `tag`, which must have room for it.
    func tag(_ message: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer) {
        Primitives.hmac(algorithm, message, key: key, into: tag)
    }
}
