import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

@Suite("P-256 keys")
struct P256KeyTests {
    /// The order n of the group (SP 800-186, section 3.2.1.3).
    private static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

    @Test("a signature verifies only unchanged, for its message and its key")
    func signing() throws {
        let key = try P256PrivateKey.generate()
        let message = Array("pay 10".utf8)
        let signature = try key.sign(message)
        #expect(signature.count == 64)
        #expect(key.publicKey.verifies(signature, of: message))
        #expect(!key.publicKey.verifies(signature, of: Array("pay 11".utf8)))
        #expect(!(try P256PrivateKey.generate().publicKey.verifies(signature, of: message)))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1
            #expect(!key.publicKey.verifies(changed, of: message))
        }
        for wrong in [[], Array(signature.dropLast()), signature + [0], [UInt8](repeating: 0, count: 64)] {
            #expect(!key.publicKey.verifies(wrong, of: message))
        }
        #expect(!key.publicKey.verifies([UInt8](repeating: 0xFF, count: 64), of: message))
    }

    @Test("a scalar round-trips and gives the same point")
    func scalars() throws {
        let key = try P256PrivateKey.generate()
        let again = try P256PrivateKey(scalar: key.scalar())
        #expect(again.publicKey == key.publicKey)
        #expect(key.publicKey.verifies(try again.sign([1]), of: [1]))
        let one = try P256PrivateKey(scalar: scalar([1]))
        #expect(Hex.encode(one.publicKey.x963.prefix(5)) == "046b17d1f2")
    }

    @Test(
        "a scalar out of range is refused",
        arguments: [
            String(repeating: "0", count: 64), order, String(repeating: "f", count: 64), "01", "", order + "00",
            String(repeating: "0", count: 62),
        ])
    func badScalars(hex: String) throws {
        let bytes = try #require(Hex.decode(hex))
        #expect(throws: CryptoError.keyInvalid) { try P256PrivateKey(scalar: Secret(copying: bytes)) }
        #expect(throws: CryptoError.keyInvalid) { try P256AgreementKey(scalar: Secret(copying: bytes)) }
    }

    @Test("only an uncompressed point on the curve is a public key")
    func badPoints() throws {
        let good = try P256PrivateKey.generate().publicKey.x963
        var offCurve = good
        offCurve[64] ^= 1
        let compressed = [good[64] & 1 == 0 ? 2 : 3] + good[1..<33]
        let hybrid = [good[64] & 1 == 0 ? 6 : 7] + good[1...]
        let zero = [4] + [UInt8](repeating: 0, count: 64)
        let beyond = [4] + [UInt8](repeating: 0xFF, count: 64)
        for bad in [
            [], [0], [4], offCurve, Array(compressed), Array(hybrid), zero, beyond, good + [0], Array(good.dropLast()),
        ] {
            #expect(throws: CryptoError.keyInvalid) { try P256PublicKey(x963: bad) }
        }
        #expect(try P256PublicKey(x963: good).x963 == good)
    }

    @Test("the DER form is a fixed head and the point, and no other is read")
    func spki() throws {
        let key = try P256PrivateKey.generate().publicKey
        #expect(key.spki.count == 91)
        #expect(try P256PublicKey(spki: key.spki) == key)
        var other = key.spki
        other[22] ^= 1
        #expect(throws: CryptoError.keyInvalid) { try P256PublicKey(spki: other) }
        #expect(throws: CryptoError.keyInvalid) { try P256PublicKey(spki: key.spki + [0]) }
        #expect(throws: CryptoError.keyInvalid) { try P256PublicKey(spki: []) }
    }

    @Test("two ephemeral keys agree, and a third does not")
    func agreement() throws {
        let (a, b, c) = (try P256AgreementKey(), try P256AgreementKey(), try P256AgreementKey())
        let shared = try a.sharedSecret(with: b.publicKey).revealed
        #expect(shared.count == 32)
        #expect(try b.sharedSecret(with: a.publicKey).revealed == shared)
        #expect(try c.sharedSecret(with: a.publicKey).revealed != shared)
    }

    @Test("a PEM key round-trips; other curves, other types and encrypted files are refused")
    func pem() throws {
        let key = try P256PrivateKey.generate()
        #expect(try P256PrivateKey(pem: key.pem()).publicKey == key.publicKey)
        let folder = try Scratch()
        let others: [[String]] = [
            ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
            ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"],
            ["genpkey", "-algorithm", "ED25519"], ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
            ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes256", "-pass", "pass:x"],
        ]
        for (index, arguments) in others.enumerated() {
            let file = folder.path + "/\(index).pem"
            #expect(try openssl(arguments + ["-out", file]).status == 0)
            let text = String(decoding: try folder.read("\(index).pem"), as: UTF8.self)
            #expect(throws: CryptoError.self, "\(arguments)") { try P256PrivateKey(pem: text) }
        }
        for text in ["", "-----BEGIN PRIVATE KEY-----", String(repeating: "a", count: 100_000)] {
            #expect(throws: CryptoError.certificateInvalid) { try P256PrivateKey(pem: text) }
        }
    }

    @Test("many tasks sign and verify with one key concurrently")
    func concurrency() async throws {
        let key = try P256PrivateKey.generate()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<20 {
                        let message = [UInt8(task), UInt8(round)]
                        guard key.publicKey.verifies(try key.sign(message), of: message) else { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
