package import JourneyBase
package import JourneyCrypto

/// A COSE key with its bytes as received (RFC 9052, section 7; RFC 9053, section 7): a public key on P-256, P-384, P-521 or
/// Ed25519, or a symmetric one.
package struct COSEKey: Sendable {
    /// The relevant key operations (RFC 9052, section 7.1).
    package enum Operation: Int64, Sendable {
        case verify = 2
        case deriveKey = 7
        case deriveBits = 8
        case macCreate = 9
        case macVerify = 10
    }

    /// The key as received.
    package let encoded: ArraySlice<UInt8>
    /// The public key; `nil` for a symmetric one.
    package let publicKey: PublicKey?
    /// The symmetric key; `nil` for a public one.
    package let secret: Secret?
    /// The key id.
    package let keyID: ArraySlice<UInt8>?
    /// The only algorithm the key may be used with (RFC 9052, section 7.1); `nil` for no restriction.
    let algorithm: Int64?
    /// The permitted operations; `nil` for no restriction.
    private let operations: [CBORItem]?

    /// Reads the key in `item`.
    ///
    /// Throws `CBORError`: `missing` without type, curve or coordinate; `unsupported` for other types and curves; `notAllowed`
    /// for coordinates of the wrong length, points off the curve, compressed points, an algorithm that doesn't fit the key, and a
    /// private key, which must never be sent.
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
            throw CBORError(.notAllowed, at: named.offset, "the key's algorithm (alg) does not fit its type")
        }
    }

    /// Reads the key encoded in `bytes`. Throws `CBORError`.
    package init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        try self.init(CBORReader.item(in: bytes, limits: CBORLimits(bytes: 4_096, depth: 4, items: 64)))
    }

    /// Returns `true` if the key permits the operation or doesn't restrict them.
    package func allows(_ operation: Operation) -> Bool {
        guard let operations else { return true }
        return operations.contains { $0.integer == operation.rawValue }
    }

    /// The public key, if it can be used for key agreement: its curve supports it, and neither its algorithm nor its operations
    /// exclude it.
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

    /// Compares the members of the key in `item` with those of `key`, without any further check of `item`.
    package static func isSame(_ item: CBORItem, as key: PublicKey) -> Bool {
        guard case .map(let wanted)? = value(key), case .map(let own) = item.value else { return false }
        return wanted.allSatisfy { own[$0.key] == $0.value }
    }

    /// Returns the members that define the public key, for a new structure; `nil` for RSA, which isn't supported in COSE here.
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
