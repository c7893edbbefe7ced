package import JourneyBase

/// A validated public key on the curve `Curve` (FIPS 186-5; SP 800-186).
public struct ECPublicKey<Curve: NamedCurve>: Sendable {
    /// The uncompressed point: 4, x, y (SEC 1, section 2.3.3); 65 bytes for P-256, 97 for P-384, 133 for P-521.
    package let x963: [UInt8]
    let platform: PlatformECPublicKey

    /// Creates the key of an uncompressed point. Throws `CryptoError.keyInvalid` for every other form, for points off the curve
    /// and for the point at infinity.
    package init(x963: [UInt8]) throws(CryptoError) {
        guard x963.count == Curve.curve.pointCount, x963[0] == 4 else { throw .keyInvalid }
        self.x963 = x963
        platform = try PlatformECPublicKey(x963: x963, curve: Curve.curve)
    }

    /// Creates the key of a compressed point: 2 or 3 for an even or odd y, then x. For standards that use this form, such as COSE
    /// (RFC 9053, section 7.1.1). Throws `CryptoError.keyInvalid` when no such point is on the curve.
    package init(compressed: [UInt8]) throws(CryptoError) {
        guard compressed.count == 1 + Curve.curve.fieldCount, compressed[0] == 2 || compressed[0] == 3 else {
            throw .keyInvalid
        }
        try self.init(x963: PlatformECPublicKey.uncompressed(compressed, curve: Curve.curve))
    }

    /// Creates the key of a DER SubjectPublicKeyInfo (RFC 5480, section 2), in exactly the form that `spki` has. Throws
    /// `CryptoError.keyInvalid`.
    package init(spki: [UInt8]) throws(CryptoError) {
        let prefix = Curve.curve.spkiPrefix
        guard spki.starts(with: prefix) else { throw .keyInvalid }
        try self.init(x963: Array(spki.dropFirst(prefix.count)))
    }

    /// The DER SubjectPublicKeyInfo (RFC 5480, section 2) with a named curve and an uncompressed point.
    public var spki: [UInt8] { Curve.curve.spkiPrefix + x963 }

    /// Returns `true` if `signature`, r ‖ s, is this key's signature over the hash of `message`, by default the curve's own hash.
    package func verifies(_ signature: [UInt8], of message: [UInt8], hash: HashAlgorithm = Curve.curve.hash) -> Bool {
        guard signature.count == Curve.curve.signatureCount else { return false }
        return signature.withUnsafeBytes { signature in
            message.withUnsafeBytes { platform.verifies(signature, of: $0, hash: hash) }
        }
    }

    /// Returns `true` if `signature`, strict DER (RFC 3279, section 2.2.3), is this key's signature over the hash of `message`.
    /// X.509 allows any hash with any curve, so `hash` has no default.
    package func verifies(der signature: [UInt8], of message: [UInt8], hash: HashAlgorithm) -> Bool {
        guard let raw = ECDSASignature.raw(der: signature, curve: Curve.curve) else { return false }
        return verifies(raw, of: message, hash: hash)
    }

    /// The JWK members of the point (RFC 7518, section 6.2.1): `crv`, `kty`, `x`, `y`.
    package var jwk: JSONValue {
        let middle = 1 + Curve.curve.fieldCount
        return [
            "crv": .string(Curve.curve.rawValue), "kty": "EC", "x": .string(Base64URL.encode(x963[1..<middle])),
            "y": .string(Base64URL.encode(x963[middle...])),
        ]
    }

    /// The SHA-256 of the canonical JWK, in base64url (RFC 7638).
    public var thumbprint: String { Base64URL.encode(SHA256.hash(jwk.compactBytes)) }
}

extension ECPublicKey: Hashable {
    public static func == (a: ECPublicKey, b: ECPublicKey) -> Bool { a.x963 == b.x963 }
    public func hash(into hasher: inout Hasher) { hasher.combine(x963) }
}

public typealias P256PublicKey = ECPublicKey<P256>
public typealias P384PublicKey = ECPublicKey<P384>
public typealias P521PublicKey = ECPublicKey<P521>
