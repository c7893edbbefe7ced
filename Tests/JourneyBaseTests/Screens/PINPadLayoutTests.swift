import Foundation
import JourneyBase
import JourneyTesting
import Testing

@Suite("PIN pad key order")
struct PINPadLayoutTests {
    @Test("a standard pad has the telephone layout and uses no randomness")
    func standard() {
        let order = PINPadLayout(.standard) { _ in
            Issue.record("asked for randomness")
            return []
        }
        #expect(order.digits == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] && order == .standard)
    }

    @Test(
        "every digit is uniformly distributed over the places, and neighbours are independent")
    func uniform() {
        let random = Dependencies.fixed(seed: 7).random
        let rounds = 20_000
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 10), count: 10)
        var pairs = [[Int]](repeating: [Int](repeating: 0, count: 10), count: 10)
        for _ in 0..<rounds {
            let digits = PINPadLayout(.shuffled, random: random).digits
            #expect(Set(digits) == Set(0...9) && digits.count == 10)
            for (place, digit) in digits.enumerated() { counts[place][Int(digit)] += 1 }
            for (one, next) in zip(digits, digits.dropFirst()) { pairs[Int(one)][Int(next)] += 1 }
        }
        func chiSquare(_ found: [Int], _ expected: Double) -> Double {
            found.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        }
        // Pearson's test at 1 in 10,000: 81 degrees of freedom for positions; for pairs, with nine positions for each, at most
        // 89.
        #expect(chiSquare(counts.flatMap(\.self), Double(rounds) / 10) < 135)
        let neighbours = pairs.enumerated().flatMap { one, row in
            row.enumerated().filter { $0.offset != one }.map(\.element)
        }
        #expect(chiSquare(neighbours, Double(rounds) * 9 / 90) < 145)
        #expect((0..<10).allSatisfy { pairs[$0][$0] == 0 })
    }

    @Test("a stuck or short random source still gives ten digits without blocking")
    func poorSources() {
        let sources: [(Int) -> [UInt8]] = [
            { [UInt8](repeating: 0, count: $0) }, { [UInt8](repeating: 0xFF, count: $0) }, { _ in [] }, { _ in [1] },
        ]
        for source in sources { #expect(Set(PINPadLayout(.shuffled, random: source).digits) == Set(0...9)) }
        #expect(PINPadLayout(.shuffled, random: sources[1]) != PINPadLayout(.shuffled, random: sources[0]))
    }

    @Test("an order is not printed")
    func silent() {
        let order = PINPadLayout(.shuffled, random: Dependencies.fixed().random)
        var dumped = ""
        dump(order, to: &dumped)
        #expect(["\(order)", String(reflecting: order)] == ["‹pad›", "‹pad›"])
        #expect(!dumped.contains { $0.isNumber && $0 != "0" })
    }
}
