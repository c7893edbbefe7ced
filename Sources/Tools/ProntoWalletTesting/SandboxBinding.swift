import JourneyBase
import JourneyCrypto

/// The signature of a sandbox device. The format is this package's own: Apple's isn't published, and no server can verify it.
///
/// It consists of the key's public point (65 bytes) and its signature over the issuer's binding data (64 bytes).
enum SandboxBinding {
    static func sign(_ data: [UInt8], with key: P256PrivateKey) throws -> (signed: String, keyHash: String) {
        let point = key.publicKey.x963
        return (Hex.encode(point + (try key.sign(data))), Hex.encode(SHA256.hash(point)))
    }

    /// Returns `true` if the key with hash `keyHash` has signed `data`.
    static func isGood(_ signed: String, keyHash: String, over data: [UInt8]) -> Bool {
        guard let bytes = Hex.decode(signed), Hex.encode(bytes) == signed, bytes.count == 129 else { return false }
        let point = Array(bytes.prefix(65))
        guard Hex.encode(SHA256.hash(point)) == keyHash, let key = try? P256PublicKey(x963: point) else { return false }
        return key.verifies(Array(bytes.suffix(64)), of: data)
    }

    /// Returns the header of a PNG of that size, enough for a check of a pass's icons.
    static func picture(_ side: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            + [0, 0, 0, UInt8(clamping: side), 0, 0, 0, UInt8(clamping: side), 8, 2, 0, 0, 0, 0, 0, 0, 0]
    }
}
