package import JourneyBase

/// HKDF (RFC 5869) with the hash function `H`.
package enum HKDF<H: HashFunction> {
    /// The longest output of one derivation in bytes: 255 digests.
    package static var largestCount: Int { 255 * H.algorithm.count }

    /// Derives a key of `count` bytes by extract and expand. An empty salt is equivalent to a digest's length of zero bytes.
    ///
    /// The protocol fixes `count`; a value outside 1 to `largestCount` is a programming error and ends the process.
    package static func derive(from secret: Secret, salt: [UInt8], info: [UInt8], count: Int) -> Secret {
        precondition((1...largestCount).contains(count), "HKDF output must be 1 byte to 255 digests long")
        return Primitives.hkdf(H.algorithm, secret, salt: salt, info: info, count: count)
    }
}

/// HKDF with SHA-256.
package typealias HKDFSHA256 = HKDF<SHA256>
