public import JourneyBase

/// A P-256 public key: a point that is on the curve (FIPS 186-5; SP 800-186).
public struct P256PublicKey: Sendable {
    /// The uncompressed point: 4, x, y; 65 bytes (SEC 1, section 2.3.3).
    public let x963: [UInt8]
    let platform: PlatformPublicKey

    /// The key of an uncompressed point. Throws `CryptoError.keyInvalid` for every other form, for points off the curve
    /// and for the point at infinity.
    public init(x963: [UInt8]) throws(CryptoError) {
        guard x963.count == 65, x963[0] == 4 else { throw .keyInvalid }
        self.x963 = x963
        platform = try PlatformPublicKey(x963: x963)
    }

    /// The key of a DER SubjectPublicKeyInfo (RFC 5480, section 2), in the one form that `spki` gives. Throws
    /// `CryptoError.keyInvalid`.
    public init(spki: [UInt8]) throws(CryptoError) {
        guard spki.starts(with: P256PublicKey.spkiPrefix) else { throw .keyInvalid }
        try self.init(x963: Array(spki.dropFirst(P256PublicKey.spkiPrefix.count)))
    }

    /// The DER SubjectPublicKeyInfo (RFC 5480, section 2), 91 bytes.
    public var spki: [UInt8] { P256PublicKey.spkiPrefix + x963 }

    /// SEQUENCE { SEQUENCE { id-ecPublicKey, prime256v1 }, BIT STRING of 65 bytes }, up to the point.
    private static let spkiPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    /// Whether `signature`, r ‖ s of 64 bytes, is this key's over the SHA-256 of `message`.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let der = ECDSASignature.der(raw: signature) else { return false }
        return platform.verifies(der: der, digest: SHA256.hash(message))
    }

    /// The JWK members of the point (RFC 7518, section 6.2.1): `crv`, `kty`, `x`, `y`.
    public var jwk: JSONValue {
        [
            "crv": "P-256", "kty": "EC", "x": .string(Base64URL.encode(x963[1..<33])),
            "y": .string(Base64URL.encode(x963[33...])),
        ]
    }

    /// The SHA-256 of the canonical JWK, in base64url (RFC 7638).
    public var thumbprint: String { Base64URL.encode(SHA256.hash(jwk.compactBytes)) }
}

extension P256PublicKey: Hashable {
    public static func == (a: P256PublicKey, b: P256PublicKey) -> Bool { a.x963 == b.x963 }
    public func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}
