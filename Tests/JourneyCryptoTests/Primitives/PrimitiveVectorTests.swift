import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("Wycheproof's vectors for the primitives", .enabled(if: Wycheproof.isPresent, "\(Vectors.missing)"))
struct PrimitiveVectorTests {
    @Test(
        "HMAC-SHA-256 accepts whole tags only",
        .enabled(if: Wycheproof.has("hmac_sha256"), "\(Vectors.missing)"))
    func hmac() throws {
        let file = try Wycheproof("hmac_sha256")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let key = Secret(copying: try test.bytes("key"))
            let message = try test.bytes("msg")
            let tag = try test.bytes("tag")
            if test.group["tagSize"]?.int64 == 256 {
                #expect(HMACSHA256.isValid(tag, for: message, key: key) == (test.result == "valid"), "\(test.id)")
                totals[test.result, default: 0] += 1
            } else {
                #expect(!HMACSHA256.isValid(tag, for: message, key: key), "\(test.id)")
                if test.result == "valid" { #expect(HMACSHA256.tag(message, key: key).starts(with: tag), "\(test.id)") }
                totals["truncated, refused", default: 0] += 1
            }
        }
        file.report(totals)
    }

    @Test("HKDF-SHA-256 gives the expected keys")
    func hkdf() throws {
        let file = try Wycheproof("hkdf_sha256")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let size = Int(try #require(test.test["size"]?.int64))
            if test.result == "valid" {
                let key = HKDFSHA256.derive(
                    from: Secret(copying: try test.bytes("ikm")), salt: try test.bytes("salt"),
                    info: try test.bytes("info"), count: size)
                #expect(key.revealed == (try test.bytes("okm")), "\(test.id)")
            } else {
                // A programming error, stopped before the library is called.
                #expect(size > HKDFSHA256.largestCount, "\(test.id)")
            }
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("AES-GCM accepts 32-byte keys and 12-byte nonces only, and no forgery")
    func aesGCM() throws {
        let file = try Wycheproof("aes_gcm")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let key = Secret(copying: try test.bytes("key"))
            let (nonce, aad) = (try test.bytes("iv"), try test.bytes("aad"))
            let sealed = try test.bytes("ct") + test.bytes("tag")
            let opened = Result { try AESGCM.open(sealed, key: key, nonce: nonce, aad: aad) }
            if key.count == AESGCM.keyCount, nonce.count == AESGCM.nonceCount {
                let message = try test.bytes("msg")
                if test.result == "valid" {
                    #expect(try opened.get() == message, "\(test.id)")
                    #expect(try AESGCM.seal(message, key: key, nonce: nonce, aad: aad) == sealed, "\(test.id)")
                } else {
                    #expect(throws: CryptoError.authenticationFailed, "\(test.id)") { try opened.get() }
                }
                totals[test.result, default: 0] += 1
            } else {
                let expected: CryptoError = key.count == AESGCM.keyCount ? .nonceInvalid : .keyInvalid
                #expect(throws: expected, "\(test.id)") { try opened.get() }
                totals["of another size, refused", default: 0] += 1
            }
        }
        file.report(totals)
    }
}
