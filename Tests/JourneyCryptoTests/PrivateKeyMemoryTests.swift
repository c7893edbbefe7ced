import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Checks that a private key of each type leaves no copy of its number in memory, in either byte order.
@Suite(
    "Private keys in memory", .serialized,
    .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
struct PrivateKeyMemoryTests {
    private func check<Curve: NamedCurve>(_: Curve.Type) throws {
        var key: ECPrivateKey<Curve>? = try .generate()
        let search = NumberScan(try #require(key).scalar())
        #expect(try #require(key).sign([1, 2, 3]).count == Curve.curve.signatureCount)
        #expect(try search.count() == 1)
        key = nil
        #expect(try search.count() == 0)
        var own: ECAgreementKey<Curve>? = try ECAgreementKey()
        let agreement = NumberScan(try #require(own).scalar())
        #expect(try #require(own).sharedSecret(with: ECAgreementKey<Curve>().publicKey).count > 0)
        #expect(try agreement.count() == 1)
        own = nil
        #expect(try agreement.count() == 0)
    }

    @Test("each curve's scalars are wiped with their keys")
    func curves() throws {
        try check(P256.self)
        try check(P384.self)
        try check(P521.self)
    }

    @Test("an Ed25519 seed is wiped with its key")
    func ed25519() throws {
        var key: Ed25519PrivateKey? = try .generate()
        let search = NumberScan(try #require(key).seed())
        #expect(try #require(key).sign([1, 2, 3]).count == 64)
        #expect(try search.count() == 1)
        key = nil
        #expect(try search.count() == 0)
    }

    /// Returns the ranges of the private exponent and the first prime in PKCS#8 (RFC 8017, appendix A.1.2).
    private func numbers(_ pkcs8: Secret) throws -> (exponent: Range<Int>, prime: Range<Int>) {
        let inner = try #require(RSAKeyInfo.pkcs1(in: pkcs8))
        var places: [Range<Int>] = []
        pkcs8.withBytes { bytes in
            var at = inner.lowerBound + 4
            while at < inner.upperBound {
                let isLong = bytes[at + 1] == 0x82
                let isMiddle = bytes[at + 1] == 0x81
                let count = isLong ? Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]) : Int(bytes[at + (isMiddle ? 2 : 1)])
                let start = at + (isLong ? 4 : isMiddle ? 3 : 2)
                places.append(start + (bytes[start] == 0 && count > 1 ? 1 : 0)..<start + count)
                at = start + count
            }
        }
        return (places[3], places[4])
    }

    @Test("an RSA key's exponent and prime are wiped with it, after generation, reading, writing and use")
    func rsa() throws {
        var key: RSAPrivateKey? = try .generate()
        var pkcs8: Secret? = try #require(key).pkcs8()
        let places = try numbers(try #require(pkcs8))
        let exponent = NumberScan(try #require(pkcs8), places.exponent)
        let prime = NumberScan(try #require(pkcs8), places.prime)
        key = try RSAPrivateKey(pkcs8: try #require(pkcs8))
        pkcs8 = nil
        for algorithm in [SignatureAlgorithm.ps256, .rs256] {
            #expect(try #require(key).sign([1], with: algorithm).count == 256)
        }
        let ciphertext = try #require(key).publicKey.encryptOAEP(Secret(copying: [1, 2]))
        #expect(try #require(key).decryptOAEP(ciphertext).count == 2)
        #expect(try #require(key).decryptPKCS1(#require(key).publicKey.encryptPKCS1(Secret(copying: [1]))).count == 1)
        #expect(try exponent.count() > 0 && prime.count() > 0)
        key = nil
        #expect(try exponent.count() == 0)
        #expect(try prime.count() == 0)
    }

    @Test("a stored MAC key is wiped with its owner")
    func mac() throws {
        var secret: Secret? = Secret.random(count: 32)
        let search = NumberScan(try #require(secret))
        var key: HMACKey<SHA256>? = HMACKey(try #require(secret))
        secret = nil
        #expect(try #require(key).tag([1, 2, 3]).count == 32)
        #expect(try search.count() > 0)
        key = nil
        #expect(try search.count() == 0)
    }
}
