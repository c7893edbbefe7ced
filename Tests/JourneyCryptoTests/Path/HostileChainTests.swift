import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

@Suite("Hostile chains")
struct HostileChainTests {
    @Test("no changed byte of a chain is accepted or crashes")
    func mutations() throws {
        let chain = try TestChain(intermediates: 1)
        let good = try chain.encoded()
        #expect(chain.ours(good) == nil)
        var tried = 0
        for index in 1...2 {
            for place in good[index].indices {
                for change: UInt8 in [0x01, 0x80, 0xFF] {
                    var changed = good
                    changed[index][place] ^= change
                    tried += 1
                    if chain.ours(changed) == nil {
                        Issue.record("byte \(place) of certificate \(index) changed by \(change) is accepted")
                    }
                }
            }
        }
        #expect(tried > 2_000)
    }

    @Test("random damage to any certificate of a chain, the anchor too, never crashes")
    func damage() throws {
        let chain = try TestChain(intermediates: 1)
        let good = try chain.encoded()
        var random = SplitMix(state: 7)
        for _ in 0..<3_000 {
            var changed = good
            let index = Int.random(in: 0..<3, using: &random)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<changed[index].count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed[index][place] = UInt8.random(in: 0...255, using: &random)
                case 1: changed[index].remove(at: place)
                default: changed[index].insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            let verdict = chain.ours(changed)
            if index > 0 { #expect(verdict != nil || changed == good) }
        }
    }

    /// Returns cross-signed authorities with the same name and one key each, none of which leads to an anchor.
    private func web(_ count: Int) throws -> (leaf: Certificate, given: [Certificate]) {
        let name = try DistinguishedName([.commonName: "Web"])
        let keys = try (0..<count).map { _ in CertificateSigner(try P256PrivateKey.generate()) }
        func certificate(_ subject: Int, by issuer: Int, isLeaf: Bool = false) throws -> Certificate {
            let content = CertificateContent(
                subject: name, spki: keys[subject].spki, notBefore: TestChain.now - 1_000,
                notAfter: TestChain.now + 1_000, extensions: [])
            let extensions: [NewExtension] =
                isLeaf
                ? [.keyUsage(.digitalSignature)]
                : [.basicConstraints(BasicConstraints(isAuthority: true)), .keyUsage(.keyCertSign)]
            let body = CertificateBody(
                serialNumber: [UInt8(subject + 1), UInt8(issuer + 1)], issuer: Array(name.encoded), content: content,
                extensions: extensions)
            return try Certificate(keys[issuer].signed(body.encoded(algorithm: keys[issuer].algorithm)))
        }
        var given: [Certificate] = []
        for subject in 0..<count {
            for issuer in 0..<count where subject != issuer { given.append(try certificate(subject, by: issuer)) }
        }
        return (try certificate(0, by: 1, isLeaf: true), given)
    }

    @Test("cross-signed authorities do not make the search explode")
    func crossSigned() throws {
        let (leaf, given) = try web(6)
        #expect(given.count == 30)
        let root = try Certificate(TestChain(intermediates: 0).encoded()[0])
        let validator = CertificateValidator(anchors: [try TrustAnchor(root)], profile: .signer)
        let start = ContinuousClock().now
        let error = #expect(throws: CertificateError.self) {
            try validator.validate(leaf, intermediates: given, at: TestChain.now)
        }
        #expect(error?.reason == .tooMuch)
        // 64 signatures take a few milliseconds; all 30! orders would never end.
        #expect(ContinuousClock().now - start < .seconds(5))
    }

    @Test("too many certificates are refused before any is checked")
    func tooMany() throws {
        let encoded = try TestChain(intermediates: 0).encoded()
        let leaf = try Certificate(encoded[1])
        let validator = CertificateValidator(anchors: [try TrustAnchor(Certificate(encoded[0]))], profile: .tlsServer)
        let error = #expect(throws: CertificateError.self) {
            try validator.validate(leaf, intermediates: Array(repeating: leaf, count: 33), at: TestChain.now)
        }
        #expect(error?.reason == .tooMuch)
        #expect(throws: Never.self) {
            try validator.validate(leaf, intermediates: Array(repeating: leaf, count: 32), at: TestChain.now)
        }
    }

    @Test("the search continues after a dead end: of two issuers with one name and key the valid one is found")
    func deadEnds() throws {
        var expired = try TestChain(intermediates: 1)
        expired.parts[1].notAfter = TestChain.now - 1
        let (good, bad) = (try TestChain(intermediates: 1).encoded(), try expired.encoded())
        let validator = CertificateValidator(anchors: [try TrustAnchor(Certificate(good[0]))], profile: .tlsServer)
        let (leaf, given) = (try Certificate(good[2]), [try Certificate(bad[1]), try Certificate(good[1])])
        let path = try validator.validate(leaf, intermediates: given, at: TestChain.now)
        #expect(path.certificates.map(\.encoded) == [good[2], good[1], good[0]])
        let error = #expect(throws: CertificateError.self) {
            try validator.validate(leaf, intermediates: [given[0]], at: TestChain.now)
        }
        #expect(error?.reason == .expired)
        #expect(error?.index == 1)
    }

    @Test("nothing is accepted without anchors, and no anchor is its own leaf")
    func noAnchors() throws {
        let encoded = try TestChain(intermediates: 0).encoded()
        let (root, leaf) = (try Certificate(encoded[0]), try Certificate(encoded[1]))
        for validator in [
            CertificateValidator(anchors: [], profile: .tlsServer),
            CertificateValidator(anchors: [try TrustAnchor(root)], profile: .signer),
        ] {
            #expect(throws: CertificateError.self) {
                try validator.validate(validator.anchors.isEmpty ? leaf : root, at: TestChain.now)
            }
        }
        #expect(throws: CertificateError.self) { try TrustAnchor(leaf) }
    }
}
