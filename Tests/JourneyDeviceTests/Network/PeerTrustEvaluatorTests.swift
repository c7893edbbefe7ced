import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization
import Testing

@testable import JourneyDevice

@Suite("Peer trust evaluator")
struct PeerTrustEvaluatorTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Returns a leaf for `bank.example` and its authority, DER.
    private func chain() throws -> (leaf: DevelopmentIdentity, authority: DevelopmentIdentity) {
        let authority = try DevelopmentAuthority(
            domains: ["bank.example"], notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(3_600))
        let leaf = try authority.issue(
            names: ["bank.example"], notBefore: now.addingTimeInterval(-60), notAfter: now.addingTimeInterval(600))
        return (leaf, authority.identity)
    }

    private func judge(
        _ pins: [String], expires: Date? = nil, _ report: @escaping @Sendable (PinReport) -> Void = { _ in }
    ) throws -> PeerTrustEvaluator {
        let set = try PinSet(host: "bank.example", pins: pins, expires: expires, grace: 60)
        return PeerTrustEvaluator(
            pins: try PinPolicy([set]), reporter: PinReporter(deliver: report), now: { [now] in now })
    }

    private func origin(_ host: String = "bank.example") throws -> Origin {
        try #require(Origin(scheme: "https", host: host, port: 443))
    }

    private let spare = SPKIPin(hashing: [1]).base64
    private let other = SPKIPin(hashing: [2]).base64

    @Test("a pin of the leaf's or authority's key matches; any other is refused and reported with the served keys")
    func verdicts() throws {
        let (leaf, authority) = try chain()
        let shown = [leaf.certificateDER, authority.certificateDER]
        #expect(try judge([leaf.pin, spare]).fault(of: shown, origin()) == nil)
        #expect(try judge([authority.pin, spare]).fault(of: shown, origin()) == nil)
        let seen = Mutex<[PinReport]>([])
        let strict = try judge([spare, other]) { report in seen.withLock { $0.append(report) } }
        #expect(try strict.fault(of: shown, origin())?.code == .pinningFail)
        let reports = seen.withLock { $0 }
        #expect(reports.map(\.reason) == [.mismatched])
        #expect(reports.first?.seen.map(\.base64) == [leaf.pin, authority.pin])
        // A host without a set is not pinned.
        #expect(try strict.fault(of: shown, origin("other.example")) == nil)
    }

    @Test("a chain that is empty or has a malformed certificate is TLS_FAIL")
    func unreadable() throws {
        let (leaf, authority) = try chain()
        let lenient = try judge([leaf.pin, authority.pin])
        var cut = authority.certificateDER
        cut.removeLast()
        for chain in [[], [[]], [leaf.certificateDER, []], [leaf.certificateDER, cut]] as [[[UInt8]]] {
            #expect(try lenient.fault(of: chain, origin())?.code == .tlsFail)
        }
    }

    @Test("an expired pin set refuses before sending and trusts no chain")
    func expired() throws {
        let (leaf, _) = try chain()
        let old = try judge([leaf.pin, spare], expires: now.addingTimeInterval(-61))
        #expect(try old.faultBeforehand(origin())?.code == .pinningFail)
        #expect(try old.fault(of: [leaf.certificateDER], origin())?.code == .pinningFail)
        let overdue = try judge([leaf.pin, spare], expires: now.addingTimeInterval(-59))
        #expect(try overdue.faultBeforehand(origin()) == nil)
        #expect(try overdue.fault(of: [leaf.certificateDER], origin()) == nil)
    }

    @Test("the pin of a P-256 key equals the one that other libraries compute")
    func knownAnswer() throws {
        let point = try #require(
            Data(
                base64Encoded:
                    "BEdACQormO5gNpgsTvjxIr9N9eQiZUCdE7qaAZonlsbrjwxck3FcNjkp681MkC1FykrfYJAMQGTrFj+WVeJSJok="))
        let key = try P256PublicKey(x963: Array(point))
        #expect(SPKIPin(hashing: key.spki).base64 == "qa2oSEaBY2SlBfxJudeTKKbpUQDLgq/YRx1WGxexR5o=")
    }
}
