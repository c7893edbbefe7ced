/// SHA-1 (FIPS 180-4): digests of 20 bytes. Weak: collisions are affordable.
///
/// Needed because `manifest.json` of a Wallet pass contains each file's SHA-1, which Wallet compares, and because older pass
/// tools sign with it (`CMSSignedData.verifyAllowingSHA1`). Passes made here are signed with SHA-256. Not for anything else:
/// `HouseTests` refuses the name outside the files listed in `docs/reference/crypto.md`.
package enum SHA1 {
    /// Returns the digest of `bytes`, 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] { WeakPrimitives.sha1(bytes) }
}
