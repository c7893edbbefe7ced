import JourneyBase
import JourneyCrypto
import Testing

@Suite("Hashes, MACs and sealing")
struct PrimitiveTests {
    /// FIPS 180-4 examples.
    @Test(
        "SHA-256 matches the standard's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha256(text: String, digest: String) { #expect(Hex.encode(SHA256.hash(Array(text.utf8))) == digest) }

    @Test("a tag is valid only as a whole, for its message and its key")
    func hmac() {
        let key = Secret(copying: [UInt8](0..<32))
        let message = Array("amount=10".utf8)
        let tag = HMACSHA256.tag(message, key: key)
        #expect(HMACSHA256.isValid(tag, for: message, key: key))
        for index in tag.indices {
            var changed = tag
            changed[index] ^= 1
            #expect(!HMACSHA256.isValid(changed, for: message, key: key))
        }
        for wrong in [[], Array(tag.dropLast()), tag + [0], Array(tag.reversed())] {
            #expect(!HMACSHA256.isValid(wrong, for: message, key: key))
        }
        #expect(!HMACSHA256.isValid(tag, for: Array("amount=11".utf8), key: key))
        #expect(!HMACSHA256.isValid(tag, for: message, key: Secret(copying: [UInt8](1..<33))))
    }

    @Test("an empty key is its own key, not the previously used one")
    func emptyKey() {
        // Both from Python's hmac.
        let none = HMACSHA256.tag([], key: Secret(copying: []))
        #expect(Hex.encode(none) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
        _ = HMACSHA256.tag([1], key: Secret(copying: [1, 2, 3]))
        #expect(HMACSHA256.tag([], key: Secret(copying: [])) == none)
    }

    @Test("derived keys differ by secret, salt, purpose and length")
    func hkdf() {
        let secret = Secret(copying: [UInt8](repeating: 1, count: 32))
        let base = HKDFSHA256.derive(from: secret, salt: [1], info: [2], count: 32).revealed
        #expect(HKDFSHA256.derive(from: secret, salt: [1], info: [2], count: 32).revealed == base)
        #expect(HKDFSHA256.derive(from: secret, salt: [2], info: [2], count: 32).revealed != base)
        #expect(HKDFSHA256.derive(from: secret, salt: [1], info: [3], count: 32).revealed != base)
        #expect(HKDFSHA256.derive(from: Secret(copying: [0]), salt: [1], info: [2], count: 32).revealed != base)
        #expect(HKDFSHA256.derive(from: secret, salt: [1], info: [2], count: 64).revealed.starts(with: base))
        #expect(HKDFSHA256.derive(from: Secret(copying: []), salt: [], info: [], count: 1).count == 1)
    }

    @Test("sealed bytes open only unchanged, with their key, nonce and additional data")
    func sealing() throws {
        let key = Secret(copying: [UInt8](0..<32))
        let nonce = [UInt8](repeating: 7, count: 12)
        for count in [0, 1, 15, 16, 17, 1_000] {
            let plain = [UInt8](repeating: 0x5A, count: count)
            let sealed = try AESGCM.seal(plain, key: key, nonce: nonce, aad: [1, 2])
            #expect(sealed.count == count + AESGCM.tagCount)
            #expect(try AESGCM.open(sealed, key: key, nonce: nonce, aad: [1, 2]) == plain)
            for index in stride(from: 0, to: sealed.count, by: 7) {
                var changed = sealed
                changed[index] ^= 0x80
                #expect(throws: CryptoError.authenticationFailed) {
                    try AESGCM.open(changed, key: key, nonce: nonce, aad: [1, 2])
                }
            }
            for (wrong, aad) in [(nonce, [1]), (nonce, []), ([UInt8](repeating: 8, count: 12), [1, 2])]
                as [([UInt8], [UInt8])]
            {
                #expect(throws: CryptoError.authenticationFailed) {
                    try AESGCM.open(sealed, key: key, nonce: wrong, aad: aad)
                }
            }
        }
    }

    @Test("keys, nonces and texts of other lengths are refused", arguments: [0, 1, 11, 13, 16, 24, 31, 33])
    func lengths(count: Int) {
        let good = Secret(copying: [UInt8](repeating: 1, count: 32))
        let nonce = [UInt8](repeating: 1, count: 12)
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(throws: CryptoError.keyInvalid) {
            try AESGCM.seal([], key: Secret(copying: bytes), nonce: nonce, aad: [])
        }
        #expect(throws: CryptoError.keyInvalid) {
            try AESGCM.open(bytes, key: Secret(copying: bytes), nonce: nonce, aad: [])
        }
        #expect(throws: CryptoError.nonceInvalid) { try AESGCM.seal([], key: good, nonce: bytes, aad: []) }
        #expect(throws: CryptoError.authenticationFailed) { try AESGCM.open(bytes, key: good, nonce: nonce, aad: []) }
    }

    @Test("concurrent tasks share the algorithms")
    func concurrency() async {
        let key = Secret(copying: [UInt8](0..<32))
        let expected = HMACSHA256.tag([1, 2, 3], key: key)
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        let other = Secret(copying: [UInt8(task), UInt8(round)])
                        let mine = HMACSHA256.tag([UInt8(task)], key: other)
                        guard HMACSHA256.tag([1, 2, 3], key: key) == expected,
                            HMACSHA256.isValid(mine, for: [UInt8(task)], key: other)
                        else { return false }
                    }
                    return true
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
