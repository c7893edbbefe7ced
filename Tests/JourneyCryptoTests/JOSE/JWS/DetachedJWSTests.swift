import JourneyBase
import JourneyCrypto
import Testing

@Suite("Detached JWS")
struct DetachedJWSTests {
    /// The known answer for manifests: payload, key and signature from Python's cryptography.
    private static let payload = Array(
        (#"{"headers":{},"journeyId":"kat-journey","manifestVersion":"1.1","minSdk":"1.0.0","#
            + #""oapiBundle":"https://example.com/bundle.json","security":{"allowedOrigins":["https://example.com"],"#
            + #""pinning":false,"requireHandshake":false},"startStep":"step1","steps":{"done":{"result":{"ok":true},"#
            + #""type":"terminal"},"step1":{"on":{"go":{"guard":"payload.amount >= 1","to":"done"}},"type":"web","#
            + #""url":"https://example.com/step1"}}}"#).utf8)
    private static let scalarHex = "e1ea5cf2414f6c20b988f3598757a00347af26a36f7cfcc7d5fe394743bf07ce"
    private static let text =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImthdC0xIn0..kunTe1wLDjvmfUXzwXNSYvrhJWo5qaIuh8T1hWDaNd4DakdhOSDmBkYSBL4TYeI6VRZnl_Q"
        + "X5xq-E0oxWDl2Pw"

    private static func key() throws -> P256PrivateKey {
        try P256PrivateKey(scalar: Secret(copying: try #require(Hex.decode(scalarHex))))
    }

    private static func keys() throws -> JWKSet { try JWKSet(["kat-1": key().publicKey]) }

    private func fault(_ text: String, payload: [UInt8] = payload) throws -> JWSError? {
        do throws(JWSError) {
            try DetachedJWS.verify(text, payload: payload, keys: Self.keysOrNone())
            return nil
        } catch { return error }
    }

    private static func keysOrNone() -> JWKSet { (try? keys()) ?? JWKSet() }

    @Test("the known answer verifies")
    func knownAnswer() throws {
        #expect(Self.payload.count == 414)
        #expect(
            Hex.encode(SHA256.hash(Self.payload)) == "bf6aec9888d749e8ddb1bd6696fa08ea667a82be369db1573d77abc851003805")
        let value = try JSONReader.read(Self.payload)
        #expect(value.canonicalBytes == Self.payload)
        #expect(try DetachedJWS.verify(Self.text, payload: Self.payload, keys: Self.keys()) == "kat-1")
    }

    @Test("our signature has the same header and verifies")
    func signs() async throws {
        let text = try await DetachedJWS.sign(Self.payload, with: Self.key(), kid: "kat-1")
        #expect(text.hasPrefix("eyJhbGciOiJFUzI1NiIsImtpZCI6ImthdC0xIn0.."))
        #expect(try fault(text) == nil)
    }

    @Test("any changed byte of the payload or the signature is refused")
    func tampered() throws {
        for index in stride(from: 0, to: Self.payload.count, by: 9) {
            var changed = Self.payload
            changed[index] ^= 1
            #expect(try fault(Self.text, payload: changed) == .signature)
        }
        #expect(try fault(Self.text, payload: []) == .signature)
        #expect(try fault(Self.text, payload: Self.payload + [0x20]) == .signature)
        let start = try #require(Self.text.lastIndex(of: ".")).utf16Offset(in: Self.text) + 1
        for index in start..<Self.text.utf8.count - 1 {
            var bytes = Array(Self.text.utf8)
            bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(try fault(String(decoding: bytes, as: UTF8.self)) == .signature)
        }
    }

    @Test("a signature by another key, or under another key's id, is refused")
    func otherKeys() async throws {
        let other = try P256PrivateKey.generate()
        #expect(try await fault(DetachedJWS.sign(Self.payload, with: other, kid: "kat-1")) == .signature)
        #expect(try await fault(DetachedJWS.sign(Self.payload, with: other, kid: "other")) == .keyUnknown)
        #expect(try await fault(DetachedJWS.sign(Self.payload, with: Self.key(), kid: "KAT-1")) == .keyUnknown)
    }

    /// Every header is signed by the right key, so that only the header can cause the refusal.
    @Test(
        "a header with an unexpected value is refused",
        arguments: [
            (#"{"alg":"none","kid":"kat-1"}"#, JWSError.algorithm), (#"{"alg":"HS256","kid":"kat-1"}"#, .algorithm),
            (#"{"alg":"ES384","kid":"kat-1"}"#, .algorithm), (#"{"alg":"es256","kid":"kat-1"}"#, .algorithm),
            (#"{"alg":["ES256"],"kid":"kat-1"}"#, .algorithm), (#"{"alg":null,"kid":"kat-1"}"#, .algorithm),
            (#"{"kid":"kat-1"}"#, .algorithm), (#"{"alg":"ES256"}"#, .malformed),
            (#"{"alg":"ES256","kid":""}"#, .malformed),
            (#"{"alg":"ES256","kid":1}"#, .malformed), (#"{"alg":"ES256","kid":"a b"}"#, .malformed),
            (#"{"alg":"ES256","kid":"kat-1","crit":["exp"],"exp":1}"#, .forbiddenHeader),
            (#"{"alg":"ES256","kid":"kat-1","crit":[]}"#, .forbiddenHeader),
            (#"{"alg":"ES256","kid":"kat-1","b64":false}"#, .forbiddenHeader),
            (#"{"alg":"ES256","kid":"kat-1","jwk":{"kty":"EC"}}"#, .forbiddenHeader),
            (#"{"alg":"ES256","kid":"kat-1","jku":"https://evil.test/"}"#, .forbiddenHeader),
            (#"{"alg":"ES256","kid":"kat-1","x5u":"https://evil.test/"}"#, .forbiddenHeader),
            (#"{"alg":"ES256","kid":"kat-1","x5c":["AA"]}"#, .forbiddenHeader),
            (#"{"alg":"ES256","kid":"kat-1","zip":"DEF"}"#, .forbiddenHeader),
            (#"{"alg":"ES256","kid":"kat-1","alg":"ES256"}"#, .malformed),
            (#"{"alg":"none","alg":"ES256","kid":"kat-1"}"#, .malformed),
            (#"{"alg":"ES256","kid":"kat-1"} x"#, .malformed), (#"["ES256"]"#, .malformed), ("", .malformed),
            ("\u{FEFF}{\"alg\":\"ES256\",\"kid\":\"kat-1\"}", .malformed),
            (#"{"alg":"ES256","kid":"kat-1","typ":1}"#, .malformed),
            (#"{"alg":"ES256","kid":"kat-1","a":[[[[[1]]]]]}"#, .malformed),
        ])
    func headers(header: String, expected: JWSError) throws {
        let encoded = Base64URL.encode(Array(header.utf8))
        let input = Array("\(encoded).\(Base64URL.encode(Self.payload))".utf8)
        let signature = Base64URL.encode(try Self.key().sign(input))
        #expect(try fault("\(encoded)..\(signature)") == expected)
    }

    @Test("another typ, or harmless unknown members, are accepted")
    func harmlessHeaders() throws {
        let encoded = Base64URL.encode(Array(#"{"typ":"JOSE","kid":"kat-1","alg":"ES256","note":"x"}"#.utf8))
        let input = Array("\(encoded).\(Base64URL.encode(Self.payload))".utf8)
        #expect(try fault("\(encoded)..\(Base64URL.encode(Self.key().sign(input)))") == nil)
    }

    @Test("a text other than header, empty payload and signature is malformed")
    func shapes() throws {
        let parts = Self.text.split(separator: ".")
        let (header, signature) = (String(parts[0]), String(parts[1]))
        let payload = Base64URL.encode(Self.payload)
        for text in [
            "", ".", "..", "...", "\(header).\(signature)", "\(header).\(payload).\(signature)",
            "\(header)..\(signature).",
            ".\(header)..\(signature)", "\(header)...\(signature)", "\(header)..", "..\(signature)",
            "\(header)..\(signature)=", "\(header)..\(signature) ", " \(header)..\(signature)",
            "\(header)..\(signature)\n",
            "\(header)..\(signature.dropLast())", "\(header)..\(signature)AA", "\(header)=..\(signature)",
            String(repeating: "A", count: 100_000) + "..\(signature)",
            // The last character of 64 bytes holds four bits that must be zero.
            "\(header)..\(signature.dropLast())x",
        ] {
            #expect(try fault(text) == .malformed, "\(text.prefix(80))")
        }
    }

    @Test("a failing key and an invalid key ID are reported")
    func failingKey() async throws {
        struct Broken: SigningKey {
            let publicKey: P256PublicKey
            func sign(_ message: [UInt8]) async throws -> [UInt8] { throw CryptoError.unavailable }
        }
        struct Short: SigningKey {
            let publicKey: P256PublicKey
            func sign(_ message: [UInt8]) async throws -> [UInt8] { [1, 2, 3] }
        }
        let key = try Self.key()
        await #expect(throws: JWSError.signing) {
            try await DetachedJWS.sign([1], with: Broken(publicKey: key.publicKey), kid: "k")
        }
        await #expect(throws: JWSError.signing) {
            try await DetachedJWS.sign([1], with: Short(publicKey: key.publicKey), kid: "k")
        }
        await #expect(throws: JWSError.malformed) { try await DetachedJWS.sign([1], with: key, kid: "a b") }
    }

    @Test("a synchronous key signs verifiably, and its key ID is known before")
    func held() throws {
        let key = try P256PrivateKey.generate()
        let text = try DetachedJWS.sign([1, 2, 3], withHeld: key, kid: "k-1")
        let keys = try JWKSet(["k-1": key.publicKey])
        #expect(try DetachedJWS.verify(text, payload: [1, 2, 3], keys: keys) == "k-1")
        #expect(throws: JWSError.signature) { try DetachedJWS.verify(text, payload: [1, 2, 4], keys: keys) }
        #expect(DetachedJWS.keyID(of: text) == "k-1")
        #expect(DetachedJWS.keyID(of: "a..b") == nil)
        #expect(throws: JWSError.malformed) { try DetachedJWS.sign([1], withHeld: key, kid: "two words") }
    }
}
