import Foundation
import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("Certificate profiles")
struct ProfileTests {
    private func reason(_ chain: TestChain, _ change: (inout CertificateProfile) -> Void = { _ in }) throws
        -> CertificateError.Reason?
    {
        var chain = chain
        change(&chain.profile)
        return (chain.ours(try chain.encoded()) as? CertificateError)?.reason
    }

    @Test("a validity includes its first moment and excludes its last")
    func boundaries() throws {
        var chain = try TestChain(intermediates: 1)
        for index in chain.parts.indices {
            chain.parts[index].notBefore = TestChain.now
            chain.parts[index].notAfter = TestChain.now + 10
        }
        let encoded = try chain.encoded()
        let expected: [(Double, CertificateError.Reason?)] = [
            (-1, .notYetValid), (-0.001, .notYetValid), (0, nil), (9.999, nil), (10, .expired), (10.5, .expired),
            (11, .expired),
        ]
        for (seconds, reason) in expected {
            let error = chain.ours(encoded, time: TestChain.now + seconds) as? CertificateError
            #expect(error?.reason == reason, "\(seconds)")
            #expect(
                OpenSSLVerifier(anchors: [encoded[0]], time: TestChain.now + seconds.rounded(.down))
                    .verdict(encoded[2], intermediates: [encoded[1]]) == 0 || reason != nil)
        }
    }

    @Test("a profile may require a critical purpose, extensions and fewer authorities")
    func requirements() throws {
        let chain = try TestChain(intermediates: 1)
        #expect(try reason(chain) == nil)
        #expect(try reason(chain) { $0.purpose = .listedCritically(.serverAuth) } == .purpose)
        var critical = chain
        critical.set(.extendedKeyUsage, .extendedKeyUsage([.serverAuth], isCritical: true), at: 2)
        #expect(try reason(critical) { $0.purpose = .listedCritically(.serverAuth) } == nil)
        #expect(try reason(critical) { $0.purpose = .any } == nil)
        #expect(try reason(chain) { $0.leafExtensions = [.issuerAltName] } == .profile)
        #expect(try reason(chain) { $0.authorityExtensions = [.issuerAltName] } == .profile)
        #expect(try reason(chain) { $0.keyUsage = .keyAgreement } == .keyUsage)
        #expect(try reason(chain) { $0.mostIntermediates = 1 } == nil)
        #expect(try reason(chain) { $0.mostIntermediates = 0 } == .noPath)
        #expect(try reason(TestChain(intermediates: 0)) { $0.mostIntermediates = 0 } == nil)
    }

    @Test("a critical extension is accepted only where the profile handles it")
    func understood() throws {
        var chain = try TestChain(intermediates: 1)
        let own = OID(1, 2, 752, 1)
        chain.set(own, NewExtension(own, isCritical: true) { $0.null() }, at: 1)
        #expect(try reason(chain) == .unknownCritical)
        #expect(try reason(chain) { $0.understood = [own] } == nil)
        #expect(try reason(chain) { $0.understood = [OID(1, 2, 752, 2)] } == .unknownCritical)
    }

    @Test("the any-purpose usage grants no purpose")
    func anyPurpose() throws {
        var chain = try TestChain(intermediates: 0)
        chain.set(.extendedKeyUsage, .extendedKeyUsage([OID(2, 5, 29, 37, 0)]), at: 1)
        #expect(try reason(chain) == .purpose)
    }
}
