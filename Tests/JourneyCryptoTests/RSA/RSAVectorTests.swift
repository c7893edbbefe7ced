import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("Wycheproof's vectors for RSA", .enabled(if: Wycheproof.isPresent, "\(Vectors.missing)"))
struct RSAVectorTests {
    /// The keys of a file's groups. Each is checked only once, because that takes a tenth of a second.
    private struct Keys {
        private var known: [[UInt8]: RSAPrivateKey] = [:]

        mutating func key(_ test: Wycheproof.Case) throws -> RSAPrivateKey {
            let pkcs8 = try test.bytes("privateKeyPkcs8")
            if let key = known[pkcs8] { return key }
            let key = try RSAPrivateKey(pkcs8: Secret(copying: pkcs8))
            known[pkcs8] = key
            return key
        }
    }

    @Test("PKCS#1 v1.5 signatures accept one padding only")
    func signatures() throws {
        let file = try Wycheproof("rsa_signature_2048_sha256")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let key = try RSAPublicKey(spki: test.bytes("publicKeyDer"))
            let verifies = try key.verifies(test.bytes("sig"), of: test.bytes("msg"), with: .rs256)
            // The one acceptable case omits a NULL in the digest's identifier; only the standard's form is accepted.
            #expect(verifies == (test.result == "valid"), "\(test.id) \(test.result) \(test.flags)")
            totals[test.result == "acceptable" ? "acceptable, refused" : test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("OAEP decrypts with its label only")
    func oaep() throws {
        let file = try Wycheproof("rsa_oaep_2048_sha256_mgf1sha256")
        var keys = Keys()
        var totals: [String: Int] = [:]
        for test in file.cases {
            let opened = try? keys.key(test).decryptOAEP(test.bytes("ct"), label: test.bytes("label")).revealed
            #expect(try opened == (test.result == "valid" ? test.bytes("msg") : nil), "\(test.id)")
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("PKCS#1 v1.5 decryption gives the same random bytes for bad padding, never an error")
    func pkcs1() throws {
        let file = try Wycheproof("rsa_pkcs1_2048")
        var keys = Keys()
        var totals: [String: Int] = [:]
        for test in file.cases {
            let key = try keys.key(test)
            let ciphertext = try test.bytes("ct")
            let expected = try test.bytes("msg")
            if test.result == "valid" {
                #expect(try key.decryptPKCS1(ciphertext).revealed == expected, "\(test.id)")
                totals["valid", default: 0] += 1
            } else if ciphertext.count == key.publicKey.byteCount,
                ciphertext.lexicographicallyPrecedes(key.publicKey.modulus)
            {
                let substitute = try key.decryptPKCS1(ciphertext).revealed
                #expect(try key.decryptPKCS1(ciphertext).revealed == substitute, "\(test.id)")
                #expect(expected.isEmpty || substitute != expected, "\(test.id)")
                totals["invalid, substituted", default: 0] += 1
            } else {
                #expect(throws: CryptoError.authenticationFailed, "\(test.id)") { try key.decryptPKCS1(ciphertext) }
                totals["invalid, refused", default: 0] += 1
            }
        }
        file.report(totals)
    }
}
