import Testing

@testable import JourneyLanguage

@Suite("A pattern")
struct PatternTests {
    private func matches(_ pattern: String, _ text: String) throws -> Bool {
        var work = 1_000_000
        return try Pattern(pattern).matches(text, work: &work)
    }

    @Test(
        "matches what ECMA-262 says, and not its neighbour",
        arguments: [
            ("^a+$", "aaa", "aab"), ("a|bc", "xbcx", "xb"), ("^(?:ab){2,3}$", "abab", "ab"), ("^x{0}$", "", "x"),
            ("^[A-Z]{2}[0-9]{2}$", "GB12", "GB1"), ("^[^a-c]$", "d", "b"), ("^\\d{1,13}\\.\\d{1,5}$", "1.2", "1."),
            ("^.$", "\u{1F600}", "\n"), ("^\\S+\\s\\S+$", "a\u{3000}b", "a_b"), ("\\bcat\\b", "a cat.", "concat"),
            ("^\\p{L}+$", "añω", "a1"), ("^\\P{Lu}$", "a", "A"), ("^[\\p{Nd}_]+$", "٣_", "٣-"),
            ("^\\u0041\\u{1F600}\\x42$", "A\u{1F600}B", "AB"), ("^\\uD83D\\uDE00$", "\u{1F600}", "\u{1F601}"),
            ("^(a?){3}$", "aa", "aaaa"), ("^(a*)*$", "aaaa", "ab"), ("(^a)|(b$)", "cb", "bc"),
            ("^[\\]\\-a]$", "-", "b"),
            ("^(?!\\s)(.*)(\\S)$", "a b", " ab"), ("^(?=[a-z])\\w+$", "a1", "1a"), ("^a{2,}$", "aaa", "a"),
            ("^(?<year>\\d{4})-\\cJ?$", "2026-", "26-"), ("^a??b*?$", "abb", "aab"), ("^[a-]$", "-", "b"),
            ("", "x", nil),
            ("^\\D\\W$", "a ", "1 "), ("^[^\\d\\s]+$", "ab", "a1"), ("\\/\\.\\$", "/.$", "/x$"),
            ("^é$", "é", "e\u{301}"),
        ] as [(String, String, String?)])
    func matching(pattern: String, text: String, miss: String?) throws {
        #expect(try matches(pattern, text))
        if let miss { #expect(try !matches(pattern, miss)) }
    }

    @Test(
        "that is none, or could not be matched in linear time, is refused",
        arguments: [
            "(", ")", "[", "a**", "*", "+a", "a{2,1}", "a{", "{1}", "}", "]", "[z-a]", "[\\d-z]", "\\", "\\q", "\\u12",
            "\\u{110000}", "\\uD800", "\\p{Klingon}", "\\p", "(?<!a)b", "(?<=a)b", "(a)\\1", "(?<n>a)\\k<n>",
            "(?=.*[A-Z])a",
            "(?!ab)c", "(?#x)", "^*", "a{10001}", "((a{100}){100}){100}", "(?<n", "\\p{", "[a", "(?",
            String(repeating: "(", count: 40) + String(repeating: ")", count: 40), String(repeating: "a", count: 4_097),
        ])
    func refusals(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test(
        "that would make a backtracking machine count for ever is done in linear time",
        arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(a?){64}a{64}$"])
    func noBacktracking(pattern: String) throws {
        let text = String(repeating: "a", count: 20_000) + "!"
        var work = 20_000_000
        _ = try Pattern(pattern).matches(text, work: &work)
        #expect(work > 0)
    }

    @Test("is given up, and does not match, when its work is spent")
    func bounded() throws {
        var work = 1_000
        #expect(try !Pattern("^a*$").matches(String(repeating: "a", count: 10_000), work: &work))
        #expect(work < 0)
    }
}
