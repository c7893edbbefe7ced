import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("Keys on each NIST curve")
struct ECKeyTests {
    private func checkForms<Curve: NamedCurve>(_: Curve.Type) throws {
        let key = try ECPrivateKey<Curve>.generate()
        let point = key.publicKey.x963
        let middle = 1 + Curve.curve.fieldCount
        let compressed = [2 + (point[point.count - 1] & 1)] + point[1..<middle]
        #expect(try ECPublicKey<Curve>(compressed: compressed) == key.publicKey)
        var other = compressed
        other[0] ^= 1
        #expect(try ECPublicKey<Curve>(compressed: other) != key.publicKey)
        for bad in [
            [], point, [4] + compressed.dropFirst(), Array(compressed.dropLast()), compressed + [0],
            [2] + [UInt8](repeating: 0xFF, count: middle - 1),
        ] {
            #expect(throws: CryptoError.keyInvalid) { try ECPublicKey<Curve>(compressed: bad) }
        }
        var offCurve = point
        offCurve[offCurve.count - 1] ^= 1
        #expect(throws: CryptoError.keyInvalid) { try ECPublicKey<Curve>(x963: offCurve) }
        #expect(try ECPrivateKey<Curve>(scalar: key.scalar()).publicKey == key.publicKey)
        let short = Secret(copying: [UInt8](repeating: 1, count: middle - 2))
        #expect(throws: CryptoError.keyInvalid) { try ECPrivateKey<Curve>(scalar: short) }
        let zero = Secret(copying: [UInt8](repeating: 0, count: middle - 1))
        #expect(throws: CryptoError.keyInvalid) { try ECPrivateKey<Curve>(scalar: zero) }
        let most = Secret(copying: [UInt8](repeating: 0xFF, count: middle - 1))
        #expect(throws: CryptoError.keyInvalid) { try ECAgreementKey<Curve>(scalar: most) }
    }

    private func checkSignatures<Curve: NamedCurve>(_: Curve.Type) throws {
        let key = try ECPrivateKey<Curve>.generate()
        for hash in HashAlgorithm.allCases {
            let raw = try key.sign([1, 2, 3], hash: hash)
            let der = try #require(ECDSASignature.der(raw: raw, curve: Curve.curve))
            #expect(key.publicKey.verifies(der: der, of: [1, 2, 3], hash: hash))
            #expect(ECDSASignature.raw(der: der, curve: Curve.curve) == raw)
            for other in HashAlgorithm.allCases where other != hash {
                #expect(!key.publicKey.verifies(der: der, of: [1, 2, 3], hash: other))
            }
        }
        var signature = [UInt8](repeating: 0, count: Curve.curve.signatureCount)
        try signature.withUnsafeMutableBytes { try key.sign([5], into: $0) }
        #expect(key.publicKey.verifies(signature, of: [5]))
        #expect(throws: CryptoError.lengthInvalid) {
            try signature.withUnsafeMutableBytes { memory in
                try key.sign([5], into: UnsafeMutableRawBufferPointer(rebasing: memory.dropLast()))
            }
        }
        let (a, b) = (try ECAgreementKey<Curve>(), try ECAgreementKey<Curve>())
        let shared = try a.sharedSecret(with: b.publicKey).revealed
        #expect(try shared.count == Curve.curve.fieldCount && b.sharedSecret(with: a.publicKey).revealed == shared)
    }

    @Test("a point is read in its requested form and on the curve only, and a scalar in range only")
    func forms() throws {
        try checkForms(P256.self)
        try checkForms(P384.self)
        try checkForms(P521.self)
    }

    @Test("a key signs and verifies over each hash separately, and two keys agree")
    func signatures() throws {
        try checkSignatures(P256.self)
        try checkSignatures(P384.self)
        try checkSignatures(P521.self)
    }

    @Test(
        "numbers of every length round-trip through DER",
        arguments: EllipticCurve.allCases)
    func lengths(curve: EllipticCurve) throws {
        for zeros in 0...curve.fieldCount {
            for first: UInt8 in [0x01, 0x7F, 0x80, 0xFF] {
                var number = [UInt8](repeating: 0, count: zeros) + [UInt8](repeating: first, count: curve.fieldCount)
                number = Array(number.prefix(curve.fieldCount))
                let raw = number + number.reversed()
                let der = try #require(ECDSASignature.der(raw: raw, curve: curve))
                #expect(ECDSASignature.raw(der: der, curve: curve) == raw)
                #expect(ECDSASignature.raw(der: der + [0], curve: curve) == nil)
                #expect(ECDSASignature.raw(der: Array(der.dropLast()), curve: curve) == nil)
                // The same length in a longer form is not DER.
                let long = der[1] == 0x81 ? [0x30, 0x82, 0] + der[2...] : [0x30, 0x81] + der[1...]
                #expect(ECDSASignature.raw(der: Array(long), curve: curve) == nil)
            }
        }
        #expect(ECDSASignature.der(raw: [], curve: curve) == nil)
        #expect(ECDSASignature.raw(der: [], curve: curve) == nil)
    }

    @Test("an Ed25519 key of small order is refused in every encoding")
    func smallOrder() throws {
        // y = 0, 1, p − 1, p, p + 1 and the two of order eight, each with both signs of x.
        let spellings = [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        ]
        for text in spellings {
            var bytes = try #require(Hex.decode(text))
            #expect(throws: CryptoError.keyInvalid) { try Ed25519PublicKey(bytes) }
            bytes[31] ^= 0x80
            #expect(throws: CryptoError.keyInvalid) { try Ed25519PublicKey(bytes) }
            bytes[3] ^= 1
            _ = try Ed25519PublicKey(bytes)
        }
        #expect(throws: CryptoError.keyInvalid) { try Ed25519PublicKey([UInt8](repeating: 9, count: 31)) }
    }
}
