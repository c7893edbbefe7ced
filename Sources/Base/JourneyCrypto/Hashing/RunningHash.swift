package import JourneyBase

/// A digest of what comes piece by piece. One value serves many messages, one after the other, in the same memory.
package struct RunningHash: ~Copyable {
    /// The hash function.
    let algorithm: HashAlgorithm
    private let platform: PlatformHash

    /// A hash of nothing yet.
    package init(_ algorithm: HashAlgorithm = .sha256) {
        self.algorithm = algorithm
        platform = PlatformHash(algorithm)
    }

    /// Takes in the next piece.
    mutating func update(_ bytes: UnsafeRawBufferPointer) { platform.update(bytes) }

    /// Takes in the next piece.
    package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { platform.update($0) } }

    /// Takes in a secret from where it stands.
    package mutating func update(_ secret: Secret) { secret.withBytes { platform.update($0) } }

    /// Writes the digest of all pieces into `digest`, which must have room for it, and starts afresh.
    mutating func finish(into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count >= algorithm.count, "no room for the digest")
        platform.finish(into: digest)
    }

    /// The digest of all pieces; starts afresh.
    package mutating func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: algorithm.count) { out, count in
            count = algorithm.count
            platform.finish(into: UnsafeMutableRawBufferPointer(out))
        }
    }
}
