public import JourneyBase

/// HKDF with SHA-256, extract and expand (RFC 5869).
public enum HKDFSHA256 {
    /// The most bytes that one derivation gives: 255 blocks.
    public static let largestCount = 255 * 32

    /// A key of `count` bytes. An empty salt stands for 32 zero bytes.
    ///
    /// `count` is the protocol's, so the program's, to know: outside 1 to 8,160 it ends the process, as an index out of
    /// range would.
    public static func derive(from secret: Secret, salt: [UInt8], info: [UInt8], count: Int) -> Secret {
        precondition((1...largestCount).contains(count), "HKDF gives 1 to 8,160 bytes")
        return Primitives.hkdf(secret, salt: salt, info: info, count: count)
    }
}
