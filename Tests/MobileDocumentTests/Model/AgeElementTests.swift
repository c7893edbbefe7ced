import MobileDocument
import Testing

@Suite("Statements of age") struct AgeElementTests {
    @Test(
        "the nearest answer is the smallest age that was reached, or else the largest that was not",
        arguments: [
            (18, [18: true], 18), (18, [21: true], 21), (18, [21: true, 25: true], 21), (18, [16: true], nil),
            (18, [21: false], nil), (18, [16: false], 16), (18, [12: false, 16: false], 16),
            (18, [16: false, 21: true], 21), (18, [18: false, 21: false], 18), (21, [18: true, 25: false], nil),
            (18, [:], nil), (0, [0: true], 0), (99, [99: false], 99),
        ] as [(Int, [Int: Bool], Int?)])
    func nearest(_ years: Int, _ held: [Int: Bool], _ expected: Int?) {
        #expect(AgeElement.nearest(to: years, held: held) == expected)
    }

    @Test("a reader concludes the same way: over 21 is over 18, not over 18 is not over 21, and the rest is not known")
    func conclusions() {
        #expect(AgeElement.conclusion(for: 18, known: [21: true]) == true)
        #expect(AgeElement.conclusion(for: 21, known: [18: false]) == false)
        #expect(AgeElement.conclusion(for: 21, known: [18: true]) == nil)
        #expect(AgeElement.conclusion(for: 18, known: [21: false]) == nil)
    }

    @Test("only age_over_ and two digits is such an element")
    func names() {
        #expect(AgeElement("age_over_18")?.years == 18 && AgeElement("age_over_05")?.identifier == "age_over_05")
        for name in [
            "age_over_8", "age_over_100", "age_over_1a", "age_over_+8", "Age_over_18", "age_over_", "age_over_१८",
        ] {
            #expect(AgeElement(name) == nil, "\(name)")
        }
    }
}
