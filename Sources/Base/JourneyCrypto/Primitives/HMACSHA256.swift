public import JourneyBase

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1).
public enum HMACSHA256 {
    /// The tag of `message`, 32 bytes.
    public static func tag(_ message: [UInt8], key: Secret) -> [UInt8] { Primitives.hmac(message, key: key) }

    /// Whether `tag` is the whole tag of `message`; takes the same time wherever they differ.
    public static func isValid(_ tag: [UInt8], for message: [UInt8], key: Secret) -> Bool {
        Primitives.areEqual(tag, self.tag(message, key: key))
    }
}
