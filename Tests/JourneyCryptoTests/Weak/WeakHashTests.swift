import JourneyBase
import JourneyCrypto
import Testing

@Suite("Weak algorithms that partners require")
struct WeakHashTests {
    /// FIPS 180-2, appendix A; RFC 1321, appendix A.5.
    @Test(
        "digests match the standards' examples",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "d41d8cd98f00b204e9800998ecf8427e"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "c12252ceda8be8994d5fa0290a47231c1d16aae3", "f96b697d7cb7938d525a2f31aaf161d0"),
        ])
    func digests(text: String, sha1: String, md5: String) {
        #expect(Hex.encode(SHA1.hash(Array(text.utf8))) == sha1)
        #expect(Hex.encode(MD5.hash(Array(text.utf8))) == md5)
    }

    @Test("the card issuer's signature: HMAC-SHA-256 over time, method, path and the body's MD5")
    func requestSignature() {
        let body = Hex.encode(MD5.hash(Array(#"{"ping":"pong"}"#.utf8)))
        let key = Secret(copying: Array("example-api-secret-not-real-0001".utf8))
        let tag = HMACSHA256.tag(Array("1700000000000POST/ping\(body)".utf8), key: key)
        // Computed with Python's hashlib and hmac.
        #expect(Hex.encode(tag) == "7454a8b8a0e67b499394cf5451df897cf40e6fe551524d5b2ce7246392e31400")
    }

    @Test("a PIN encrypted for a partner differs each time and decrypts to itself")
    func pin() throws {
        let key = try RSAPrivateKey.generate()
        let pin = Secret(copying: Array("1234".utf8))
        let (first, second) = (try key.publicKey.encryptPKCS1(pin), try key.publicKey.encryptPKCS1(pin))
        #expect(first != second && first.count == 256)
        #expect(try key.decryptPKCS1(first).revealed == pin.revealed)
        for count in [0, 1, 245] {
            let secret = Secret(copying: [UInt8](repeating: 7, count: count))
            #expect(try key.decryptPKCS1(key.publicKey.encryptPKCS1(secret)).revealed == secret.revealed)
        }
        #expect(throws: CryptoError.lengthInvalid) {
            try key.publicKey.encryptPKCS1(Secret(copying: [UInt8](repeating: 7, count: 246)))
        }
    }
}
