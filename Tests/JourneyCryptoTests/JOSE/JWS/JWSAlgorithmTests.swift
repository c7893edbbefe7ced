import JourneyBase
import JourneyCrypto
import Testing

/// Checks that the key fixes the algorithm: a header with another one is refused, whatever the signature.
@Suite("JWS algorithms")
struct JWSAlgorithmTests {
    /// Returns a signer of every signing algorithm, with its verification key.
    private static func signers() throws -> [(any MessageSigner, VerificationKey)] {
        let (p256, p384, p521) = (
            try P256PrivateKey.generate(), try P384PrivateKey.generate(), try P521PrivateKey.generate()
        )
        let (ed25519, rsa) = (try Ed25519PrivateKey.generate(), try RSAPrivateKey.generate())
        return [
            (p256, VerificationKey(p256.publicKey)), (p384, try VerificationKey(.p384(p384.publicKey))),
            (p521, try VerificationKey(.p521(p521.publicKey))),
            (ed25519, try VerificationKey(.ed25519(ed25519.publicKey))),
            (try rsa.signer(.ps256), try VerificationKey(.rsa(rsa.publicKey), by: .ps256)),
        ]
    }

    private func fault(_ text: String, _ key: VerificationKey, typ: String? = "t") -> JWSError? {
        do throws(JWSError) {
            _ = try CompactJWS.verify(text, typ: typ, key: key)
            return nil
        } catch { return error }
    }

    @Test("each algorithm's signature verifies with its key only, compact and detached")
    func everyAlgorithm() async throws {
        let signers = try Self.signers()
        let payload = Array("payload".utf8)
        #expect(Set(signers.map(\.0.signatureAlgorithm)) == JWS.signed)
        for (signer, key) in signers {
            let text = try await CompactJWS.sign(payload, typ: "t", kid: "k", key: signer)
            #expect(try CompactJWS.verify(text, typ: "t", key: key) == payload)
            let keys = try JWKSet(["k": key])
            #expect(try CompactJWS.verify(text, typ: "t", keys: keys).payload == payload)
            let detached = try await DetachedJWS.sign(payload, with: signer, kid: "k")
            #expect(try DetachedJWS.verify(detached, payload: payload, keys: keys) == "k")
            #expect(throws: JWSError.signature) { try DetachedJWS.verify(detached, payload: payload + [0], keys: keys) }
            for (other, otherKey) in signers where other.signatureAlgorithm != signer.signatureAlgorithm {
                #expect(fault(text, otherKey) == .algorithm)
            }
        }
        for ((signer, key), (other, _)) in zip(signers, try Self.signers()) {
            #expect(signer.signatureAlgorithm == other.signatureAlgorithm)
            let text = try await CompactJWS.sign(payload, typ: "t", kid: "k", key: other)
            // Two RSA keys of one size; the curves' signatures are of one length anyway.
            #expect(fault(text, key) == .signature)
        }
    }

    /// Uses a signature that is valid for the key's algorithm; only the header is wrong.
    @Test("a header with another algorithm than the key's is refused despite a valid signature")
    func lyingHeader() async throws {
        let names =
            SignatureAlgorithm.allCases.map(\.rawValue) + [
                "none", "None", "NONE", "nOnE", "", "HS256", "HS384", "HS512", "es256", "ES256K", "Ed25519", "ESP256",
                "RSA-OAEP", "dir", "ECDH-ES", "A256GCM",
            ]
        for (signer, key) in try Self.signers() {
            for name in names where name != signer.signatureAlgorithm.rawValue {
                #expect(fault(try await forged(name, by: signer), key) == .algorithm, "\(name)")
            }
            #expect(fault(try await forged(signer.signatureAlgorithm.rawValue, by: signer), key) == nil)
        }
    }

    private func forged(_ name: String, by signer: any MessageSigner) async throws -> String {
        let header = JSONValue.object(["alg": .string(name), "typ": "t"])
        let input = Base64URL.encode(header.compactBytes) + "." + Base64URL.encode([1, 2, 3])
        return input + "." + Base64URL.encode(try await signer.sign(Array(input.utf8)))
    }

    @Test(
        "an unsigned token is refused in any casing of none",
        arguments: ["none", "None", "NONE", "nOne", "", "null"])
    func none(name: String) throws {
        for (_, key) in try JWKSamples.verificationKeys() {
            let header = Base64URL.encode(Array(#"{"alg":"\#(name)","kid":"k","typ":"t"}"#.utf8))
            for signature in ["", "AA", Base64URL.encode([UInt8](repeating: 0, count: 64))] {
                #expect(fault("\(header).AQID.\(signature)", key) == .algorithm)
                #expect(throws: JWSError.algorithm) {
                    try DetachedJWS.verify("\(header)..\(signature)", payload: [1], keys: JWKSet(["k": key]))
                }
            }
        }
    }

    /// Uses the public key as the key of a MAC, the classic attack on verifiers that trust the header.
    @Test("a MAC made with the public key is refused in each of the key's spellings")
    func publicKeyAsMACKey() throws {
        let key = try P256PrivateKey.generate().publicKey
        let pem =
            "-----BEGIN PUBLIC KEY-----\n" + Base64URL.encode(key.spki) + "\n-----END PUBLIC KEY-----\n"
        let input = Base64URL.encode(Array(#"{"alg":"HS256","typ":"t"}"#.utf8)) + ".AQID"
        for spelling in [key.spki, key.x963, key.jwk.compactBytes, Array(pem.utf8)] {
            let tag = HMACSHA256.tag(Array(input.utf8), key: Secret(copying: spelling))
            #expect(fault("\(input).\(Base64URL.encode(tag))", VerificationKey(key)) == .algorithm)
        }
    }

    @Test("RSA's two paddings are separate algorithms whose keys refuse each other's signatures")
    func paddings() throws {
        let rsa = try RSAPrivateKey.generate()
        let input = { (name: String) in Base64URL.encode(Array(#"{"alg":"\#(name)","typ":"t"}"#.utf8)) + ".AQID" }
        for (own, other) in [(SignatureAlgorithm.ps256, SignatureAlgorithm.rs256), (.rs256, .ps256)] {
            let key = try VerificationKey(.rsa(rsa.publicKey), by: own)
            // The header names the signature's algorithm, which is not the key's.
            let honest = input(other.rawValue)
            #expect(
                fault("\(honest).\(Base64URL.encode(try rsa.sign(Array(honest.utf8), with: other)))", key) == .algorithm
            )
            // The header names the key's algorithm, but the signature is of the other.
            let lying = input(own.rawValue)
            #expect(
                fault("\(lying).\(Base64URL.encode(try rsa.sign(Array(lying.utf8), with: other)))", key) == .signature)
            #expect(fault("\(lying).\(Base64URL.encode(try rsa.sign(Array(lying.utf8), with: own)))", key) == nil)
        }
    }

    @Test("signing with a discouraged algorithm is refused", arguments: [SignatureAlgorithm.rs256, .ps512, .rs512])
    func refusedToSign(algorithm: SignatureAlgorithm) async throws {
        let signer = try RSAPrivateKey.generate().signer(algorithm)
        await #expect(throws: JWSError.algorithm) {
            try await CompactJWS.sign([1], typ: nil, kid: "k", key: signer)
        }
    }

    @Test("a key is accepted only with a matching supported algorithm")
    func verificationKeys() throws {
        let rsa = try JWK(JWKSamples.rfc7515RSA).key
        let p256 = try JWK(JWKSamples.rfc7515P256).key
        #expect(throws: JWKError.unsupported) { try VerificationKey(rsa) }
        #expect(throws: JWKError.unsupported) { try VerificationKey(rsa, by: .ps512) }
        #expect(throws: JWKError.keyInvalid) { try VerificationKey(rsa, by: .es256) }
        #expect(throws: JWKError.keyInvalid) { try VerificationKey(p256, by: .es384) }
        #expect(try VerificationKey(p256).algorithm == .es256)
    }
}
