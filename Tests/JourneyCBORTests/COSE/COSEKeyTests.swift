import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

@Suite struct COSEKeyTests {
    private static let x = "65eda5a12577c2bae829437fe338701a10aaa375e1bb5b5de108de439c08551d"
    private static let y = "1e52ed75701163f7f9e40ddf9f341b3dc9ba860af7e0ca7ca7e9eecd0084d19c"

    private func key(_ hex: String) throws -> COSEKey {
        try COSEKey(try #require(Hex.decode(hex.replacing("X", with: Self.x).replacing("Y", with: Self.y)))[...])
    }

    @Test func `a key keeps its bytes, name and uses, and unknown members are ignored`() throws {
        let made = try key(
            "a8 01 02 20 01 21 5820X 22 5820Y 02 42 3131 03 26 04 81 02 3a 00 01 11 6f f5".replacing(" ", with: ""))
        #expect(made.publicKey?.spki.suffix(64) == Hex.decode(Self.x + Self.y)?[...])
        #expect(made.keyID == [0x31, 0x31] && made.allows(.verify) && !made.allows(.deriveKey))
        #expect(try key("a40102200121 5820X22 5820Y".replacing(" ", with: "")).allows(.deriveKey))
    }

    @Test(arguments: [
        ("a3 2001 215820X 225820Y", CBORError.Reason.missing), ("a4 0101 2001 215820X 225820Y", .unsupported),
        ("a4 0103 2001 215820X 225820Y", .unsupported), ("a4 0140 2001 215820X 225820Y", .unexpectedType),
        ("a4 01 63454332 2001 215820X 225820Y", .unsupported), ("a3 0102 215820X 225820Y", .missing),
        ("a4 0102 2002 215820X 225820Y", .notAllowed), ("a4 0102 2006 215820X 225820Y", .unsupported),
        ("a4 0102 2008 215820X 225820Y", .unsupported), ("a4 0102 20f5 215820X 225820Y", .unexpectedType),
        ("a3 0102 2001 225820Y", .missing), ("a3 0102 2001 215820X", .missing),
        ("a4 0102 2001 215820X 22f5", .unexpectedType), ("a4 0102 2001 215820X 22f4", .unexpectedType),
        ("a4 0102 2001 21582100X 225820Y", .notAllowed), ("a4 0102 2001 215820X 22582100Y", .notAllowed),
        ("a4 0102 2001 215820X 2240", .notAllowed), ("a4 0102 2001 215820Y 225820X", .notAllowed),
        ("a4 0102 2001 215820Z 225820Z", .notAllowed),
        // A private key, algorithms of other key types, invalid operations.
        ("a5 0102 2001 215820X 225820Y 235820X", .notAllowed), ("a5 0102 2001 215820X 225820Y 033822", .notAllowed),
        ("a5 0102 2001 215820X 225820Y 0305", .notAllowed), ("a5 0102 2001 215820X 225820Y 0400", .unexpectedType),
        ("a5 0102 2001 215820X 225820Y 0480", .notAllowed), ("a5 0102 2001 215820X 225820Y 0200", .unexpectedType),
        ("a3 0101 2006 2140", .notAllowed), ("a3 0101 2004 215820X", .unsupported), ("a2 0101 2006", .missing),
        ("a3 0101 2006 215820Z", .notAllowed), ("a1 0104", .missing), ("a2 0104 2040", .notAllowed),
        ("a2 0104 2000", .unexpectedType), ("80", .unexpectedType), ("a0", .missing),
        ("a5 0102 2001 215820X 225820Y 0102", .duplicateKey), ("a4 0102 2001 215820X 225820Y 00", .trailingBytes),
    ])
    func `an invalid key is refused`(hex: String, reason: CBORError.Reason) {
        let zeros = String(repeating: "00", count: 32)
        let error = #expect(throws: CBORError.self) {
            try key(hex.replacing(" ", with: "").replacing("Z", with: zeros))
        }
        #expect(error?.reason == reason)
    }

    @Test func `keys of one kind are not used as another`() async throws {
        let symmetric = try key("a2010420 430102 03".replacing(" ", with: ""))
        let mac = try COSEMac0(authenticating: [1], key: Secret(plain: [1, 2, 3]))
        try mac.verify(with: symmetric)
        let signer = try P256PrivateKey.generate()
        let signed = try await COSESign1(signing: [1], with: signer)
        let error = #expect(throws: COSEError.self) { try signed.verify(with: symmetric) }
        #expect(error?.reason == .keyNotAllowed)
        let forAgreement = try key("a50102200121 5820X22 5820Y 048107".replacing(" ", with: ""))
        #expect(throws: COSEError.self) { try signed.verify(with: forAgreement) }
        #expect(throws: COSEError.self) { try mac.verify(with: forAgreement) }
        let forSigning = try key("a301042043010203 048102".replacing(" ", with: ""))
        #expect(throws: COSEError.self) { try mac.verify(with: forSigning) }
    }

    @Test func `a key's algorithm and uses are enforced for signatures and agreements`() async throws {
        let signer = try P256PrivateKey.generate()
        let signed = try await COSESign1(signing: [1], with: signer)
        for (members, verifies, agrees) in [
            ([:], true, true), ([3: -7], true, false), ([3: -25], false, true), ([3: -34], false, true),
            ([4: [2]], true, false), ([4: [7]], false, true), ([4: [8]], false, true), ([4: [2, 7]], true, true),
            ([3: -7, 4: [7]], false, false),
        ] as [([CBORValue: CBORValue], Bool, Bool)] {
            guard case .map(let point)? = COSEKey.value(.p256(signer.publicKey)) else { return }
            let key = try COSEKey(CBORValue.map(point.merging(members) { $1 }).encoded[...])
            #expect((key.agreementKey != nil) == agrees, "\(members)")
            #expect(((try? signed.verify(with: key)) != nil) == verifies, "\(members)")
        }
        let ed25519 = try #require(COSEKey.value(.ed25519(Ed25519PrivateKey.generate().publicKey)))
        #expect(try COSEKey(ed25519.encoded[...]).agreementKey == nil)
    }

    @Test func `every curve's point round-trips`() throws {
        let keys: [PublicKey] = [
            .p256(try P256PrivateKey.generate().publicKey), .p384(try P384PrivateKey.generate().publicKey),
            .p521(try P521PrivateKey.generate().publicKey), .ed25519(try Ed25519PrivateKey.generate().publicKey),
        ]
        for key in keys {
            let encoded = try #require(COSEKey.value(key)).encoded
            let read = try COSEKey(encoded[...])
            #expect(read.publicKey == key && read.encoded == encoded[...])
        }
    }
}
