import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("Schema patterns")
struct PatternTests {
    private func matches(_ pattern: String, _ text: String) throws -> Bool {
        var work = 1_000_000
        return try Pattern(pattern).matches(text, work: &work)
    }

    @Test(
        "a pattern matches as in ECMA-262, and not its near miss",
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
            ("^é$", "é", "e\u{301}"), ("^[^]$", "\n", ""), ("a[]|b", "b", "a"),
        ] as [(String, String, String?)])
    func matching(pattern: String, text: String, miss: String?) throws {
        #expect(try matches(pattern, text))
        if let miss { #expect(try !matches(pattern, miss)) }
    }

    @Test(
        "an invalid pattern, or one without linear-time matching, is refused",
        arguments: [
            "(", ")", "[", "a**", "*", "+a", "a{2,1}", "{1}", "[z-a]", "\\", "\\p{Klingon}", "(?<!a)b", "(?<=a)b",
            "(a)\\1",
            "(?<n>a)\\k<n>", "(?<n>a)\\1", "(?#x)", "^*", "\\b+", "a{10001}", "((a{100}){100}){100}", "(?<n", "(?<>a)",
            "(?<n>a)(?<n>b)", "\\p{", "[a", "(?", "(?=a", "(?i:a)", "[😀-😎\\q]",
            String(repeating: "(", count: 40) + String(repeating: ")", count: 40), String(repeating: "a", count: 4_097),
        ])
    func refusals(pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test(
        "a pattern valid only without the u flag is read by Annex B.1.2",
        arguments: [
            ("^\\a\\-\\!$", "a-!", "\\a"), ("^]$", "]", "["), ("^}{$", "}{", "{}"), ("^a{$", "a{", "a"),
            ("^a{,5}$", "a{,5}", "aa"),
            ("^a{1b}$", "a{1b}", "a"), ("^[\\d-z]$", "-", "a"), ("^[+--\\w]$", "_", "."), ("^[a\\_]$", "_", "\\"),
            ("^\\u12$", "u12", "\u{12}"),
            ("^\\xg$", "xg", "x"), ("^\\p$", "p", "P"), ("^\\u{3}\\-$", "uuu-", "\u{3}-"), ("^\\101\\_$", "A_", "101_"),
            ("^(a)\\2\\8$", "a\u{2}8", "aa8"), ("^\\c\\-$", "\\c-", "c-"), ("^[\\c0]\\k$", "\u{10}k", "0k"),
            ("^(?=a)*b\\-$", "b-", "ab-"), ("^(?!a){2}.$", "b", "a"), ("^(?!a){2}.]$", "b]", "a]"),
            ("^.\\-$", "a-", "😀-"), ("^[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]$", "😀", "a"), ("^😀\\-$", "😀-", "😎-"),
        ] as [(String, String, String)])
    func withoutUnicode(pattern: String, text: String, miss: String) throws {
        #expect(try matches(pattern, text))
        #expect(try !matches(pattern, miss))
    }

    @Test(
        "lookahead is supported anywhere",
        arguments: [
            ("^(?![:\\-]$)(?!.*(--|::))[a-z:\\-]+$", "a-b:c", "a--b"),
            ("^(?=.*[a-z])(?=.*\\d).{4,8}$", "abc1", "abcd"), ("^((?!foo).)*$", "fobar", "afoob"),
            ("(?!^0+$)^\\d+$", "010", "000"), ("a(?=bc|bd)b", "abd", "abe"), ("^(?:(?=ab)a|b)+$", "abab", "aab"),
            ("(?=.*[A-Z])a", "aB", "ab"), ("(?!ab)c", "c", "ab"), ("^(?=(?!.*b)a.c)", "axc", "abc"),
            ("x(?!.*\\bend$)", "x ends", "x end"),
            ("(?=a$)", "ba", "ab"), ("^(?=)a", "a", "b"), ("^(?!)a|b", "b", "a"), ("(?<a>x)(?=yy)", "xyy", "xy"),
        ] as [(String, String, String)])
    func lookAhead(pattern: String, text: String, miss: String) throws {
        #expect(try matches(pattern, text))
        #expect(try !matches(pattern, miss))
    }

    @Test(
        "a pattern with catastrophic backtracking is matched in linear time",
        arguments: [
            "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(a?){64}a{64}$",
            "^(?!(a+)+$)(?!.*(a|a)*b)a*$", "((?!a*b).)*c",
        ])
    func noBacktracking(pattern: String) throws {
        let text = String(repeating: "a", count: 20_000) + "!"
        var work = 20_000_000
        _ = try Pattern(pattern).matches(text, work: &work)
        #expect(work > 0)
    }

    @Test(
        "a step that a match took before leads to the same end",
        arguments: [
            // Too many sets for a table; the last character decides.
            ("^(?:[xy]{600}|a*b?)$", "aaaaaaab", "aaaaaaba"), ("^(?:[xy]{600}|(?:ab)*)$", "abababab", "ababaab"),
            ("^(?:[xy]{600}|a*)$", "aaaaaaaa", "aaaaaaa\u{e9}"), ("(?:[xy]{600}|abac)$", "abababac", "abacabab"),
            ("^(?:[xy]{600}|(?:aab|abb)*)$", "aababbaababb", "aababbaabab"),
            // More sets of positions than are kept.
            (
                "^[xy]{100}[ab]{100}$", String(repeating: "xy", count: 50) + String(repeating: "ab", count: 50),
                String(repeating: "xy", count: 50) + String(repeating: "ab", count: 49) + "a"
            ),
        ])
    func repeatedSteps(pattern: String, text: String, miss: String) throws {
        #expect(try matches(pattern, text))
        #expect(try !matches(pattern, miss))
    }

    @Test("a match that exceeds its work limit fails")
    func bounded() throws {
        var work = 1_000
        #expect(try !Pattern("^a*$").matches(String(repeating: "a", count: 10_000), work: &work))
        #expect(work < 0)
    }

    @Test(
        "a bank document's patterns give V8's verdict within a millisecond",
        .enabled(if: Vectors.has(PatternTests.file), "\(Vectors.missing)"))
    func published() throws {
        let cases = try #require(try JSONReader.read(try Vectors.bytes(PatternTests.file))["cases"]?.array)
        var right = 0
        var slowest = (time: Duration.zero, pattern: "", sample: "")
        for element in cases {
            let text = try #require(element["pattern"]?.string)
            let pattern = try Pattern(text)
            var wrong: [String] = []
            for (name, verdict) in [("matches", true), ("doesNot", false)] {
                for sample in (element[name]?.array ?? []).compactMap(\.string) {
                    var isMatch = false
                    // The thread's own time, and the shortest of some, because the tests run side by side.
                    let times = (0..<15).map { _ in
                        var work = 1_000_000
                        let start = ThreadTime.now
                        isMatch = pattern.matches(sample, work: &work)
                        return start.duration(to: ThreadTime.now)
                    }
                    if isMatch != verdict { wrong.append(sample) }
                    if let time = times.min(), time > slowest.time { slowest = (time, text, sample) }
                    #expect(times.contains { $0 < .milliseconds(1) }, "\(text) over \(sample)")
                }
            }
            #expect(wrong == [], "\(text)")
            if wrong.isEmpty { right += 1 }
        }
        print("Patterns of banks' documents: \(right)/\(cases.count) with V8's verdicts, \(slowest.time) at most")
        print("The slowest: \(slowest.pattern.prefix(60)) over \(slowest.sample.prefix(20)), \(slowest.sample.count)")
        #expect(right == cases.count)
    }

    static let file = "bank-apis/patterns.json"
}
