package import JourneyBase

/// HKDF (RFC 5869) with the hash function `H`.
package enum HKDF<H: HashFunction> {
    /// The most bytes that one derivation gives: 255 digests.
    package static var largestCount: Int { 255 * H.algorithm.count }

    /// A key of `count` bytes, by extract and expand. An empty salt stands for as many zero bytes as a digest has.
    ///
    /// `count` is the protocol's, so the program's, to know: outside 1 to `largestCount` it ends the process, as an index
    /// out of range would.
    package static func derive(from secret: Secret, salt: [UInt8], info: [UInt8], count: Int) -> Secret {
        precondition((1...largestCount).contains(count), "HKDF gives 1 to 255 digests")
        return Primitives.hkdf(H.algorithm, secret, salt: salt, info: info, count: count)
    }
}

/// HKDF with SHA-256.
package typealias HKDFSHA256 = HKDF<SHA256>
