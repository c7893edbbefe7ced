import JourneyBase
import JourneyCrypto
import Testing

@Suite("Compact JWS")
struct CompactJWSTests {
    @Test("a token verifies with its key or a key set and returns its payload")
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

    @Test("a token without a typ is accepted only where none is expected")
    func noPurpose() async throws {
        let key = try P256PrivateKey.generate()
        let text = try await CompactJWS.sign([1], typ: nil, kid: nil, key: key)
        #expect(try CompactJWS.verify(text, typ: nil, key: key.publicKey) == [1])
        #expect(throws: JWSError.type) { try CompactJWS.verify(text, typ: "t", key: key.publicKey) }
        let other = try await CompactJWS.sign([1], typ: "t", kid: nil, key: key)
        #expect(throws: JWSError.type) { try CompactJWS.verify(other, typ: nil, key: key.publicKey) }
    }

    @Test("a token that names another key of the set is refused")
    func otherKeyOfTheSet() async throws {
        let (own, other) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        let keys = try JWKSet(["own": own.publicKey, "other": other.publicKey])
        let text = try await CompactJWS.sign([1], typ: nil, kid: "other", key: own)
        #expect(throws: JWSError.signature) { try CompactJWS.verify(text, typ: nil, keys: keys) }
        let unknown = try await CompactJWS.sign([1], typ: nil, kid: "retired", key: own)
        #expect(throws: JWSError.keyUnknown) { try CompactJWS.verify(unknown, typ: nil, keys: keys) }
    }

    /// Checks RFC 7797, which signs the raw payload: a verifier that reads the header differently verifies other bytes.
    @Test("an unencoded payload is refused, with crit and without", arguments: ["true", "false"])
    func unencodedPayload(value: String) throws {
        let key = try P256PrivateKey.generate()
        for crit in [#","crit":["b64"]"#, ""] {
            let header = Base64URL.encode(Array(#"{"alg":"ES256","b64":\#(value)\#(crit)}"#.utf8))
            for payload in ["AQID", "$.02", ""] {
                let signature = Base64URL.encode(try key.sign(Array("\(header).\(payload)".utf8)))
                let text = "\(header).\(payload).\(signature)"
                #expect(throws: payload == "$.02" ? JWSError.malformed : .forbiddenHeader) {
                    try CompactJWS.verify(text, typ: nil, key: key.publicKey)
                }
            }
        }
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

    @Test("an overlong text is refused before parsing")
    func limit() async throws {
        let key = try P256PrivateKey.generate()
        let text = try await CompactJWS.sign([UInt8](repeating: 1, count: 20_000), typ: "t", kid: "k", key: key)
        #expect(throws: JWSError.malformed) { try CompactJWS.verify(text, typ: "t", key: key.publicKey) }
    }
}
