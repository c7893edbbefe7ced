import JourneyBase
import JourneyCrypto

extension COSEKey {
    enum Material {
        case point(PublicKey)
        case symmetric(Secret)

        /// Whether a key of this kind is used by the algorithm: signatures, key agreement (any ECDH of RFC 9053, section
        /// 6.3 and 6.4) with a curve's point, HMAC 256/256 with a symmetric key.
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

    /// The longest symmetric key, in bytes: locked memory is scarce.
    static let longestSecret = 512

    static func material(_ key: CBORItem) throws(CBORError) -> Material {
        let type = try member(key, 1, "the key's type")
        switch type.integer {
        case 1: return .point(try octetPair(key))
        case 2: return .point(try curvePoint(key))
        case 4: return .symmetric(try symmetric(key))
        case nil where type.text == nil:
            throw CBORError(.unexpectedType, at: type.offset, "the key's type is no number")
        default: throw CBORError(.unsupported, at: type.offset, "a type of key that is not used here")
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
        } catch { throw CBORError(.notAllowed, at: x.offset, "a point that is not on the curve") }
    }

    private static func octetPair(_ key: CBORItem) throws(CBORError) -> PublicKey {
        let curve = try member(key, -1, "the curve")
        try refusePrivate(key)
        guard curve.integer == 6 else { throw curveFault(curve) }
        let x = try member(key, -2, "the public key")
        let bytes = try coordinate(x, 32)
        do throws(CryptoError) { return .ed25519(try Ed25519PublicKey(bytes)) } catch {
            throw CBORError(.notAllowed, at: x.offset, "a point that no key may have")
        }
    }

    private static func symmetric(_ key: CBORItem) throws(CBORError) -> Secret {
        let item = try member(key, -1, "the symmetric key")
        let bytes = try item.expectBytes("the symmetric key")
        try item.require((1...longestSecret).contains(bytes.count), "a symmetric key of another length")
        return Secret(copying: bytes)
    }

    private static func refusePrivate(_ key: CBORItem) throws(CBORError) {
        guard let scalar = key[-4] else { return }
        throw CBORError(.notAllowed, at: scalar.offset, "a private key where a public one belongs")
    }

    private static func member(
        _ key: CBORItem, _ label: Int64, _ what: StaticString
    ) throws(CBORError) -> CBORItem {
        guard let item = key[label] else { throw CBORError(.missing, at: key.offset, "\(what) is not there") }
        return item
    }

    private static func curveFault(_ curve: CBORItem) -> CBORError {
        curve.integer == nil && curve.text == nil
            ? CBORError(.unexpectedType, at: curve.offset, "the curve is no number")
            : CBORError(.unsupported, at: curve.offset, "a curve that is not used with this type of key")
    }

    private static func coordinate(_ item: CBORItem, _ count: Int) throws(CBORError) -> [UInt8] {
        let bytes = try item.expectBytes("a coordinate")
        try item.require(bytes.count == count, "a coordinate of another length")
        return Array(bytes)
    }
}
