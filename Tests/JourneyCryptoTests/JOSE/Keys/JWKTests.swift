import JourneyBase
import JourneyCrypto
import Testing

@Suite("Public JSON Web Keys")
struct JWKTests {
    private static let all = [
        JWKSamples.rfc7515RSA, JWKSamples.rfc7515P256, JWKSamples.rfc7515P521, JWKSamples.rfc7520P384,
        JWKSamples.rfc8037,
    ]

    private func fault(_ json: JSONValue) -> JWKError? {
        do throws(JWKError) {
            _ = try JWK(json)
            return nil
        } catch { return error }
    }

    @Test("every key type round-trips")
    func roundTrip() throws {
        for json in Self.all {
            let key = try JWK(json)
            #expect(key.json == json)
            #expect(try JWK(JSONReader.read(key.json.compactBytes)) == key)
            #expect(try PublicKey(spki: key.key.spki) == key.key)
        }
    }

    /// RFC 7638, section 3.1, and RFC 8037, appendix A.3.
    @Test("a thumbprint covers the key's required members only")
    func thumbprints() throws {
        let n =
            "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3o"
            + "knjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZH"
            + "zu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEg"
            + "U8awapJzKnqDKgw"
        let rsa: JSONValue = ["kty": "RSA", "n": .string(n), "e": "AQAB", "alg": "RS256", "kid": "2011-04-29"]
        #expect(try JWK(rsa).thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
        #expect(try JWK(JWKSamples.rfc8037).thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        #expect(
            try JWK(JWKSamples.rfc8037.with(["kid": "x", "use": "sig", "alg": "EdDSA"])).thumbprint
                == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        for json in Self.all {
            let key = try JWK(json)
            #expect(key.thumbprint == Base64URL.encode(SHA256.hash(key.key.jwk.compactBytes)))
        }
    }

    /// RFC 7517, appendix A.1.
    @Test("RFC 7517's public keys are read")
    func rfc7517() throws {
        let point: JSONValue = [
            "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
            "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM", "use": "enc", "kid": "1",
        ]
        #expect(try JWE.Destination(JWK(point)).kid == "1")
        #expect(throws: JWKError.purpose) { try VerificationKey(JWK(point)) }
        // Appendix A.2: its private half belongs to it.
        let own = try PrivateJWK(
            JWKSamples.secret(point.with(["d": "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"])))
        #expect(own.publicKey == (try JWK(point).key))
    }

    /// Checks RFC 7517, appendix B. The certificate is ignored; only its first bytes are here.
    @Test("a key with a certificate is read like any other")
    func certificates() throws {
        let n =
            "vrjOfz9Ccdgx5nQudyhdoR17V-IubWMeOZCwX_jj0hgAsz2J_pqYW08PLbK_PdiVGKPrqzmDIsLI7sA25VEnHU1uCLNwBuUiCO11_-7dYbsr4i"
            + "JmG0Qu2j8DsVyT1azpJC_NG84Ty5KKthuCaPod7iI7w0LK9orSMhBEwwZDCxTWq4aYWAchc8t-emd9qOvWtVMDC2BXksRngh6X5bUYLy6AyHK"
            + "vj-nUy1wgzjYQDwHMTplCoLtU-o-8SNnZ1tmRoGE9uJkBLdh5gFENabWnU5m1ZqZPdwS-qo-meMvVfJb6jJVWRpl2SUtCnYG2C32qvbWbjZ_j"
            + "BPD5eunqsIo1vQ"
        let key: JSONValue = [
            "kty": "RSA", "use": "sig", "kid": "1b94c", "n": .string(n), "e": "AQAB",
            "x5c": ["MIIDQjCCAiqgAwIBAgIGATz/FuLi"],
        ]
        #expect(try JWK(key).kid == "1b94c")
        #expect(try JWK(key) == JWK(key.with(["x5c": nil])))
        #expect(try JWK(key).json["x5c"] == nil)
    }

    @Test("a key with a secret member is not a public key", arguments: ["d", "k", "p", "q", "dp", "dq", "qi", "oth"])
    func secrets(member: String) {
        for json in Self.all { #expect(fault(json.with([member: "AQAB"])) == .secretKey) }
        #expect(fault(["kty": "oct"]) == .secretKey)
        #expect(fault(["kty": "oct", "k": "AAAA"]) == .secretKey)
    }

    @Test("invalid or non-canonical numbers are refused")
    func numbers() throws {
        let (p256, p384, p521) = (JWKSamples.rfc7515P256, JWKSamples.rfc7520P384, JWKSamples.rfc7515P521)
        for key in [p256, p384, p521] {
            let (x, y) = (key["x"], key["y"])
            let text = try #require(x?.string)
            for changes: [String: JSONValue?] in [
                ["x": y], ["y": x], ["x": y, "y": x], ["x": nil], ["y": nil], ["x": 1], ["x": ""], ["x": "AA"],
                ["x": .string(text + "A")], ["x": .string(text + "=")], ["x": .string("A" + text)],
                ["x": .string(" " + text.dropFirst())], ["x": .string(String(text.dropLast()))],
                ["x": .string(text.dropLast() + "+")],
            ] {
                #expect(fault(key.with(changes)) == .keyInvalid, "\(changes)")
            }
            // For two curves, the last character has unused bits, which allow a second encoding.
            for other in EllipticCurve.allCases.map(\.rawValue) where key["crv"] != .string(other) {
                #expect(fault(key.with(["crv": .string(other)])) == .keyInvalid)
            }
        }
        #expect(fault(p256.with(["x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEV"])) == .keyInvalid)
        let zero = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
        // The neutral element, which is not an Ed25519 key, and a number that is not a point.
        let one = JSONValue.string(Base64URL.encode([1] + [UInt8](repeating: 0, count: 31)))
        for x in [zero, one, "AA", "", 1] {
            #expect(fault(JWKSamples.rfc8037.with(["x": x])) == .keyInvalid)
        }
        let n = try #require(JWKSamples.rfc7515RSA["n"]?.string.flatMap { Base64URL.decode($0) })
        func number(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
        for changes: [String: JSONValue?] in [
            ["n": number([0] + n)], ["n": number(Array(n.dropLast()))], ["n": number(n.dropLast() + [n[255] ^ 1])],
            ["n": number(Array(n.prefix(128)))], ["n": number([UInt8](repeating: 0xFF, count: 1_025))], ["n": nil],
            ["n": ""], ["n": .string(String(repeating: "A", count: 100_000))], ["e": "AQ"], ["e": "AAEAAQ"],
            ["e": "Ag"],
            ["e": ""], ["e": nil], ["e": .string(Base64URL.encode([UInt8](repeating: 1, count: 9)))],
        ] {
            #expect(fault(JWKSamples.rfc7515RSA.with(changes)) == .keyInvalid, "\(changes.keys)")
        }
    }

    @Test("members must agree with the key and each other")
    func members() {
        let key = JWKSamples.rfc7515P256
        for changes: [String: JSONValue?] in [
            ["alg": "ES384"], ["alg": "EdDSA"], ["alg": "RS256"], ["alg": "none"], ["alg": "HS256"], ["alg": ""],
            ["alg": 1],
            ["use": "enc", "alg": "ES256"], ["use": "enc", "key_ops": ["verify"]],
            ["use": "sig", "key_ops": ["deriveKey"]],
            ["use": 1], ["use": .null], ["key_ops": ["sign"]], ["key_ops": ["decrypt"]], ["key_ops": ["unwrapKey"]],
            ["key_ops": ["verify", "verify"]], ["key_ops": "verify"], ["key_ops": [1]],
            ["key_ops": .array((0..<17).map { .string("op\($0)") })], ["kid": ""], ["kid": "a b"], ["kid": 1],
        ] {
            #expect(fault(key.with(changes)) == .keyInvalid, "\(changes)")
        }
        #expect(fault(key.with(["use": "tls"])) == .unsupported)
        for json: JSONValue in [nil, [], "EC", 1, [:], ["crv": "P-256"], ["kty": 1], key.with(["kty": nil])] {
            #expect(fault(json) == .malformed)
        }
        for json: JSONValue in [
            key.with(["kty": "ec"]), key.with(["kty": "AKP"]), key.with(["crv": "secp256k1"]), key.with(["crv": nil]),
            JWKSamples.rfc8037.with(["crv": "X25519"]), JWKSamples.rfc8037.with(["crv": "Ed448"]),
        ] {
            #expect(fault(json) == .unsupported)
        }
    }

    @Test("a key for encryption, or for another algorithm, cannot verify")
    func purpose() throws {
        for changes: [String: JSONValue?] in [
            ["use": "enc"], ["alg": "ECDH-ES"], ["key_ops": ["deriveBits"]], ["key_ops": []],
        ] {
            #expect(throws: JWKError.purpose, "\(changes)") {
                try VerificationKey(JWK(JWKSamples.rfc7515P256.with(changes)))
            }
        }
        #expect(throws: JWKError.purpose) { try VerificationKey(JWK(JWKSamples.rfc7515RSA.with(["alg": "RSA-OAEP"]))) }
        #expect(throws: JWKError.unsupported) { try VerificationKey(JWK(JWKSamples.rfc7515RSA)) }
        #expect(throws: JWKError.unsupported) { try VerificationKey(JWK(JWKSamples.rfc7515RSA.with(["alg": "RS512"]))) }
        #expect(try VerificationKey(JWK(JWKSamples.rfc7515RSA.with(["alg": "PS256"]))).algorithm == .ps256)
        #expect(
            try VerificationKey(JWK(JWKSamples.rfc7515P256.with(["use": "sig", "key_ops": ["verify"]]))).algorithm
                == .es256)
    }

    @Test("a key for agreement is published as one")
    func agreement() throws {
        let key = try AgreementKey.generate(.p384)
        let jwk = try JWK(agreement: key.publicKey, kid: "e")
        #expect(jwk.json["use"] == "enc")
        #expect(try JWE.Destination(JWK(jwk.json)).kid == "e")
        #expect(throws: JWKError.unsupported) { try JWK(agreement: JWK(JWKSamples.rfc8037).key, kid: nil) }
        #expect(throws: JWKError.keyInvalid) { try JWK(agreement: key.publicKey, kid: "a b") }
    }
}
