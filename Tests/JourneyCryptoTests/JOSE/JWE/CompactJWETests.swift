import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("Compact JWE")
struct CompactJWETests {
    @Test("a payload round-trips with each algorithm, as bytes and as a secret")
    func roundTrip() throws {
        let labels = JWE.Labels(
            typ: "secret+jwe", cty: "octets", partyU: Array("Alice".utf8), partyV: Array("Bob".utf8))
        for way in try JWESamples.ways() {
            for plaintext in [[], [1], [UInt8](repeating: 7, count: 5_000)] as [[UInt8]] {
                let text = try CompactJWE.seal(plaintext, to: way.destination, labels: labels)
                let opened = try CompactJWE.open(text, with: way.recipient, typ: "secret+jwe")
                #expect(opened.content == plaintext, "\(way.name)")
                #expect(opened.labels == labels)
                #expect(opened.kid == "k")
            }
            let secret = Secret.random(count: 40)
            let text = try CompactJWE.seal(secret, to: way.destination)
            #expect(try CompactJWE.openSecret(text, with: way.recipient).content.revealed == secret.revealed)
            #expect(try CompactJWE.open(text, with: way.recipient).content == secret.revealed)
        }
    }

    @Test("the same plaintext gives a different text each time")
    func fresh() throws {
        for way in try JWESamples.ways() {
            let texts = try (0..<3).map { _ in try CompactJWE.seal([1, 2, 3], to: way.destination) }
            #expect(Set(texts).count == 3)
            #expect(Set(texts.map { $0.split(separator: ".", omittingEmptySubsequences: false)[2] }).count == 3)
        }
    }

    @Test("an empty secret, or one too long for locked memory, is not opened as a secret")
    func secretLengths() throws {
        let way = try #require(try JWESamples.ways().first)
        for count in [0, 4_097] {
            let text = try CompactJWE.seal([UInt8](repeating: 1, count: count), to: way.destination)
            #expect(throws: JWEError.decryption) { try CompactJWE.openSecret(text, with: way.recipient) }
        }
        let longest = try CompactJWE.seal([UInt8](repeating: 1, count: 4_096), to: way.destination)
        #expect(try CompactJWE.openSecret(longest, with: way.recipient).content.count == 4_096)
    }

    /// Checks RFC 7516, appendix A.1, from step 4 on; its key management is not supported.
    @Test("RFC 7516's content encryption matches")
    func rfc7516() throws {
        let contentKey = Secret(copying: [
            177, 161, 244, 128, 84, 143, 225, 115, 63, 180, 3, 255, 107, 154, 212, 246, 138, 7, 110, 91, 112, 46, 34,
            105, 47, 130, 203, 46, 122, 234, 64, 252,
        ])
        let sealed = try AESGCM.seal(
            Array("The true sign of intelligence is not knowledge but imagination.".utf8), key: contentKey,
            nonce: #require(Base64URL.decode("48V1_ALb6US04U3b")),
            aad: Array("eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ".utf8))
        #expect(
            Base64URL.encode(sealed.dropLast(16))
                == "5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A")
        #expect(Base64URL.encode(sealed.suffix(16)) == "XFBoMYUZodetZdvTiFvSkQ")
    }

    /// Checks RFC 7518, appendix C, extended to a complete text with known materials.
    @Test("RFC 7518's example header is written, and the party names are part of the key")
    func rfc7518() throws {
        let (alice, bob) = (
            try AgreementKey(scalar: secret("0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo"), on: .p256),
            try AgreementKey(scalar: secret("VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw"), on: .p256)
        )
        let destination = try JWE.Destination(bob.publicKey, by: .ecdhES, encryption: .a128GCM)
        let materials = JWEMaterials(ephemeral: alice, fresh: nil, nonce: [UInt8](repeating: 0, count: 12))
        let labels = JWE.Labels(partyU: Array("Alice".utf8), partyV: Array("Bob".utf8))
        let text = try Array("to Bob".utf8).withUnsafeBytes {
            try CompactJWE.seal($0, to: destination, labels: labels, materials: materials)
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        #expect(
            try JWESamples.members(parts[0]) == [
                "alg": "ECDH-ES", "enc": "A128GCM", "apu": "QWxpY2U", "apv": "Qm9i",
                "epk": [
                    "kty": "EC", "crv": "P-256", "x": "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0",
                    "y": "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps",
                ],
            ])
        #expect(parts[1].isEmpty)
        let key = try secret("VqqN6vgjbSBcIijNcacQGg")
        let sealed = try #require(Base64URL.decode(parts[3])) + #require(Base64URL.decode(parts[4]))
        let opened = try [UInt8](capacity: sealed.count - 16) { out throws(CryptoError) in
            try Primitives.open(sealed, into: out, key: key, nonce: materials.nonce, aad: Array(parts[0].utf8))
        }
        #expect(opened == Array("to Bob".utf8))
    }

    @Test("a text that would be too long to open is not created")
    func limits() throws {
        let way = try #require(try JWESamples.ways().first)
        for count in [JWE.limit, 800_000] {
            #expect(throws: JWEError.malformed) {
                try CompactJWE.seal([UInt8](repeating: 0, count: count), to: way.destination)
            }
        }
        let large = try CompactJWE.seal([UInt8](repeating: 0, count: 780_000), to: way.destination)
        #expect(try CompactJWE.open(large, with: way.recipient).content.count == 780_000)
        #expect(
            JWESamples.outcome(large + String(repeating: "A", count: 10_000), way.recipient) == .failure(.malformed))
        for labels in [
            JWE.Labels(typ: String(repeating: "t", count: 2_000)),
            JWE.Labels(partyU: [UInt8](repeating: 1, count: 513)),
            JWE.Labels(partyV: [UInt8](repeating: 1, count: 513)),
        ] {
            #expect(throws: JWEError.malformed) { try CompactJWE.seal([1], to: way.destination, labels: labels) }
        }
        let widest = JWE.Labels(
            partyU: [UInt8](repeating: 1, count: 300), partyV: [UInt8](repeating: 2, count: 512))
        let text = try CompactJWE.seal([1], to: way.destination, labels: widest)
        #expect(try CompactJWE.open(text, with: way.recipient).labels == widest)
    }

    @Test("a destination is limited to its key's purpose")
    func destinations() throws {
        let point = try JWK(JWKSamples.rfc7515P256)
        #expect(try JWE.Destination(point).keyManagement == .ecdhESA256KW)
        let named = try JWK(JWKSamples.rfc7515P256.with(["alg": "ECDH-ES", "kid": "e", "use": "enc"]))
        #expect(try JWE.Destination(named).keyManagement == .ecdhES)
        #expect(try JWE.Destination(named).kid == "e")
        let derives = JWKSamples.rfc7515P256.with(["key_ops": ["deriveBits"]])
        #expect(throws: Never.self) { try JWE.Destination(JWK(derives)) }
        for changes: [String: JSONValue?] in [
            ["use": "sig"], ["alg": "ES256"], ["alg": "ECDH-ES+A128KW"], ["key_ops": ["verify"]], ["key_ops": []],
        ] {
            #expect(throws: JWKError.purpose, "\(changes)") {
                try JWE.Destination(JWK(JWKSamples.rfc7515P256.with(changes)))
            }
        }
        #expect(throws: JWKError.unsupported) { try JWE.Destination(JWK(JWKSamples.rfc8037)) }
        #expect(throws: JWKError.unsupported) { try JWE.Destination(JWK(JWKSamples.rfc7515RSA)) }
        #expect(throws: JWKError.unsupported) { try JWE.Destination(point.key, by: .direct) }
        #expect(throws: JWKError.keyInvalid) { try JWE.Destination(point.key, kid: "a b") }
        #expect(throws: JWKError.keyInvalid) { try JWE.Destination(direct: .random(count: 24)) }
        #expect(throws: CryptoError.keyInvalid) { try JWE.Recipient(direct: .random(count: 31)) }
    }

    private func secret(_ text: String) throws -> Secret { Secret(copying: try #require(Base64URL.decode(text))) }
}
