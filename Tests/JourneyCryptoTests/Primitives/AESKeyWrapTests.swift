import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("AES key wrap")
struct AESKeyWrapTests {
    /// Uses RFC 3394, section 4, without keys of 192 bits, which are not supported.
    @Test(
        "RFC 3394's examples match",
        arguments: [
            ("000102030405060708090A0B0C0D0E0F", 16, "1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5"),
            (
                "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F", 16,
                "64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7"
            ),
            (
                "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F", 24,
                "A8F9BC1612C68B3FF6E6F4FBE30E71E4769C8B80A32CB8958CD5D17D6B254DA1"
            ),
            (
                "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F", 32,
                "28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"
            ),
        ])
    func rfc3394(wrapping: String, count: Int, expected: String) throws {
        let data = try #require(Hex.decode("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F"))
        let (key, kek) = (
            Secret(copying: data.prefix(count)), Secret(copying: try #require(Hex.decode(wrapping)))
        )
        let wrapped = try AESKeyWrap.wrap(key, with: kek)
        #expect(Hex.encode(wrapped) == expected.lowercased())
        #expect(try AESKeyWrap.unwrap(wrapped, with: kek).revealed == key.revealed)
    }

    /// RFC 7516, appendix A.3.3.
    @Test("RFC 7516's wrapped content key matches")
    func rfc7516() throws {
        let kek = Secret(copying: try #require(Base64URL.decode("GawgguFyGrWKav7AX4VKUg")))
        let contentKey: [UInt8] = [
            4, 211, 31, 197, 84, 157, 252, 254, 11, 100, 157, 250, 63, 170, 106, 206, 107, 124, 212, 45, 111, 107, 9,
            219, 200, 177, 0, 240, 143, 156, 44, 207,
        ]
        let wrapped = try AESKeyWrap.wrap(Secret(copying: contentKey), with: kek)
        #expect(Base64URL.encode(wrapped) == "6KB707dM9YTIgHtLvtgWQ8mKwboJW3of9locizkDTHzBC2IlrT1oOQ")
    }

    @Test("every changed bit, and every other length, is refused")
    func tampered() throws {
        let kek = Secret(copying: [UInt8](0..<32))
        let wrapped = try AESKeyWrap.wrap(Secret(copying: [UInt8](100..<132)), with: kek)
        for bit in 0..<wrapped.count * 8 {
            var changed = wrapped
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: CryptoError.authenticationFailed) { try AESKeyWrap.unwrap(changed, with: kek) }
        }
        for count in 0..<wrapped.count {
            #expect(throws: CryptoError.authenticationFailed) {
                try AESKeyWrap.unwrap(Array(wrapped.prefix(count)), with: kek)
            }
        }
        for more in [wrapped + [0], wrapped + wrapped, wrapped + [UInt8](repeating: 0, count: 8_000)] {
            #expect(throws: CryptoError.authenticationFailed) { try AESKeyWrap.unwrap(more, with: kek) }
        }
        let other = Secret(copying: [UInt8](1..<33))
        #expect(throws: CryptoError.authenticationFailed) { try AESKeyWrap.unwrap(wrapped, with: other) }
    }

    @Test("keys that cannot be wrapped, or cannot wrap, are refused", arguments: [0, 1, 8, 15, 17, 20, 4_104])
    func lengths(count: Int) {
        let key = Secret(copying: [UInt8](repeating: 7, count: count))
        let good = Secret(copying: [UInt8](repeating: 8, count: 16))
        #expect(throws: CryptoError.keyInvalid) { try AESKeyWrap.wrap(key, with: good) }
        #expect(throws: CryptoError.keyInvalid) { try AESKeyWrap.wrap(good, with: key) }
        #expect(throws: CryptoError.keyInvalid) {
            try AESKeyWrap.unwrap([UInt8](repeating: 0, count: 24), with: key)
        }
    }

    @Test("a 192-bit wrapping key is refused")
    func middle() {
        let kek = Secret(copying: [UInt8](repeating: 8, count: 24))
        #expect(throws: CryptoError.keyInvalid) { try AESKeyWrap.wrap(kek, with: kek) }
    }

    @Test("Wycheproof's vectors match", .enabled(if: Wycheproof.isPresent, "\(Vectors.missing)"))
    func wycheproof() throws {
        let file = try Wycheproof("aes_wrap")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let (kek, message) = (Secret(copying: try test.bytes("key")), Secret(copying: try test.bytes("msg")))
            let wrapped = try test.bytes("ct")
            let unwrapped = Result { try AESKeyWrap.unwrap(wrapped, with: kek) }
            if kek.count == 24 {
                #expect(throws: CryptoError.keyInvalid, "\(test.id)") { try unwrapped.get() }
                totals["of 192 bits, refused", default: 0] += 1
            } else if test.result == "valid" {
                #expect(try unwrapped.get().revealed == message.revealed, "\(test.id)")
                #expect(try AESKeyWrap.wrap(message, with: kek) == wrapped, "\(test.id)")
                totals["valid", default: 0] += 1
            } else {
                // The acceptable ones wrap 8 bytes, which SP 800-38F does not know.
                #expect(throws: CryptoError.authenticationFailed, "\(test.id)") { try unwrapped.get() }
                totals["\(test.result), refused", default: 0] += 1
            }
        }
        file.report(totals)
    }
}
