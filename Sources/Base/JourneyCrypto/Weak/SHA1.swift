/// SHA-1 (FIPS 180-4): digests of 20 bytes. Weak: collisions can be bought.
///
/// Here because `manifest.json` of a Wallet pass names each file's SHA-1, which Wallet compares, and because older makers of
/// passes sign with it (`CMSSignedData.verifyAllowingSHA1`); ours are signed with SHA-256. For nothing else: `HouseTests` refuses the name everywhere but in the files of `docs/reference/crypto.md`.
package enum SHA1 {
    /// The digest of `bytes`, 20 bytes.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] { WeakPrimitives.sha1(bytes) }
}
