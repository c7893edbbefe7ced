import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

@Suite("Wycheproof's vectors for the NIST curves", .enabled(if: Wycheproof.isPresent, "\(Vectors.missing)"))
struct ECVectorTests {
    private func key(_ test: Wycheproof.Case) throws -> P256PublicKey {
        try P256PublicKey(spki: test.bytes("publicKeyDer"))
    }

    @Test("raw r ‖ s signatures match the vectors")
    func rawSignatures() throws {
        let file = try Wycheproof("ecdsa_secp256r1_sha256_p1363")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let verifies = try key(test).verifies(test.bytes("sig"), of: test.bytes("msg"))
            #expect(verifies == (test.result == "valid"), "\(test.id)")
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("only strict DER signatures are read")
    func derSignatures() throws {
        let file = try Wycheproof("ecdsa_secp256r1_sha256")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let der = try test.bytes("sig")
            let raw = ECDSASignature.raw(der: der, curve: .p256)
            let verifies = try raw.map { try key(test).verifies($0, of: test.bytes("msg")) } ?? false
            #expect(verifies == (test.result == "valid"), "\(test.id)")
            if let raw { #expect(ECDSASignature.der(raw: raw, curve: .p256) == der, "\(test.id)") }
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("DER signatures on P-384 match the vectors")
    func longerSignatures() throws {
        let file = try Wycheproof("ecdsa_secp384r1_sha384")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let key = try P384PublicKey(spki: test.bytes("publicKeyDer"))
            let der = try test.bytes("sig")
            let verifies = try key.verifies(der: der, of: test.bytes("msg"), hash: .sha384)
            #expect(verifies == (test.result == "valid"), "\(test.id)")
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }

    @Test("key agreement reads one form of public key, and no bad point gives a secret")
    func agreement() throws {
        let file = try Wycheproof("ecdh_secp256r1")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let own = try P256AgreementKey(scalar: scalar(test.bytes("private")))
            let peer = try? P256PublicKey(spki: test.bytes("public"))
            let shared = try peer.map { try own.sharedSecret(with: $0).revealed }
            if test.result == "valid", !test.flags.contains("CompressedPoint") {
                #expect(shared == (try test.bytes("shared")), "\(test.id)")
                totals["agreed", default: 0] += 1
            } else {
                // Other encodings of a valid key are refused too: only one is supported.
                #expect(shared == nil, "\(test.id) \(test.result) \(test.flags)")
                totals["\(test.result), refused", default: 0] += 1
            }
        }
        file.report(totals)
    }
}
