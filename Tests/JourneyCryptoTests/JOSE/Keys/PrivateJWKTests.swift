import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("Private JSON Web Keys")
struct PrivateJWKTests {
    private static let p256 = JWKSamples.rfc7515P256.with(["d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"])
    private static let p521 = JWKSamples.rfc7515P521.with([
        "d": "AY5pb7A0UFiB3RELSD64fTLOSV_jazdF7fLYyuTw8lOfRhWg6Y6rUrPAxerEzgdRhajnu0ferB0d53vM9mE15j2C"
    ])
    private static let p384 = JWKSamples.rfc7520P384.with([
        "d": "iTx2pk7wW-GqJkHcEkFQb2EFyYcO7RugmaW3mRrQVAOUiPommT0IdnYK2xDlZh-j"
    ])
    private static let ed25519 = JWKSamples.rfc8037.with(["d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"])
    private static let symmetric: JSONValue = ["kty": "oct", "k": "AAPapAv4LbFbiVawEjagUBluYqN5rhna-8nuldDvOx8"]
    private static let all = [p256, p384, p521, ed25519, symmetric]

    private func fault(_ text: String) -> JWKError? {
        do throws(JWKError) {
            _ = try PrivateJWK(Secret(copying: Array(text.utf8)))
            return nil
        } catch { return error }
    }

    private func fault(_ json: JSONValue) -> JWKError? { fault(json.compactText) }

    @Test("every key type round-trips in locked memory")
    func roundTrip() throws {
        for json in Self.all {
            let key = try PrivateJWK(JWKSamples.secret(json))
            #expect(try JSONReader.read(key.text().revealed) == json)
            #expect(try PrivateJWK(key.text()).text().revealed == key.text().revealed)
        }
        // With any layout of the text.
        let spread = "{ \"kty\" :\t\"oct\" ,\r\n \"k\"\n:\n\"AAPapAv4LbFbiVawEjagUBluYqN5rhna-8nuldDvOx8\" }"
        #expect(try PrivateJWK(Secret(copying: Array(spread.utf8))).symmetricKey?.count == 32)
    }

    @Test("generated keys round-trip with their types")
    func made() async throws {
        let signers: [(PrivateJWK, PublicKey)] = try [
            {
                let key = try P256PrivateKey.generate(); return (try PrivateJWK(key, kid: "k"), .p256(key.publicKey))
            }(),
            {
                let key = try P384PrivateKey.generate(); return (try PrivateJWK(key, kid: "k"), .p384(key.publicKey))
            }(),
            {
                let key = try P521PrivateKey.generate(); return (try PrivateJWK(key, kid: "k"), .p521(key.publicKey))
            }(),
            {
                let key = try Ed25519PrivateKey.generate();
                return (try PrivateJWK(key, kid: "k"), .ed25519(key.publicKey))
            }(),
        ]
        for (jwk, key) in signers {
            let again = try PrivateJWK(jwk.text())
            #expect(again.kid == "k")
            #expect(again.publicKey == key)
            let text = try await CompactJWS.sign([1], typ: nil, kid: "k", key: again.signer())
            #expect(try CompactJWS.verify(text, typ: nil, key: VerificationKey(key)) == [1])
            #expect(throws: JWKError.purpose) { try again.recipient() }
        }
        let agreement = try P521AgreementKey()
        let jwk = try PrivateJWK(PrivateJWK(agreement, kid: "e").text())
        let text = try CompactJWE.seal([1], to: JWE.Destination(.p521(agreement.publicKey), kid: "e"))
        #expect(try CompactJWE.open(text, with: jwk.recipient()).content == [1])
        #expect(throws: JWKError.purpose) { try jwk.signer() }
        let shared = Secret.random(count: 32)
        let direct = try PrivateJWK(PrivateJWK(shared, kid: "s").text())
        let other = try CompactJWE.seal([1], to: JWE.Destination(direct: shared, kid: "s"))
        #expect(try CompactJWE.open(other, with: direct.recipient()).content == [1])
        #expect(throws: JWKError.keyInvalid) { try PrivateJWK(shared, kid: "a b") }
        #expect(throws: JWKError.keyInvalid) { try PrivateJWK(agreement, kid: "") }
    }

    @Test("a thumbprint is the public key's, and a symmetric key has its own")
    func thumbprints() throws {
        #expect(
            try PrivateJWK(JWKSamples.secret(Self.ed25519)).thumbprint()
                == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        #expect(
            try PrivateJWK(JWKSamples.secret(Self.symmetric)).thumbprint()
                == Base64URL.encode(SHA256.hash(Self.symmetric.compactBytes)))
    }

    @Test("a recipient accepts only what its key declares")
    func recipients() throws {
        func opens(_ changes: [String: JSONValue?], _ management: JWE.KeyManagement) throws -> Bool {
            let key = try PrivateJWK(JWKSamples.secret(Self.p256.with(changes)))
            let text = try CompactJWE.seal([1], to: JWE.Destination(#require(key.publicKey), by: management))
            return (try? CompactJWE.open(text, with: key.recipient())) != nil
        }
        for management in [JWE.KeyManagement.ecdhES, .ecdhESA256KW] {
            #expect(try opens([:], management))
            #expect(try opens(["use": "enc"], management))
            #expect(try opens(["key_ops": ["deriveKey"]], management))
            #expect(try opens(["alg": .string(management.rawValue)], management))
            for changes: [String: JSONValue?] in [
                ["use": "sig"], ["alg": "ES256"], ["alg": "ECDH-ES+A128KW"], ["key_ops": ["sign"]], ["key_ops": []],
            ] {
                #expect(try !opens(changes, management), "\(changes)")
            }
        }
        #expect(try !opens(["alg": "ECDH-ES"], .ecdhESA256KW))
        #expect(try !opens(["alg": "ECDH-ES+A256KW"], .ecdhES))
        for changes: [String: JSONValue?] in [
            ["use": "sig"], ["alg": "A128GCM"], ["alg": "HS256"], ["alg": "A256KW"], ["key_ops": ["encrypt"]],
            ["k": "AAAA"],
        ] {
            let key = try PrivateJWK(JWKSamples.secret(Self.symmetric.with(changes)))
            #expect(throws: JWKError.purpose, "\(changes)") { try key.recipient() }
        }
        #expect(throws: JWKError.purpose) { try PrivateJWK(JWKSamples.secret(Self.ed25519)).recipient() }
        #expect(throws: JWKError.purpose) { try PrivateJWK(JWKSamples.secret(Self.symmetric)).signer() }
        for changes: [String: JSONValue?] in [["use": "enc"], ["alg": "ECDH-ES"], ["key_ops": ["verify"]]] {
            let key = try PrivateJWK(JWKSamples.secret(Self.p256.with(changes)))
            #expect(throws: JWKError.purpose) { try key.signer() }
        }
    }

    @Test("mismatched halves and invalid keys are refused")
    func invalid() throws {
        for (json, other) in zip(
            [Self.p256, Self.p384, Self.p521, Self.ed25519], [Self.ed25519, Self.p256, Self.p384, Self.p256])
        {
            let d = try #require(json["d"]?.string.flatMap { Base64URL.decode($0) })
            func number(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
            for changes: [String: JSONValue?] in [
                ["d": other["d"]], ["d": number(d.dropLast() + [d[d.count - 1] ^ 1])],
                ["d": number(Array(d.dropLast()))],
                ["d": number([0] + d)], ["d": ""], ["d": nil], ["d": number([UInt8](repeating: 0xFF, count: d.count))],
                ["d": number([UInt8](repeating: 0, count: d.count))], ["k": "AAAA"], ["p": "AAAA"],
                ["d": nil, "k": "AAAA"],
                ["x": nil], ["alg": "RS256"], ["kid": "a b"],
            ] {
                #expect(fault(json.with(changes)) == .keyInvalid, "\(changes.keys)")
            }
            for changes: [String: JSONValue?] in [["kty": "AKP"], ["crv": "X448"]] {
                #expect(fault(json.with(changes)) == .unsupported)
            }
        }
        #expect(fault(Self.symmetric.with(["k": ""])) == .keyInvalid)
        #expect(fault(Self.symmetric.with(["k": nil])) == .keyInvalid)
        #expect(fault(Self.symmetric.with(["d": "AAAA"])) == .keyInvalid)
        #expect(fault(JWKSamples.rfc7515RSA.with(["d": "AAAA"])) == .unsupported)
    }

    /// Checks that malformed texts are refused, and that no secret reaches the JSON parser.
    @Test("a text that is not plain JSON is refused")
    func texts() {
        let k = "AAPapAv4LbFbiVawEjagUBluYqN5rhna-8nuldDvOx8"
        for text in [
            "", "{", "[]", "\"", "{\"kty\":\"oct\",\"k\":\"\(k)", "{\"kty\":\"oct\",\"k\":\"\(k)\"",
            "{\"kty\":\"oct\",\"k\"",
            "{\"kty\":\"oct\",\"k\":1}", "{\"kty\":\"oct\",\"k\":null}", "{\"kty\":\"oct\",\"k\":[\"\(k)\"]}",
            // Twice, escaped, padded, spaced, in another alphabet.
            "{\"kty\":\"oct\",\"k\":\"\(k)\",\"k\":\"\(k)\"}", "{\"kty\":\"oct\",\"\\u006b\":\"\(k)\"}",
            "{\"kty\":\"oct\",\"k\":\"\(k)\",\"\\u006b\":\"\"}", "{\"kty\":\"oct\",\"k\":\"\\u0041\(k.dropFirst())\"}",
            "{\"kty\":\"oct\",\"k\":\"\(k)=\"}", "{\"kty\":\"oct\",\"k\":\" \(k)\"}",
            "{\"kty\":\"oct\",\"k\":\"\(k.dropLast())+\"}",
            "{\"kty\":\"oct\",\"k\":\"\(k.dropLast())9\"}", "{\"kty\":\"oct\",\"k\":\"A\"}",
            "{\"kty\":\"oct\" \"k\":\"\(k)\"}", "{\"kty\":\"oct\",\"k\"::\"\(k)\"}",
            "{\"kty\":\"oct\",\"k\":\"\(k)\"} x",
            "{\"kty\":\"oct\",\"k\":\"\(k)\",\"note\":\"\\",
            // A nested member is not a secret, so the key has none.
            String(repeating: "[", count: 100), "{\"kty\":1,\"k\":\"\(k)\"}",
        ] {
            #expect(fault(text) == .malformed, "\(text)")
        }
        #expect(fault("{\"kty\":\"oct\",\"more\":{\"k\":\"\(k)\"}}") == .keyInvalid)
        #expect(fault("{\"kty\":\"oct\",\"more\":[\"k\",\"\(k)\"]}") == .keyInvalid)
        #expect(fault("{\"kty\":\"oct\",\"note\":\"k\",\"k\":\"\(k)\"}") == nil)
        #expect(fault("{\"kty\":\"oct\",\"note\":{\"d\":[\"k\"]},\"k\":\"\(k)\"}") == nil)
        #expect(fault(String(repeating: " ", count: PrivateJWK.limit) + Self.symmetric.compactText) == .malformed)
    }
}
