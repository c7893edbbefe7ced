public import JourneyBase

extension PublicKey {
    /// The members that define the key, and no others (RFC 7518, section 6; RFC 8037, section 2).
    public var jwk: JSONValue {
        switch self {
        case .p256(let key): key.jwk
        case .p384(let key): key.jwk
        case .p521(let key): key.jwk
        case .ed25519(let key): ["crv": "Ed25519", "kty": "OKP", "x": .string(Base64URL.encode(key.bytes))]
        case .rsa(let key):
            [
                "e": .string(Base64URL.encode(key.exponent)), "kty": "RSA",
                "n": .string(Base64URL.encode(key.modulus)),
            ]
        }
    }

    /// The SHA-256 of those members in canonical form, in base64url (RFC 7638; RFC 8037, section 2).
    public var thumbprint: String { Base64URL.encode(SHA256.hash(jwk.compactBytes)) }

    /// Creates the key from the members of a JWK. Throws `JWKError.unsupported` for unsupported types and curves, and
    /// `.keyInvalid` for numbers that are not canonical or do not form a key.
    init(jwk members: [String: JSONValue]) throws(JWKError) {
        guard let type = members["kty"]?.string else { throw .malformed }
        switch type {
        case "EC":
            guard let curve = members["crv"]?.string.flatMap(EllipticCurve.init(rawValue:)) else {
                throw .unsupported
            }
            self = try PublicKey.onCurve(curve, members)
        case "OKP":
            guard members["crv"] == "Ed25519" else { throw .unsupported }
            guard let bytes = PublicKey.bytes(members["x"], count: 32), let key = try? Ed25519PublicKey(bytes) else {
                throw .keyInvalid
            }
            self = .ed25519(key)
        case "RSA":
            guard let modulus = PublicKey.number(members["n"]), let exponent = PublicKey.number(members["e"]),
                let key = try? RSAPublicKey(modulus: modulus, exponent: exponent)
            else { throw .keyInvalid }
            self = .rsa(key)
        default: throw .unsupported
        }
    }

    private static func onCurve(
        _ curve: EllipticCurve, _ members: [String: JSONValue]
    ) throws(JWKError) -> PublicKey {
        guard let x = bytes(members["x"], count: curve.fieldCount),
            let y = bytes(members["y"], count: curve.fieldCount)
        else { throw .keyInvalid }
        do {
            return switch curve {
            case .p256: .p256(try P256PublicKey(x963: [4] + x + y))
            case .p384: .p384(try P384PublicKey(x963: [4] + x + y))
            case .p521: .p521(try P521PublicKey(x963: [4] + x + y))
            }
        } catch { throw .keyInvalid }
    }

    /// Decodes exactly `count` bytes, leading zeros included (RFC 7518, section 6.2.1.2).
    private static func bytes(_ value: JSONValue?, count: Int) -> [UInt8]? {
        guard let text = value?.string, text.utf8.count == Base64URL.encodedCount(count) else { return nil }
        return Base64URL.decode(text)
    }

    /// Decodes an integer without leading zeros (RFC 7518, section 2), at most as long as the largest modulus.
    private static func number(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.string, text.utf8.count <= Base64URL.encodedCount(RSAPublicKey.bits.upperBound / 8),
            let digits = Base64URL.decode(text), digits.first ?? 0 != 0
        else { return nil }
        return digits
    }
}
