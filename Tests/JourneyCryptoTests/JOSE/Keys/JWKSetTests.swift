import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("JWK sets")
struct JWKSetTests {
    /// RFC 7515, appendix A.3.1.
    static let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
    static let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"

    private func entry(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var members: [String: JSONValue] = [
            "kty": "EC", "crv": "P-256", "x": .string(Self.x), "y": .string(Self.y), "kid": "k1", "use": "sig",
            "alg": "ES256",
        ]
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    private func fault(_ json: JSONValue) -> JWKSet.Fault? {
        do throws(JWKSet.Fault) {
            _ = try JWKSet(json)
            return nil
        } catch { return error }
    }

    @Test("a set round-trips")
    func roundTrip() throws {
        let set = try JWKSet(["keys": [entry(), entry(["kid": "k0", "use": nil, "alg": nil])]])
        #expect(set.keyIDs == ["k0", "k1"])
        #expect(set.key("k1") != nil)
        #expect(set.key("K1") == nil)
        #expect(set.key("") == nil)
        #expect(try JWKSet(set.json) == set)
        let again = try JSONReader.read(set.json.compactBytes)
        #expect(try JWKSet(again) == set)
        #expect(JWKSet().key("k1") == nil)
    }

    @Test("keys for other uses are skipped, though their IDs count")
    func otherKeys() throws {
        let others: [JSONValue] = [
            ["kty": "RSA", "n": "AQAB", "e": "AQAB", "kid": "an RSA key without its algorithm"],
            ["kty": "OKP", "crv": "X25519", "x": "AA", "kid": "o"],
            ["kty": "AKP", "alg": "ML-DSA-44", "pub": "AA", "kid": "q"],
            entry(["crv": "secp256k1", "kid": "s"]), entry(["use": "enc", "alg": nil, "kid": "e"]),
            entry(["use": "enc", "alg": "ECDH-ES", "kid": "f"]), entry(["use": "tls", "kid": "u"]),
            entry(["use": nil, "alg": nil, "key_ops": ["deriveKey", "deriveBits"], "kid": "g"]),
        ]
        #expect(try JWKSet(["keys": .array(others + [entry()])]).keyIDs == ["k1"])
        #expect(fault(["keys": .array(others + [entry(["kid": "f"])])]) == .duplicateKeyID)
    }

    @Test("keys of every supported type are kept with their algorithms")
    func everyType() throws {
        let keys = try JWKSamples.verificationKeys()
        let set = try JWKSet(keys)
        #expect(Set(set.keyIDs.compactMap { set.key($0)?.algorithm }) == JWS.verified)
        let again = try JWKSet(JSONReader.read(set.json.compactBytes))
        #expect(again == set)
        for (kid, key) in keys { #expect(again.key(kid) == key) }
    }

    @Test("a set with a private or symmetric key is refused", arguments: ["d", "k"])
    func secrets(member: String) {
        #expect(fault(["keys": [entry(["kid": "k0"]), entry([member: "AAAA"])]]) == .secretKey)
        #expect(fault(["keys": [["kty": "RSA", "n": "AQAB", "d": "AAAA"]]]) == .secretKey)
        #expect(fault(["keys": [["kty": "oct"]]]) == .secretKey)
    }

    @Test(
        "one invalid key invalidates the set",
        arguments: [
            ["kid": nil], ["kid": ""], ["kid": "a b"], ["kid": "é"], ["kid": "a\"b"],
            ["kid": .string(String(repeating: "k", count: 129))], ["x": nil], ["x": ""], ["x": "AA"], ["x": 1],
            ["x": .string(x + "A")], ["x": .string(x + "=")], ["x": .string(y)], ["y": .string(x)], ["use": .null],
            ["alg": "ES384"], ["alg": "none"], ["alg": "ECDH-ES"], ["alg": 1], ["key_ops": ["sign"]],
            ["key_ops": ["verify", "sign"]], ["key_ops": ["verify", "verify"]], ["key_ops": ["wrapKey"]],
            ["key_ops": "verify"], ["key_ops": [1]], ["key_ops": []],
        ] as [[String: JSONValue?]])
    func badKeys(changes: [String: JSONValue?]) {
        #expect(fault(["keys": [entry(["kid": "k0"]), entry(changes)]]) == .keyInvalid)
    }

    @Test("two keys with one ID invalidate the set, even of different types")
    func duplicateIDs() {
        #expect(fault(["keys": [entry(), entry()]]) == .duplicateKeyID)
        #expect(fault(["keys": [entry(), ["kty": "RSA", "kid": "k1", "n": "AQAB", "e": "AQAB"]]]) == .duplicateKeyID)
    }

    @Test(
        "a malformed set is refused",
        arguments: [nil, [], "keys", [:], ["keys": [:]], ["keys": [1]], ["keys": [[:]]], ["keys": [["kty": 1]]]]
            as [JSONValue])
    func malformed(json: JSONValue) { #expect(fault(json) == .malformed) }

    @Test("the number of keys is limited")
    func limit() {
        let entries = (0...JWKSet.limit).map { entry(["kid": .string("k\($0)")]) }
        #expect(fault(["keys": .array(Array(entries.dropLast()))]) == nil)
        #expect(fault(["keys": .array(entries)]) == .malformed)
    }

    /// Checks RFC 7638, section 3.1. Its key is RSA, so the members are given here.
    @Test("the thumbprint follows RFC 7638")
    func thumbprint() throws {
        let n =
            "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n"
            + "3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0z"
            + "gdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-cs"
            + "FCur-kEgU8awapJzKnqDKgw"
        let rsa: JSONValue = ["kty": "RSA", "n": .string(n), "e": "AQAB"]
        #expect(Base64URL.encode(SHA256.hash(rsa.compactBytes)) == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
        let key = try #require(try JWKSet(["keys": [entry()]]).key("k1")).key
        let text = #"{"crv":"P-256","kty":"EC","x":"\#(Self.x)","y":"\#(Self.y)"}"#
        #expect(key.thumbprint == Base64URL.encode(SHA256.hash(Array(text.utf8))))
    }
}
