import JourneyBase
import JourneyCrypto
import Testing

@Suite("Public keys of any type")
struct PublicKeyTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let name: String
        let key: PublicKey
        let signers: [any MessageSigner]
        var testDescription: String { name }
    }

    static let pairs: [Pair] = {
        do {
            let (a, b, c) = (
                try P256PrivateKey.generate(), try P384PrivateKey.generate(), try P521PrivateKey.generate()
            )
            let (ed, rsa) = (try Ed25519PrivateKey.generate(), try RSAPrivateKey.generate())
            let algorithms: [SignatureAlgorithm] = [.ps256, .ps384, .ps512, .rs256, .rs384, .rs512]
            return [
                Pair(name: "P-256", key: .p256(a.publicKey), signers: [a]),
                Pair(name: "P-384", key: .p384(b.publicKey), signers: [b]),
                Pair(name: "P-521", key: .p521(c.publicKey), signers: [c]),
                Pair(name: "Ed25519", key: .ed25519(ed.publicKey), signers: [ed]),
                Pair(name: "RSA", key: .rsa(rsa.publicKey), signers: try algorithms.map { try rsa.signer($0) }),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()

    @Test("a signature verifies only by its algorithm, unchanged, for its message", arguments: pairs)
    func signatures(pair: Pair) async throws {
        #expect(pair.key.algorithms == pair.signers.map(\.signatureAlgorithm))
        let message = Array("pay 10".utf8)
        for signer in pair.signers {
            let signature = try await signer.sign(message)
            for algorithm in SignatureAlgorithm.allCases {
                let isOwn = algorithm == signer.signatureAlgorithm
                #expect(pair.key.verifies(signature, of: message, with: algorithm) == isOwn, "\(algorithm)")
            }
            let own = signer.signatureAlgorithm
            #expect(!pair.key.verifies(signature, of: message + [0], with: own))
            for index in stride(from: 0, to: signature.count, by: 5) {
                var changed = signature
                changed[index] ^= 1
                #expect(!pair.key.verifies(changed, of: message, with: own))
            }
            for wrong in [
                [], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: signature.count),
            ] {
                #expect(!pair.key.verifies(wrong, of: message, with: own))
            }
        }
    }

    @Test("the DER form round-trips, and near misses are refused", arguments: pairs)
    func spki(pair: Pair) throws {
        let spki = pair.key.spki
        #expect(try PublicKey(spki: spki) == pair.key)
        for bad in [[], Array(spki.dropLast()), spki + [0], [0x31] + spki.dropFirst()] {
            #expect(throws: CryptoError.keyInvalid) { try PublicKey(spki: bad) }
        }
        // Only bytes before the point or the numbers, because most changes of those give another key.
        let head = if case .ed25519 = pair.key { 12 } else { 22 }
        for index in 0..<head {
            var changed = spki
            changed[index] ^= 0x01
            #expect(throws: CryptoError.keyInvalid, "\(index)") { try PublicKey(spki: changed) }
        }
    }
}
