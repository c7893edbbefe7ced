package import JourneyBase

/// A key of HMAC that is used again and again: what it costs to take a key in is paid once.
package final class HMACKey<H: HashFunction>: Sendable {
    private let platform: PlatformHMACKey

    /// The key `secret`, of any length (RFC 2104, section 3).
    package init(_ secret: Secret) { platform = PlatformHMACKey(H.algorithm, secret) }

    /// The tag of `message`, as long as a digest of `H`.
    package func tag(_ message: [UInt8]) -> [UInt8] {
        let count = H.algorithm.count
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            message.withUnsafeBytes { platform.tag($0, into: UnsafeMutableRawBufferPointer(out)) }
            written = count
        }
    }

    /// Writes the tag of `message` into `tag`, which must have room for it.
    package func tag(_ message: UnsafeRawBufferPointer, into tag: UnsafeMutableRawBufferPointer) {
        precondition(tag.count >= H.algorithm.count, "no room for the tag")
        platform.tag(message, into: tag)
    }

    /// Whether `tag` is the whole tag of `message`; takes the same time wherever they differ.
    package func isValid(_ tag: [UInt8], for message: [UInt8]) -> Bool {
        Primitives.areEqual(tag, self.tag(message))
    }
}
