/// MD5 (RFC 1321): digests of 16 bytes. Broken: collisions take seconds.
///
/// Here because one card issuer's API has requests signed by an HMAC-SHA-256 over the time, the method, the path and the MD5
/// of the body. For nothing else: `HouseTests` refuses the name everywhere but in the files of `docs/reference/crypto.md`.
package enum MD5 {
    /// The digest of `bytes`, 16 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] { WeakPrimitives.md5(bytes) }
}
