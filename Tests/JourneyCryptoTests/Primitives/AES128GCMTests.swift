import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// AES-GCM with keys of 128 bits has no public API: only HPKE and JWE use it, for protocols that require it.
@Suite("AES-128-GCM", .enabled(if: Wycheproof.isPresent, "\(Vectors.missing)"))
struct AES128GCMTests {
    @Test("Wycheproof's vectors for 16-byte keys and 12-byte nonces match")
    func wycheproof() throws {
        let file = try Wycheproof("aes_gcm")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let (key, nonce) = (Secret(copying: try test.bytes("key")), try test.bytes("iv"))
            guard key.count == 16, nonce.count == AESGCM.nonceCount else {
                totals["of another size", default: 0] += 1
                continue
            }
            let (message, aad) = (try test.bytes("msg"), try test.bytes("aad"))
            let sealed = try test.bytes("ct") + test.bytes("tag")
            let opened = Result {
                try [UInt8](capacity: sealed.count - AESGCM.tagCount) { out throws(CryptoError) in
                    try Primitives.open(sealed, into: out, key: key, nonce: nonce, aad: aad)
                }
            }
            if test.result == "valid" {
                #expect(try opened.get() == message, "\(test.id)")
                #expect(
                    try message.withUnsafeBytes { try Primitives.seal($0, key: key, nonce: nonce, aad: aad) } == sealed,
                    "\(test.id)")
            } else {
                #expect(throws: CryptoError.authenticationFailed, "\(test.id)") { try opened.get() }
            }
            totals[test.result, default: 0] += 1
        }
        file.report(totals)
    }
}
