import Foundation
import TestSupport
import Testing

@testable import JourneyCrypto

@Suite("Generated chains compared with OpenSSL")
struct GeneratedChainTests {
    /// Runs one case and adds it to the totals.
    private func judge(_ test: ChainCase, seed: Int, totals: inout [String: Int]) throws {
        let (ours, openssl) = try test.verdicts()
        let faults = test.faults.map(\.rawValue)
        let comment: Comment =
            "case \(seed), \(faults): ours \(ours.map { "\($0)" } ?? "good"), OpenSSL \(openssl): \(OpenSSLVerifier.text(openssl))"
        switch (ours == nil, openssl == 0) {
        case (true, true): totals["good to both", default: 0] += 1
        case (false, false): totals["refused by both", default: 0] += 1
        case (true, false): Issue.record(comment)
        case (false, true):
            let reasons = test.faults.compactMap(\.stricter)
            #expect(!reasons.isEmpty, comment)
            totals["refused by ours alone: \(reasons.first ?? "unexplained")", default: 0] += 1
        }
    }

    @Test("1,200 chains with random faults get OpenSSL's verdict, except for listed stricter classes")
    func random() throws {
        var random = SplitMix(state: Campaign.seed(0x5EED))
        var totals: [String: Int] = [:]
        let count = Campaign.count(1_200, campaign: 30_000)
        for index in 0..<count {
            var test = try ChainCase(random: &random)
            for _ in 0..<[0, 1, 1, 1, 2, 2][Int.random(in: 0..<6, using: &random)] {
                let fault = ChainFault.allCases[Int.random(in: 0..<ChainFault.allCases.count, using: &random)]
                try test.apply(fault, random: &random)
            }
            try judge(test, seed: index, totals: &totals)
        }
        for (what, count) in totals.sorted(by: { $0.key < $1.key }) { print("Generated chains: \(count) \(what)") }
        #expect(totals.values.reduce(0, +) == count)
        #expect(totals["good to both", default: 0] > count / 4)
        #expect(totals["refused by both", default: 0] > count / 2)
    }

    @Test("each fault alone gets its verdict, eight times", arguments: ChainFault.allCases)
    func alone(fault: ChainFault) throws {
        var random = SplitMix(state: 42)
        var totals: [String: Int] = [:]
        for index in 0..<8 {
            var test = try ChainCase(random: &random, everything: true)
            try test.apply(fault, random: &random)
            try judge(test, seed: index, totals: &totals)
        }
        if let stricter = fault.stricter {
            #expect(totals == ["refused by ours alone: \(stricter)": 8])
        } else if fault.isVariation {
            #expect(totals == ["good to both": 8])
        } else {
            #expect(totals == ["refused by both": 8])
        }
    }
}
