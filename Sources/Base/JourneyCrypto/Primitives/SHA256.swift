/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The digest of `bytes`, 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] { Primitives.sha256(bytes) }
}
