package import JourneyBase
package import JourneyCrypto

/// A key in COSE's form (RFC 9052, section 7; RFC 9053, section 7), its bytes kept as received: a public key on P-256,
/// P-384, P-521 or Ed25519, or a symmetric one.
package struct COSEKey: Sendable {
    /// What a key may be used for (RFC 9052, section 7.1): those that matter here.
    package enum Operation: Int64, Sendable {
        case verify = 2
        case deriveKey = 7
        case deriveBits = 8
        case macCreate = 9
        case macVerify = 10
    }

    /// The key as it came.
    package let encoded: ArraySlice<UInt8>
    /// The public key; `nil` for a symmetric one.
    package let publicKey: PublicKey?
    /// The symmetric key; `nil` for a public one.
    package let secret: Secret?
    /// Its name.
    package let keyID: ArraySlice<UInt8>?
    /// The one algorithm that it may be used with (RFC 9052, section 7.1); `nil` when it does not say.
    let algorithm: Int64?
    /// What it may be used for; `nil` when it does not say.
    private let operations: [CBORItem]?

    /// The key in `item`.
    ///
    /// Throws `CBORError`: `missing` for a type, curve or coordinate that is not there, `unsupported` for types and curves
    /// that are not ours, and `notAllowed` for coordinates of another length, points off the curve, compressed points, an
    /// algorithm that does not fit the key, and a private key, which is nobody's to send.
    package init(_ item: CBORItem) throws(CBORError) {
        _ = try item.expectMap("a key")
        encoded = item.encoded
        let material = try COSEKey.material(item)
        switch material {
        case .point(let key): (publicKey, secret) = (key, nil)
        case .symmetric(let key): (publicKey, secret) = (nil, key)
        }
        keyID = try item[2]?.expectBytes("the key's name")
        operations = try item[4]?.expectArray("the key's uses", count: 1...16)
        algorithm = item[3]?.integer
        if let named = item[3], !material.fits(named) {
            throw CBORError(.notAllowed, at: named.offset, "an algorithm that does not fit the key")
        }
    }

    /// The key that these bytes are. Throws `CBORError`.
    package init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        try self.init(CBORReader.item(in: bytes, limits: CBORLimits(bytes: 4_096, depth: 4, items: 64)))
    }

    /// Whether it may be used for that: it says so, or says nothing.
    package func allows(_ operation: Operation) -> Bool {
        guard let operations else { return true }
        return operations.contains { $0.integer == operation.rawValue }
    }

    /// The public key, when it may be used to agree on a secret: it is on a curve that can, and neither its algorithm nor
    /// its uses are others.
    package var agreementKey: PublicKey? {
        guard algorithm.map(COSEKey.agreements.contains) ?? true, allows(.deriveKey) || allows(.deriveBits) else {
            return nil
        }
        return switch publicKey {
        case .p256, .p384, .p521: publicKey
        case .ed25519, .rsa, nil: nil
        }
    }

    /// The algorithms of ECDH (RFC 9053, sections 6.3 and 6.4).
    static let agreements: ClosedRange<Int64> = -34 ... -25

    /// Whether the key in `item` is `key`, by its members alone: it is not set up, and nothing of it is checked besides.
    package static func isSame(_ item: CBORItem, as key: PublicKey) -> Bool {
        guard case .map(let wanted)? = value(key), case .map(let own) = item.value else { return false }
        return wanted.allSatisfy { own[$0.key] == $0.value }
    }

    /// The members that make the public key, and no others, for a new structure; `nil` for RSA, which has no place here.
    package static func value(_ key: PublicKey) -> CBORValue? {
        switch key {
        case .p256(let key): value(1, key)
        case .p384(let key): value(2, key)
        case .p521(let key): value(3, key)
        case .ed25519(let key): [1: 1, -1: 6, -2: .bytes(key.bytes)]
        case .rsa: nil
        }
    }

    private static func value<Curve: NamedCurve>(_ number: Int64, _ key: ECPublicKey<Curve>) -> CBORValue {
        let middle = 1 + Curve.curve.fieldCount
        return [
            1: 2, -1: .integer(number), -2: .bytes(Array(key.x963[1..<middle])), -3: .bytes(Array(key.x963[middle...])),
        ]
    }
}
