import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("Wycheproof's vectors for Ed25519", .enabled(if: Wycheproof.isPresent, "\(Vectors.missing)"))
struct Ed25519VectorTests {
    @Test("every signature gets the vectors' verdict")
    func signatures() throws {
        let file = try Wycheproof("ed25519")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let spki = try test.bytes("publicKeyDer")
            guard !test.flags.contains("SmallOrderPublicKey") else {
                // Accepted by some implementations: under such a key one signature fits many messages.
                #expect(throws: CryptoError.keyInvalid, "\(test.id)") { try Ed25519PublicKey(spki: spki) }
                totals["keys of small order, refused", default: 0] += 1
                continue
            }
            let key = try Ed25519PublicKey(spki: spki)
            let verifies = try key.verifies(test.bytes("sig"), of: test.bytes("msg"))
            #expect(verifies == (test.result == "valid"), "\(test.id)")
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }
}
