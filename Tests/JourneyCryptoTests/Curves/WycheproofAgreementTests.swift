import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Wycheproof's vectors of key agreement and encryption, besides those of the default curve and sizes.
@Suite("Wycheproof's other vectors for secrets", .enabled(if: Wycheproof.isPresent, "\(Vectors.missing)"))
struct WycheproofAgreementTests {
    typealias CurveFile = (name: String, curve: EllipticCurve)

    /// Public keys as SubjectPublicKeyInfo.
    static let spkis: [CurveFile] = [("ecdh_secp384r1", .p384), ("ecdh_secp521r1", .p521)]
    /// Public keys as points.
    static let points: [CurveFile] = [
        ("ecdh_secp256r1_ecpoint", .p256), ("ecdh_secp384r1_ecpoint", .p384), ("ecdh_secp521r1_ecpoint", .p521),
    ]
    static let longerHKDF: [(name: String, hash: HashAlgorithm)] = [("hkdf_sha384", .sha384), ("hkdf_sha512", .sha512)]
    static let oaep: [(name: String, hash: HashAlgorithm)] = [
        ("rsa_oaep_2048_sha384_mgf1sha384", .sha384), ("rsa_oaep_2048_sha512_mgf1sha512", .sha512),
        ("rsa_oaep_3072_sha256_mgf1sha256", .sha256), ("rsa_oaep_3072_sha512_mgf1sha512", .sha512),
        ("rsa_oaep_4096_sha256_mgf1sha256", .sha256), ("rsa_oaep_4096_sha512_mgf1sha512", .sha512),
    ]
    static let longerPKCS1 = ["rsa_pkcs1_3072", "rsa_pkcs1_4096"]

    private func agreed<Curve: NamedCurve>(_ test: Wycheproof.Case, on: Curve.Type, isPoint: Bool) throws -> [UInt8]? {
        let digits = try test.bytes("private").drop { $0 == 0 }
        let count = Curve.curve.fieldCount
        let scalar = Secret(copying: [UInt8](repeating: 0, count: max(0, count - digits.count)) + digits)
        let own = try ECAgreementKey<Curve>(scalar: scalar)
        let encoded = try test.bytes("public")
        let peer = try? isPoint ? ECPublicKey<Curve>(x963: encoded) : ECPublicKey<Curve>(spki: encoded)
        return try peer.map { try own.sharedSecret(with: $0).revealed }
    }

    @Test(
        "agreement on every curve reads one form of public key, and no bad point gives a secret",
        arguments: spkis.map { ($0, false) } + points.map { ($0, true) })
    func agreement(one: CurveFile, isPoint: Bool) throws {
        let file = try Wycheproof(one.name)
        var totals: [String: Int] = [:]
        for test in file.cases {
            let shared =
                switch one.curve {
                case .p256: try agreed(test, on: P256.self, isPoint: isPoint)
                case .p384: try agreed(test, on: P384.self, isPoint: isPoint)
                case .p521: try agreed(test, on: P521.self, isPoint: isPoint)
                }
            if test.result == "valid", !test.flags.contains("CompressedPoint") {
                #expect(shared == (try test.bytes("shared")), "\(test.id) \(test.flags)")
                totals["agreed", default: 0] += 1
            } else {
                // Other encodings of a valid key are refused too, as on P-256.
                #expect(shared == nil, "\(test.id) \(test.result) \(test.flags)")
                totals["\(test.result), refused", default: 0] += 1
            }
        }
        file.report(totals)
    }

    @Test("HKDF with the longer digests gives the expected keys", arguments: longerHKDF)
    func hkdf(name: String, hash: HashAlgorithm) throws {
        let file = try Wycheproof(name)
        var totals: [String: Int] = [:]
        for test in file.cases {
            let size = Int(try #require(test.test["size"]?.int64))
            if test.result == "valid" {
                let (secret, salt) = (Secret(copying: try test.bytes("ikm")), try test.bytes("salt"))
                let info = try test.bytes("info")
                let key =
                    hash == .sha384
                    ? HKDF<SHA384>.derive(from: secret, salt: salt, info: info, count: size)
                    : HKDF<SHA512>.derive(from: secret, salt: salt, info: info, count: size)
                #expect(key.revealed == (try test.bytes("okm")), "\(test.id)")
            } else {
                #expect(size > 255 * hash.count, "\(test.id)")
            }
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("OAEP with longer keys and digests decrypts with its label only", arguments: oaep)
    func decryptOAEP(name: String, hash: HashAlgorithm) throws {
        let file = try Wycheproof(name)
        var keys: [[UInt8]: RSAPrivateKey] = [:]
        var totals: [String: Int] = [:]
        for test in file.cases {
            let pkcs8 = try test.bytes("privateKeyPkcs8")
            let key = try keys[pkcs8] ?? RSAPrivateKey(pkcs8: Secret(copying: pkcs8))
            keys[pkcs8] = key
            let opened = try? key.decryptOAEP(test.bytes("ct"), hash: hash, label: test.bytes("label")).revealed
            #expect(try opened == (test.result == "valid" ? test.bytes("msg") : nil), "\(test.id)")
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("PKCS#1 v1.5 decryption with longer keys gives random bytes for bad padding", arguments: longerPKCS1)
    func decryptPKCS1(name: String) throws {
        let file = try Wycheproof(name)
        var keys: [[UInt8]: RSAPrivateKey] = [:]
        var totals: [String: Int] = [:]
        for test in file.cases {
            let pkcs8 = try test.bytes("privateKeyPkcs8")
            let key = try keys[pkcs8] ?? RSAPrivateKey(pkcs8: Secret(copying: pkcs8))
            keys[pkcs8] = key
            let (ciphertext, expected) = (try test.bytes("ct"), try test.bytes("msg"))
            let opened = try? key.decryptPKCS1(ciphertext).revealed
            if test.result == "valid" {
                #expect(opened == expected, "\(test.id)")
            } else if let opened {
                #expect(expected.isEmpty || opened != expected, "\(test.id)")
            } else {
                #expect(
                    ciphertext.count != key.publicKey.byteCount
                        || !ciphertext.lexicographicallyPrecedes(key.publicKey.modulus))
            }
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test(
        "HPKE matches the working group's vectors for messages and exports of our suites",
        .enabled(if: Vectors.has("hpke/test-vectors.json"), "\(Vectors.missing)"))
    func hpke() throws {
        let vectors = try #require(try Vectors.json("hpke/test-vectors.json").array)
        var count = 0
        for vector in vectors {
            // Base mode, DHKEM(P-256, HKDF-SHA256) and HKDF-SHA256; our ciphers alone.
            guard vector["mode"]?.int64 == 0, vector["kem_id"]?.int64 == 16, vector["kdf_id"]?.int64 == 1,
                let cipher = vector["aead_id"]?.int64.flatMap({ HPKE.Cipher(rawValue: UInt16($0)) })
            else { continue }
            func bytes(_ value: JSONValue?) throws -> [UInt8] { try #require(value?.string.flatMap { Hex.decode($0) }) }
            let own = try P256AgreementKey(scalar: Secret(copying: bytes(vector["skRm"])))
            let (info, encapsulated) = (try bytes(vector["info"]), try bytes(vector["enc"]))
            var sender = try HPKESender(
                to: own.publicKey, info: info, cipher: cipher,
                ephemeral: P256AgreementKey(scalar: Secret(copying: bytes(vector["skEm"]))))
            var recipient = try HPKERecipient(encapsulated: encapsulated, key: own, info: info, cipher: cipher)
            #expect(sender.encapsulated == encapsulated)
            for message in try #require(vector["encryptions"]?.array) {
                let (aad, plain) = (try bytes(message["aad"]), try bytes(message["pt"]))
                let sealed = try sender.seal(plain, aad: aad)
                #expect(sealed == (try bytes(message["ct"])))
                #expect(try recipient.open(sealed, aad: aad) == plain)
            }
            for export in try #require(vector["exports"]?.array) {
                let length = Int(try #require(export["L"]?.int64))
                let secret = recipient.export(try bytes(export["exporter_context"]), count: length).revealed
                #expect(secret == (try bytes(export["exported_value"])))
            }
            count += 1
        }
        #expect(count == HPKE.Cipher.allCases.count)
    }
}
