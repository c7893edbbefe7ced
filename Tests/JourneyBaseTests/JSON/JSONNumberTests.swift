import JourneyBase
import Testing

@Suite("JSON numbers")
struct JSONNumberTests {
    @Test(
        "a text outside the grammar is not a number",
        arguments: [
            "", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "1.e1", "0x10", "1 ", " 1", "1a", "--1", "1e1.5",
            "NaN",
            "Infinity", "1_000", "١", "1\u{301}", "1\u{0}",
        ])
    func notNumbers(text: String) { #expect(JSONNumber(lexeme: text) == nil) }

    @Test(
        "numbers keep their spelling",
        arguments: ["0", "-0", "1", "-1.50", "1E+9", "0.0e-0", "123456789012345678901234567890"])
    func numbers(text: String) { #expect(JSONNumber(lexeme: text)?.lexeme == text) }

    @Test("integers fit exactly or are refused, without rounding")
    func integers() {
        #expect(JSONNumber(lexeme: "9223372036854775807")?.int64 == .max)
        #expect(JSONNumber(lexeme: "-9223372036854775808")?.int64 == .min)
        #expect(JSONNumber(lexeme: "9223372036854775808")?.int64 == nil)
        #expect(JSONNumber(lexeme: "1.0")?.int64 == nil)
        #expect(JSONNumber(lexeme: "1e2")?.int64 == nil)
        #expect(JSONNumber(UInt64.max).lexeme == "18446744073709551615")
        #expect(JSONNumber(.nan) == nil)
        #expect(JSONNumber(-.infinity) == nil)
        #expect(JSONNumber(lexeme: "1e999")?.double == nil)
    }
}
