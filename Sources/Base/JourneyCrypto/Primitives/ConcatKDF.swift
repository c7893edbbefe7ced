import JourneyBase

/// The key derivation of ECDH-ES: one round of the Concat KDF with SHA-256 (NIST SP 800-56A, section 5.8.1, with the inputs of
/// RFC 7518, section 4.6.2).
enum ConcatKDF {
    /// Derives a key of `count` bytes, 16 or 32, for the algorithm `name`. The names of parties U and V may be empty, which
    /// equals absent.
    static func derive(
        from shared: Secret, for name: String, partyU: [UInt8], partyV: [UInt8], count: Int
    ) throws(CryptoError) -> Secret {
        precondition(count == 16 || count == 32, "ConcatKDF derives keys of 16 or 32 bytes")
        let information = field(Array(name.utf8)) + field(partyU) + field(partyV) + number(count * 8)
        return try Primitives.sha256(number(1), shared, information, count: count)
    }

    /// Returns the length of `bytes`, then the bytes.
    private static func field(_ bytes: [UInt8]) -> [UInt8] { number(bytes.count) + bytes }

    /// Returns a 32-bit integer, big-endian.
    private static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { Array($0) }
    }
}
