package import JourneyBase

/// An HMAC key for repeated use: the key is processed only once.
package final class HMACKey<H: HashFunction>: Sendable {
    private let platform: PlatformHMACKey

    /// Creates the key `secret`, of any length (RFC 2104, section 3).
    package init(_ secret: Secret) { platform = PlatformHMACKey(H.algorithm, secret) }

    /// Returns the tag of `message`, as long as a digest of `H`.
    package func tag(_ message: [UInt8]) -> [UInt8] {
        let count = H.algorithm.count
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            message.withUnsafeBytes { platform.tag($0, into: UnsafeMutableRawBufferPointer(out)) }
            written = count
        }
    }

    /// Writes the tag of `message` into `tag`, which must have room for it.
    package func tag(_ message: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer) {
        precondition(tag.count >= H.algorithm.count, "the buffer is too small for the tag")
        platform.tag(message, into: tag)
    }

    /// Returns `true` if `tag` is the complete tag of `message`, in time independent of where they differ.
    package func isValid(_ tag: [UInt8], for message: [UInt8]) -> Bool {
        Primitives.areEqual(tag, self.tag(message))
    }
}
