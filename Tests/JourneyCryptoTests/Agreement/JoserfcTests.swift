import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

/// Interoperability with Python's joserfc, in both directions.
@Suite("Interoperability with joserfc", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct JoserfcTests {
    private static let head = """
        import sys, json, warnings
        warnings.simplefilter("ignore")
        from joserfc import jws, jwe, jwk
        from joserfc.jwk import ECKey, OKPKey, RSAKey, OctKey
        kinds = {"EC": ECKey, "OKP": OKPKey, "RSA": RSAKey, "oct": OctKey}
        def load(text):
            members = json.loads(text)
            return kinds[members["kty"]].import_key(members)
        def out(value): print(json.dumps(value))
        a = sys.argv[1:]

        """

    private func joserfc(_ script: String, _ arguments: [String] = []) throws -> JSONValue {
        try JSONReader.read(Array(Python.run(Self.head + script, arguments).utf8))
    }

    private func text(_ value: JSONValue?) throws -> String { try #require(value?.string) }

    private func privateKey(_ value: JSONValue?) throws -> PrivateJWK {
        try PrivateJWK(Secret(copying: #require(value).compactBytes))
    }

    /// Returns one key of each type, with its signer.
    private func signers() throws -> [(any MessageSigner, PublicKey)] {
        let (p256, p384, p521) = (
            try P256PrivateKey.generate(), try P384PrivateKey.generate(), try P521PrivateKey.generate()
        )
        let (ed25519, rsa) = (try Ed25519PrivateKey.generate(), try RSAPrivateKey.generate())
        return [
            (p256, .p256(p256.publicKey)), (p384, .p384(p384.publicKey)), (p521, .p521(p521.publicKey)),
            (ed25519, .ed25519(ed25519.publicKey)), (try rsa.signer(.ps256), .rsa(rsa.publicKey)),
        ]
    }

    @Test("joserfc verifies our signatures with our keys, and thumbprints are equal")
    func ourSignatures() async throws {
        for (signer, key) in try signers() {
            let name = signer.signatureAlgorithm.rawValue
            let token = try await CompactJWS.sign(Array("payload é".utf8), typ: "t", kid: "k", key: signer)
            let detached = try await DetachedJWS.sign(Array("beside".utf8), with: signer, kid: "k")
            let seen = try joserfc(
                """
                key = load(a[0])
                token = jws.deserialize_compact(a[1], key, algorithms=[a[3]])
                head, _, tail = a[2].split(".")
                import base64
                body = base64.urlsafe_b64encode(b"beside").rstrip(b"=").decode()
                beside = jws.deserialize_compact(head + "." + body + "." + tail, key, algorithms=[a[3]])
                out([token.payload.decode(), token.headers(), beside.payload.decode(), key.thumbprint()])
                """, [key.jwk.compactText, token, detached, name])
            #expect(
                seen == [
                    "payload é", ["alg": .string(name), "kid": "k", "typ": "t"], "beside", .string(key.thumbprint),
                ])
        }
    }

    @Test("joserfc's signatures verify with its keys and no others")
    func theirSignatures() throws {
        let made = try joserfc(
            """
            keys = {"ES256": ECKey.generate_key("P-256"), "ES384": ECKey.generate_key("P-384"),
                    "ES512": ECKey.generate_key("P-521"), "EdDSA": OKPKey.generate_key("Ed25519"),
                    "PS256": RSAKey.generate_key(2048)}
            keys["RS256"] = keys["PS256"]
            out([[name, jws.serialize_compact({"alg": name, "kid": name, "typ": "t"}, b"payload", key, algorithms=[name]),
                  key.as_dict(private=False), key.thumbprint()] for name, key in keys.items()])
            """)
        let list = try #require(made.array)
        #expect(list.count == JWS.verified.count)
        var keys: [JSONValue] = []
        for entry in list {
            let (name, token) = (try text(entry[0]), try text(entry[1]))
            let json = try #require(entry[2]).with(["kid": .string(name), "alg": .string(name), "use": "sig"])
            let key = try JWK(json)
            #expect(key.thumbprint == entry[3]?.string)
            #expect(
                try CompactJWS.verify(token, typ: "t", key: VerificationKey(key)) == Array("payload".utf8), "\(name)")
            keys.append(json)
        }
        // All of them together, as an issuer publishes them.
        let set = try JWKSet(["keys": .array(keys)])
        for entry in list {
            let verified = try CompactJWS.verify(text(entry[1]), typ: "t", keys: set)
            #expect(verified.kid == entry[0]?.string)
        }
    }

    @Test("private keys are exchanged both ways")
    func privateKeys() async throws {
        let made = try joserfc(
            """
            keys = [ECKey.generate_key("P-256"), ECKey.generate_key("P-384"), ECKey.generate_key("P-521"),
                    OKPKey.generate_key("Ed25519"), OctKey.generate_key(256)]
            out([[key.as_dict(private=True), key.thumbprint()] for key in keys])
            """)
        var sent: [String] = []
        for entry in try #require(made.array) {
            let key = try privateKey(entry[0])
            #expect(try key.thumbprint() == entry[1]?.string)
            // Tests may reveal a secret.
            sent.append(key.text().withBytes { String(decoding: $0, as: UTF8.self) })
            guard let publicKey = key.publicKey else { continue }
            let token = try await CompactJWS.sign([1], typ: nil, kid: nil, key: key.signer())
            #expect(try CompactJWS.verify(token, typ: nil, key: VerificationKey(publicKey)) == [1])
        }
        sent.append(
            try PrivateJWK(P384PrivateKey.generate(), kid: "k").text().withBytes { String(decoding: $0, as: UTF8.self) }
        )
        let read = try joserfc("out([[load(x).thumbprint(), load(x).is_private] for x in a])", sent)
        for (entry, theirs) in zip(try #require(made.array), try #require(read.array)) {
            #expect(theirs == [entry[1] ?? .null, true])
        }
        #expect(read.array?.count == sent.count)
    }

    /// Every key management, curve and content encryption.
    private static let ways: [(management: String, curve: String, encryption: String)] = ["A256GCM", "A128GCM"].flatMap
    {
        encryption in
        ["ECDH-ES", "ECDH-ES+A256KW"].flatMap { management in
            ["P-256", "P-384", "P-521"].map { (management, $0, encryption) }
        } + [("dir", "", encryption)]
    }

    /// `apu` and `apv` are for key agreement only; joserfc refuses them elsewhere.
    @Test("joserfc decrypts our encryption")
    func ourEncryption() throws {
        let named = JWE.Labels(typ: "t", partyU: Array("Alice".utf8), partyV: Array("Bob".utf8))
        var arguments: [String] = []
        var expected: [JSONValue] = []
        for way in Self.ways {
            let encryption = try #require(JWE.ContentEncryption(rawValue: way.encryption))
            let key: PrivateJWK
            let destination: JWE.Destination
            if let curve = EllipticCurve(rawValue: way.curve) {
                key = try JoserfcTests.agreement(curve)
                destination = try JWE.Destination(
                    #require(key.publicKey), kid: "k", by: #require(JWE.KeyManagement(rawValue: way.management)),
                    encryption: encryption)
            } else {
                let shared = Secret(copying: [UInt8](1...(encryption == .a256GCM ? 32 : 16)))
                key = try PrivateJWK(shared, kid: nil)
                destination = try JWE.Destination(direct: shared, kid: "k")
            }
            for labels in way.curve.isEmpty ? [JWE.Labels(typ: "t")] : [JWE.Labels(), named] {
                let token = try CompactJWE.seal(Array("plaintext é".utf8), to: destination, labels: labels)
                let exchange: JSONValue = [
                    "key": .string(key.text().withBytes { String(decoding: $0, as: UTF8.self) }),
                    "token": .string(token),
                    "algorithms": [.string(way.management), .string(way.encryption)],
                ]
                arguments.append(exchange.compactText)
                expected.append(["plaintext é", labels.partyU.map { .string(Base64URL.encode($0)) } ?? .null, "k"])
            }
        }
        let seen = try joserfc(
            """
            def one(x):
                token = jwe.decrypt_compact(x["token"], load(x["key"]), algorithms=x["algorithms"])
                return [token.plaintext.decode(), token.protected.get("apu"), token.protected.get("kid")]
            out([one(json.loads(x)) for x in a])
            """, arguments)
        #expect(seen == .array(expected))
    }

    @Test("joserfc's encryption is decrypted")
    func theirEncryption() throws {
        let made = try joserfc(
            """
            def one(way):
                name, curve, enc = way
                key = ECKey.generate_key(curve) if curve else OctKey.generate_key(256 if enc == "A256GCM" else 128)
                head = {"alg": name, "enc": enc, "kid": "k"}
                heads = [head, dict(head, typ="t", apu="QWxpY2U", apv="Qm9i"), dict(head, apu="", apv="")]
                texts = [jwe.encrypt_compact(x, b"plaintext", key, algorithms=[name, enc])
                         for x in (heads if curve else [head])]
                return [key.as_dict(private=True)] + texts
            out([one(x.split(",")) for x in a])
            """, Self.ways.map { "\($0.management),\($0.curve),\($0.encryption)" })
        for (way, entry) in zip(Self.ways, try #require(made.array)) {
            let encryption = try #require(JWE.ContentEncryption(rawValue: way.encryption))
            let recipient = try privateKey(entry[0]).recipient(encryptions: [encryption])
            let plain = try CompactJWE.open(text(entry[1]), with: recipient)
            #expect(plain.content == Array("plaintext".utf8), "\(way)")
            #expect(plain.kid == "k")
            guard !way.curve.isEmpty else { continue }
            let named = try CompactJWE.openSecret(text(entry[2]), with: recipient, typ: "t")
            #expect(named.content.count == 9)
            #expect(named.labels.partyU == Array("Alice".utf8))
            let empty = try CompactJWE.open(text(entry[3]), with: recipient)
            #expect(empty.labels == JWE.Labels(partyU: [], partyV: []))
        }
    }

    private static func agreement(_ curve: EllipticCurve) throws -> PrivateJWK {
        switch curve {
        case .p256: try PrivateJWK(P256AgreementKey(), kid: nil)
        case .p384: try PrivateJWK(P384AgreementKey(), kid: nil)
        case .p521: try PrivateJWK(P521AgreementKey(), kid: nil)
        }
    }
}
