/// The ranges of a private key's numbers in its DER form, without copying: PKCS#8 (RFC 5958), SEC 1 (RFC 5915) or PKCS#1 (RFC
/// 8017, appendix A.1.2).
enum PrivateKeyInfo: Equatable {
    case curve(EllipticCurve, scalar: Range<Int>)
    case ed25519(seed: Range<Int>)
    /// The key in its PKCS#1 form.
    case rsa(Range<Int>)

    /// Locates the numbers, or returns `nil` when `key` has none of these forms or trailing bytes.
    init?(_ key: UnsafeRawBufferPointer) {
        guard let whole = DERLocator.content(0x30, of: key, from: 0), whole.upperBound == key.count,
            let version = DERLocator.content(0x02, of: key, from: whole.lowerBound), version.count == 1,
            version.upperBound < key.count
        else { return nil }
        switch key[version.upperBound] {
        case 0x30: self.init(pkcs8: key, from: version.upperBound)
        case 0x04: self.init(sec1: key, from: 0, curve: nil)
        case 0x02: self = .rsa(0..<key.count)
        default: return nil
        }
    }

    /// Locates the algorithm and key that follow the version in PKCS#8.
    private init?(pkcs8 key: UnsafeRawBufferPointer, from start: Int) {
        guard let algorithm = DERLocator.content(0x30, of: key, from: start),
            let name = DERLocator.content(0x06, of: key, from: algorithm.lowerBound),
            let inner = DERLocator.content(0x04, of: key, from: algorithm.upperBound)
        else { return nil }
        switch OID(encoded: key[name]) {
        case .rsaEncryption: self = .rsa(inner)
        case .ed25519:
            guard let seed = DERLocator.content(0x04, of: key, from: inner.lowerBound), seed.count == 32 else {
                return nil
            }
            self = .ed25519(seed: seed)
        case .ecPublicKey:
            guard let curve = Self.curve(of: key, from: name.upperBound) else { return nil }
            self.init(sec1: key, from: inner.lowerBound, curve: curve)
        default: return nil
        }
    }

    private init?(sec1 key: UnsafeRawBufferPointer, from start: Int, curve outer: EllipticCurve?) {
        guard let whole = DERLocator.content(0x30, of: key, from: start),
            let version = DERLocator.content(0x02, of: key, from: whole.lowerBound), version.count == 1,
            key[version.lowerBound] == 1, let scalar = DERLocator.content(0x04, of: key, from: version.upperBound)
        else { return nil }
        let own = DERLocator.content(0xA0, of: key, from: scalar.upperBound)
            .flatMap { Self.curve(of: key, from: $0.lowerBound) }
        guard let curve = outer ?? own, own == nil || own == curve, scalar.count == curve.fieldCount else { return nil }
        self = .curve(curve, scalar: scalar)
    }

    /// Returns the curve that the identifier at `start` names (RFC 5480, section 2.1.1.1).
    private static func curve(of key: UnsafeRawBufferPointer, from start: Int) -> EllipticCurve? {
        switch DERLocator.content(0x06, of: key, from: start).flatMap({ OID(encoded: key[$0]) }) {
        case OID(1, 2, 840, 10_045, 3, 1, 7): .p256
        case OID(1, 3, 132, 0, 34): .p384
        case OID(1, 3, 132, 0, 35): .p521
        default: nil
        }
    }
}
