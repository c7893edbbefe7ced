import JourneyBase
import JourneyCrypto
import Testing

@Suite("Hashes and MACs of every length")
struct HashingTests {
    /// FIPS 180-4 examples for "abc"; RFC 4231, test case 2, for the tags.
    @Test(
        "digests and tags match the standards' examples",
        arguments: [
            (
                HashAlgorithm.sha384,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
                "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
            ),
            (
                .sha512,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
                    + "454d4423643ce80e2a9ac94fa54ca49f",
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fd"
                    + "caeab1a34d4a6b4b636e070a38bce737"
            ),
        ])
    func examples(algorithm: HashAlgorithm, digest: String, tag: String) {
        #expect(Hex.encode(algorithm.hash(Array("abc".utf8))) == digest)
        let (key, message) = (Secret(copying: Array("Jefe".utf8)), Array("what do ya want for nothing?".utf8))
        let ours = algorithm == .sha384 ? HMACSHA384.tag(message, key: key) : HMACSHA512.tag(message, key: key)
        #expect(Hex.encode(ours) == tag)
    }

    @Test("a stored MAC key gives the same tags, from concurrent tasks")
    func keptKey() async {
        for secret in [[], [1], [UInt8](repeating: 9, count: 64), [UInt8](repeating: 9, count: 200)] {
            let secret = Secret(copying: secret)
            let key = HMACKey<SHA384>(secret)
            await withTaskGroup(of: Bool.self) { group in
                for task in 0..<12 {
                    group.addTask {
                        (0..<40).allSatisfy { round in
                            let message = [UInt8](repeating: UInt8(task), count: round)
                            return key.isValid(HMACSHA384.tag(message, key: secret), for: message)
                                && !key.isValid(HMACSHA384.tag(message, key: secret), for: message + [0])
                        }
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test("in-place sealing gives the same result and opens, and a changed text leaves no plaintext")
    func inPlace() throws {
        let key = Secret(copying: [UInt8](repeating: 7, count: 32))
        let nonce = [UInt8](repeating: 1, count: 12)
        for count in [0, 1, 16, 1_000] {
            let plaintext = [UInt8](repeating: 0x5A, count: count)
            var memory = plaintext + [UInt8](repeating: 0, count: AESGCM.tagCount)
            try memory.withUnsafeMutableBytes { try AESGCM.seal(inPlace: $0, key: key, nonce: nonce, aad: [9]) }
            #expect(try memory == AESGCM.seal(plaintext, key: key, nonce: nonce, aad: [9]))
            var changed = memory
            changed[count] ^= 1
            #expect(throws: CryptoError.authenticationFailed) {
                try changed.withUnsafeMutableBytes { try AESGCM.open(inPlace: $0, key: key, nonce: nonce, aad: [9]) }
            }
            #expect(changed.prefix(count).allSatisfy { $0 == 0 })
            let length = try memory.withUnsafeMutableBytes {
                try AESGCM.open(inPlace: $0, key: key, nonce: nonce, aad: [9])
            }
            #expect(length == count && Array(memory.prefix(count)) == plaintext)
        }
        var short = [UInt8](repeating: 0, count: 15)
        #expect(throws: CryptoError.lengthInvalid) {
            try short.withUnsafeMutableBytes { try AESGCM.seal(inPlace: $0, key: key, nonce: nonce, aad: []) }
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try short.withUnsafeMutableBytes { try AESGCM.open(inPlace: $0, key: key, nonce: nonce, aad: []) }
        }
    }
}
