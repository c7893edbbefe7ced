import JourneyBase
import JourneyCrypto

extension COSEKey {
    enum Material {
        case point(PublicKey)
        case symmetric(Secret)

        /// Returns `true` if the algorithm uses this kind of key: signatures and ECDH (RFC 9053, sections 6.3 and 6.4) for curve
        /// points, HMAC 256/256 for a symmetric key.
        func fits(_ algorithm: CBORItem) -> Bool {
            guard let number = algorithm.integer else { return false }
            switch self {
            case .point(let key):
                let signs = COSEAlgorithm(rawValue: number)?.signature.map(key.algorithms.contains) ?? false
                guard case .ed25519 = key else { return signs || COSEKey.agreements.contains(number) }
                return signs
            case .symmetric: return number == COSEAlgorithm.hmac256.rawValue
            }
        }
    }

    /// The longest symmetric key, in bytes. Locked memory is scarce.
    static let longestSecret = 512

    static func material(_ key: CBORItem) throws(CBORError) -> Material {
        let type = try member(key, 1, "the key's type")
        switch type.integer {
        case 1: return .point(try octetPair(key))
        case 2: return .point(try curvePoint(key))
        case 4: return .symmetric(try symmetric(key))
        case nil where type.text == nil:
            throw CBORError(
                .unexpectedType, at: type.offset, "the key type (kty) is neither an integer nor a text string")
        default: throw CBORError(.unsupported, at: type.offset, "the key type (kty) is not supported")
        }
    }

    private static func curvePoint(_ key: CBORItem) throws(CBORError) -> PublicKey {
        let curve = try member(key, -1, "the curve")
        try refusePrivate(key)
        let x = try member(key, -2, "the x-coordinate")
        let y = try member(key, -3, "the y-coordinate")
        guard let number = curve.integer, (1...3).contains(number) else { throw curveFault(curve) }
        let count = number == 1 ? 32 : number == 2 ? 48 : 66
        let point = try [4] + coordinate(x, count) + coordinate(y, count)
        do throws(CryptoError) {
            switch number {
            case 1: return .p256(try P256PublicKey(x963: point))
            case 2: return .p384(try P384PublicKey(x963: point))
            default: return .p521(try P521PublicKey(x963: point))
            }
        } catch { throw CBORError(.notAllowed, at: x.offset, "the point is not on the curve") }
    }

    private static func octetPair(_ key: CBORItem) throws(CBORError) -> PublicKey {
        let curve = try member(key, -1, "the curve")
        try refusePrivate(key)
        guard curve.integer == 6 else { throw curveFault(curve) }
        let x = try member(key, -2, "the public key")
        let bytes = try coordinate(x, 32)
        do throws(CryptoError) { return .ed25519(try Ed25519PublicKey(bytes)) } catch {
            throw CBORError(.notAllowed, at: x.offset, "the point is not a valid Ed25519 public key")
        }
    }

    private static func symmetric(_ key: CBORItem) throws(CBORError) -> Secret {
        let item = try member(key, -1, "the symmetric key")
        let bytes = try item.expectBytes("the symmetric key")
        try item.require(
            (1...longestSecret).contains(bytes.count), "the symmetric key is not 1 to \(longestSecret) bytes long")
        return Secret(copying: bytes)
    }

    private static func refusePrivate(_ key: CBORItem) throws(CBORError) {
        guard let scalar = key[-4] else { return }
        throw CBORError(.notAllowed, at: scalar.offset, "the key has a private part (d); only public keys are accepted")
    }

    private static func member(
        _ key: CBORItem, _ label: Int64, _ what: StaticString
    ) throws(CBORError) -> CBORItem {
        guard let item = key[label] else { throw CBORError(.missing, at: key.offset, "\(what) is missing") }
        return item
    }

    private static func curveFault(_ curve: CBORItem) -> CBORError {
        curve.integer == nil && curve.text == nil
            ? CBORError(.unexpectedType, at: curve.offset, "the curve (crv) is neither an integer nor a text string")
            : CBORError(.unsupported, at: curve.offset, "the curve (crv) is not supported for this key type")
    }

    private static func coordinate(_ item: CBORItem, _ count: Int) throws(CBORError) -> [UInt8] {
        let bytes = try item.expectBytes("a coordinate")
        try item.require(bytes.count == count, "a coordinate is not \(count) bytes long")
        return Array(bytes)
    }
}
