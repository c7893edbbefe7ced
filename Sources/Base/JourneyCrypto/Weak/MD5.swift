/// MD5 (RFC 1321): digests of 16 bytes. Broken: collisions take seconds.
///
/// Needed for one card issuer's API, whose requests are signed by an HMAC-SHA-256 over the time, the method, the path and the MD5
/// of the body. Not for anything else: `HouseTests` refuses the name outside the files listed in `docs/reference/crypto.md`.
package enum MD5 {
    /// Returns the digest of `bytes`, 16 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] { WeakPrimitives.md5(bytes) }
}
