import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("RSA keys")
struct RSAKeyTests {
    private static let key = Result { try RSAPrivateKey.generate() }

    @Test("a weak key is refused: too short, too long, even, with a small factor, or an exponent below three")
    func weakKeys() throws {
        let good = try Self.key.get().publicKey
        #expect(good.modulus.count == 256 && good.exponent == [1, 0, 1])
        #expect(try RSAPublicKey(modulus: good.modulus, exponent: [3]).exponent == [3])
        for exponent: [UInt8] in [
            [], [0], [1], [2], [0, 3], [1, 0, 0], [0, 1, 0, 1], [1] + [UInt8](repeating: 1, count: 8),
        ] {
            #expect(throws: CryptoError.keyInvalid, "\(exponent)") {
                try RSAPublicKey(modulus: good.modulus, exponent: exponent)
            }
        }
        var even = good.modulus
        even[255] &= 0xFE
        // 2^2047 + 1 is a multiple of three.
        let three = [0x80] + [UInt8](repeating: 0, count: 254) + [1]
        let short = [0x7F] + good.modulus.dropFirst()
        let long = [UInt8](repeating: 0xFF, count: 1_025)
        for modulus in [[], even, three, short, long, [0] + good.modulus, Array(good.modulus.dropLast())] {
            #expect(throws: CryptoError.keyInvalid) { try RSAPublicKey(modulus: modulus, exponent: [1, 0, 1]) }
        }
        for bits in [512, 1_024, 2_047, 2_052, 16_384] {
            #expect(throws: CryptoError.keyInvalid) { try RSAPrivateKey.generate(bits: bits) }
        }
    }

    @Test("a private key round-trips through PKCS#8, and near misses are refused")
    func pkcs8() throws {
        let key = try Self.key.get()
        let bytes = try key.pkcs8().revealed
        #expect(try RSAPrivateKey(pkcs8: Secret(copying: bytes)).publicKey == key.publicKey)
        var changed = bytes
        changed[400] ^= 1
        let ed = try Ed25519PrivateKey.generate()
        let other = try #require(Hex.decode("302e020100300506032b657004220420")) + ed.seed().revealed
        for bad in [[], Array(bytes.dropLast()), bytes + [0], changed, other] {
            #expect(throws: CryptoError.keyInvalid) { try RSAPrivateKey(pkcs8: Secret(copying: bad)) }
        }
    }

    @Test("OAEP opens only with its hash, label and key", arguments: HashAlgorithm.allCases)
    func oaep(hash: HashAlgorithm) throws {
        let key = try Self.key.get()
        for count in [0, 1, key.publicKey.largestMessage(hash)] {
            let secret = Secret(copying: [UInt8](repeating: 3, count: count))
            let sealed = try key.publicKey.encryptOAEP(secret, hash: hash, label: [1])
            #expect(try key.decryptOAEP(sealed, hash: hash, label: [1]).revealed == secret.revealed)
            for (other, label) in [(hash, []), (hash, [2]), (hash == .sha256 ? .sha512 : .sha256, [1])]
                as [(HashAlgorithm, [UInt8])]
            {
                #expect(throws: CryptoError.authenticationFailed) {
                    try key.decryptOAEP(sealed, hash: other, label: label)
                }
            }
            for bad in [[], Array(sealed.dropLast()), sealed + [0], [UInt8](repeating: 0xFF, count: 256)] {
                #expect(throws: CryptoError.authenticationFailed) { try key.decryptOAEP(bad, hash: hash, label: [1]) }
            }
        }
        let tooLong = Secret(copying: [UInt8](repeating: 3, count: key.publicKey.largestMessage(hash) + 1))
        #expect(throws: CryptoError.lengthInvalid) { try key.publicKey.encryptOAEP(tooLong, hash: hash) }
    }

    @Test("a key signs with RSA algorithms only")
    func algorithms() throws {
        let key = try Self.key.get()
        for algorithm in [SignatureAlgorithm.es256, .es384, .es512, .edDSA] {
            #expect(throws: CryptoError.keyInvalid) { try key.signer(algorithm) }
            #expect(throws: CryptoError.keyInvalid) { try key.sign([1], with: algorithm) }
        }
    }
}
