import MobileDocument
import Testing

@Suite("Age statements") struct AgeElementTests {
    @Test(
        "the nearest statement is the smallest age reached, or else the largest not reached",
        arguments: [
            (18, [18: true], 18), (18, [21: true], 21), (18, [21: true, 25: true], 21), (18, [16: true], nil),
            (18, [21: false], nil), (18, [16: false], 16), (18, [12: false, 16: false], 16),
            (18, [16: false, 21: true], 21), (18, [18: false, 21: false], 18), (21, [18: true, 25: false], nil),
            (18, [:], nil), (0, [0: true], 0), (99, [99: false], 99),
        ] as [(Int, [Int: Bool], Int?)])
    func nearest(_ years: Int, _ held: [Int: Bool], _ expected: Int?) {
        #expect(AgeElement.nearest(to: years, held: held) == expected)
    }

    @Test("a reader concludes over 18 from over 21 and not over 21 from not over 18, and nothing else")
    func conclusions() {
        #expect(AgeElement.conclusion(for: 18, known: [21: true]) == true)
        #expect(AgeElement.conclusion(for: 21, known: [18: false]) == false)
        #expect(AgeElement.conclusion(for: 21, known: [18: true]) == nil)
        #expect(AgeElement.conclusion(for: 18, known: [21: false]) == nil)
    }

    @Test("only age_over_ with two digits is an age statement")
    func names() {
        #expect(AgeElement("age_over_18")?.years == 18 && AgeElement("age_over_05")?.identifier == "age_over_05")
        for name in [
            "age_over_8", "age_over_100", "age_over_1a", "age_over_+8", "Age_over_18", "age_over_", "age_over_१८",
        ] {
            #expect(AgeElement(name) == nil, "\(name)")
        }
    }
}
