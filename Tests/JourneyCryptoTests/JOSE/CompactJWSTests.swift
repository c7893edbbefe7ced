import JourneyBase
import JourneyCrypto
import Testing

@Suite("Compact signatures")
struct CompactJWSTests {
    /// RFC 7515, appendix A.3: the signature, though its header has no key id.
    @Test("the ES256 example of RFC 7515")
    func rfc7515() throws {
        let point = try [4] + #require(Base64URL.decode(JWKSetTests.x)) + #require(Base64URL.decode(JWKSetTests.y))
        let key = try P256PublicKey(x963: point)
        let input =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
            + "cnVlfQ"
        let signature = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        #expect(key.verifies(try #require(Base64URL.decode(signature)), of: Array(input.utf8)))
        let scalar = try #require(Base64URL.decode("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"))
        #expect(try P256PrivateKey(scalar: Secret(copying: scalar)).publicKey == key)
        #expect(throws: JWSError.malformed) { try CompactJWS.verify("\(input).\(signature)", typ: "JWT", key: key) }
    }

    @Test("a token comes back with its payload, from its key or from a set")
    func roundTrip() async throws {
        let key = try P256PrivateKey.generate()
        let text = try await CompactJWS.sign(Array(#"{"a":1}"#.utf8), typ: "proof+jwt", kid: "k1", key: key)
        #expect(text.split(separator: ".").count == 3)
        #expect(try CompactJWS.verify(text, typ: "proof+jwt", key: key.publicKey) == Array(#"{"a":1}"#.utf8))
        let keys = try JWKSet(["k1": key.publicKey])
        #expect(try CompactJWS.verify(text, typ: "proof+jwt", keys: keys).kid == "k1")
        #expect(throws: JWSError.keyUnknown) { try CompactJWS.verify(text, typ: "proof+jwt", keys: JWKSet()) }
    }

    @Test("a token for another purpose is refused", arguments: ["JWT", "proof+JWT", "", "proof+jwt "])
    func purpose(typ: String) async throws {
        let key = try P256PrivateKey.generate()
        let text = try await CompactJWS.sign([1], typ: "proof+jwt", kid: "k1", key: key)
        #expect(throws: JWSError.type) { try CompactJWS.verify(text, typ: typ, key: key.publicKey) }
        let detached = try await DetachedJWS.sign([1], with: key, kid: "k1")
        #expect(throws: JWSError.type) { try CompactJWS.verify(detached, typ: "proof+jwt", key: key.publicKey) }
    }

    @Test("every changed character is refused")
    func tampered() async throws {
        let key = try P256PrivateKey.generate()
        let text = try await CompactJWS.sign(Array("payload".utf8), typ: "t", kid: "k1", key: key)
        for index in text.utf8.indices {
            let offset = text.utf8.distance(from: text.utf8.startIndex, to: index)
            var bytes = Array(text.utf8)
            bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "Q") : UInt8(ascii: "A")
            #expect(throws: JWSError.self, "\(offset)") {
                try CompactJWS.verify(String(decoding: bytes, as: UTF8.self), typ: "t", key: key.publicKey)
            }
        }
    }

    @Test("texts beyond the limit are refused unread")
    func limit() async throws {
        let key = try P256PrivateKey.generate()
        let text = try await CompactJWS.sign([UInt8](repeating: 1, count: 20_000), typ: "t", kid: "k", key: key)
        #expect(throws: JWSError.malformed) { try CompactJWS.verify(text, typ: "t", key: key.publicKey) }
    }
}
