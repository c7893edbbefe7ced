import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("Samples of patterns")
struct PatternSampleTests {
    @Test(
        "match, and have a length that is allowed",
        arguments: [
            ("^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$", 15...34), ("^\\d{1,13}$|^\\d{1,13}\\.\\d{1,5}$", 1...19),
            ("^(?!\\s)(.*)(\\S)$", 1...40), ("^(?=.*[0-9])[A-Z0-9]+$", 2...8), ("a|bb", 2...2),
            ("[^\\x00-\\x7F]", 1...1),
            ("^([0-9]{4}-[0-9]{2}|x)$", 7...7), ("^$", 0...0),
        ])
    func samples(pattern: String, length: ClosedRange<Int>) throws {
        let text = try #require(PatternSample.text(matching: pattern, length: length))
        #expect(PatternSample.isMatch(text, pattern) && length.contains(text.unicodeScalars.count), "\(text)")
    }

    @Test("are none where the pattern contradicts its length or itself, or can't be compiled")
    func none() {
        for (pattern, length) in [("^x{3}$", 0...2), ("^(?=a)b$", 0...9), ("(a)\\1", 0...9)] {
            #expect(PatternSample.text(matching: pattern, length: length) == nil)
        }
    }

    @Test(
        "are found for all patterns of published documents",
        .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"))
    func published() throws {
        let cases = try JSONReader.read(Vectors.bytes("bank-apis/patterns.json"))
        let list = try #require(cases["cases"]?.array)
        let patterns = list.compactMap { $0["pattern"]?.string }
        let missing = patterns.filter { PatternSample.text(matching: $0, length: 0...500) == nil }
        #expect(patterns.count == 72 && missing.isEmpty, "\(missing)")
    }
}
