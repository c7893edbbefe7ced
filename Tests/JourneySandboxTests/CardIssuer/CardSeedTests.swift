import JourneyBase
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Card seed")
struct CardSeedTests {
    private let seed = CardSeed(Secret(copying: SystemSeed.bytes))

    @Test("a card number has sixteen digits of the test range and a valid check digit", arguments: 0..<50)
    func number(index: Int) {
        let digits = seed.number(of: "card-\(index)").utf8.map { Int($0) - 0x30 }
        #expect(digits.count == 16 && digits.allSatisfy { (0...9).contains($0) })
        #expect(digits.prefix(6) == [9, 9, 9, 9, 9, 9])
        // An independent implementation of the Luhn formula.
        var sum = 0
        for (place, digit) in digits.enumerated() {
            sum += place.isMultiple(of: 2) ? digit * 2 / 10 + digit * 2 % 10 : digit
        }
        #expect(sum.isMultiple(of: 10))
    }

    @Test(
        "the check digit matches known values", arguments: [("7992739871", 3), ("4992739871", 6), ("0", 0)])
    func checkDigit(digits: String, expected: Int) {
        #expect(CardSeed.checkDigit(of: digits) == expected)
    }

    @Test("a seed always gives the same card, and another seed another one")
    func deterministic() {
        let other = CardSeed(Secret(copying: SystemSeed.bytes))
        let same = Secret(copying: Array("seed".utf8))
        #expect(CardSeed(same).number(of: "a") == CardSeed(same).number(of: "a"))
        #expect(seed.number(of: "a") != other.number(of: "a"))
        #expect(seed.number(of: "a") != seed.number(of: "b"))
        #expect(seed.identifier("a") != other.identifier("a"))
        #expect(!seed.secret("a").hasSameBytes(as: other.secret("a")))
    }

    @Test("the masked number shows its first six and last four digits")
    func masked() {
        let number = seed.number(of: "a")
        #expect(seed.maskedNumber(of: "a") == "999999******\(number.suffix(4))")
        #expect(seed.cvv(of: "a").utf8.count == 3 && seed.pin(of: "a").utf8.count == 4)
    }

    @Test("an identifier is a UUID of version 4")
    func identifier() {
        let id = seed.identifier("a")
        #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    }
}
