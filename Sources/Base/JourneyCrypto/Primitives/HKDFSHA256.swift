public import JourneyBase

/// HKDF with SHA-256, extract and expand (RFC 5869).
public enum HKDFSHA256 {
    /// The most bytes that one derivation gives that a `Secret` also holds.
    public static let largestCount = 4_096

    /// A key of `count` bytes, 1 to 4,096. An empty salt stands for 32 zero bytes.
    public static func derive(from secret: Secret, salt: [UInt8], info: [UInt8], count: Int) -> Secret {
        Primitives.hkdf(secret, salt: salt, info: info, count: count)
    }
}
