/// An Ed25519 public key (RFC 8032, section 5.1).
public struct Ed25519PublicKey: Sendable {
    /// The encoded point, 32 bytes.
    package let bytes: [UInt8]
    let platform: PlatformEd25519PublicKey

    /// Creates the key of an encoded point. Throws `CryptoError.keyInvalid` when it is not 32 bytes or is a point of small order:
    /// under such a key one signature fits many messages.
    ///
    /// Bytes that encode no point of the curve are detected only at verification, which always fails for them.
    package init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == 32, !Ed25519PublicKey.hasSmallOrder(bytes) else { throw .keyInvalid }
        self.bytes = bytes
        platform = try PlatformEd25519PublicKey(bytes)
    }

    /// Creates the key of a DER SubjectPublicKeyInfo (RFC 8410, section 4). Throws `CryptoError.keyInvalid`.
    package init(spki: [UInt8]) throws(CryptoError) {
        guard spki.starts(with: Ed25519PublicKey.spkiPrefix) else { throw .keyInvalid }
        try self.init(Array(spki.dropFirst(Ed25519PublicKey.spkiPrefix.count)))
    }

    /// The DER SubjectPublicKeyInfo (RFC 8410, section 4), 44 bytes.
    package var spki: [UInt8] { Ed25519PublicKey.spkiPrefix + bytes }

    /// Returns `true` if `signature`, 64 bytes, is this key's signature over `message`.
    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count == 64 else { return false }
        return signature.withUnsafeBytes { signature in
            message.withUnsafeBytes { platform.verifies(signature, of: $0) }
        }
    }

    /// SEQUENCE { SEQUENCE { id-Ed25519 }, BIT STRING of 32 bytes }, up to the point.
    static let spkiPrefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
}

extension Ed25519PublicKey: Hashable {
    public static func == (a: Ed25519PublicKey, b: Ed25519PublicKey) -> Bool { a.bytes == b.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
