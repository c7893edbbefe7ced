import Foundation
import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("Certificate paths")
struct PathTests {
    /// Returns the verdicts of this package and of OpenSSL on the same chain.
    private func verdicts(_ chain: TestChain, time: Date = TestChain.now) throws -> (ours: (any Error)?, openssl: Int32)
    {
        let encoded = try chain.encoded()
        let judge = OpenSSLVerifier(
            anchors: [encoded[0]], purpose: 2, time: time, host: chain.host)
        return (
            chain.ours(encoded, time: time),
            judge.verdict(encoded[encoded.count - 1], intermediates: Array(encoded[1..<(encoded.count - 1)]))
        )
    }

    @Test("a valid chain of any length is accepted by both", arguments: 0...4)
    func good(intermediates: Int) throws {
        let (ours, openssl) = try verdicts(TestChain(intermediates: intermediates))
        #expect(ours == nil)
        #expect(openssl == 0, "\(OpenSSLVerifier.text(openssl))")
    }
}
