import Testing

@testable import JourneyScreens

struct TextTests {
    @Test(
        "a text's width in terminal columns is measured",
        arguments: [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("কোড", 3), ("ক্ষ", 2), ("رمزًا", 4), ("漢字", 4), ("👩‍👩‍👧", 2), ("✓", 1),
            ("❤️", 2), ("", 0), ("a\u{200D}b", 2),
        ])
    func width(text: String, columns: Int) { #expect(TextWidth.of(text) == columns) }

    @Test(
        "lines break between words, and within a word only if it is longer than a line",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one  two", 20, ["one two"]), ("", 5, [""]),
            ("a\n\nb", 5, ["a", "", "b"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("漢字漢字", 5, ["漢字", "漢字"]),
            ("কোডটি লিখুন", 6, ["কোডটি", "লিখুন"]), ("x abcdefgh", 4, ["x", "abcd", "efgh"]),
        ])
    func wrap(text: String, width: Int, lines: [String]) { #expect(TextWrap.lines(text, width: width) == lines) }

    @Test("a character of several code points is never cut")
    func whole() {
        let text = "ক্ষ্মক্ষ্মক্ষ্ম"
        for width in 2...12 { #expect(TextWrap.lines(text, width: width).joined() == text) }
        #expect(TextWrap.lines(text, width: 3).allSatisfy { line in line.allSatisfy { text.contains($0) } })
    }
}

struct KeyParserTests {
    private func keys(_ bytes: [UInt8], silence: Bool = false) -> [Key] {
        var parser = KeyParser()
        return bytes.compactMap { parser.feed($0) } + (silence ? [parser.silence()].compactMap { $0 } : [])
    }

    @Test(
        "terminal key sequences are parsed",
        arguments: [
            ("a", [Key.scalar("a")]), ("ক", [.scalar("ক")]), ("😀", [.scalar("😀")]), ("\r", [.enter]), ("\t", [.tab]),
            ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[Z", [.backTab]), ("\u{1B}[5~", [.pageUp]),
            ("\u{1B}[6~", [.pageDown]), ("\u{1B}[1;5C", [.other]), ("\u{1B}x", [.other]), ("\u{7F}", [.backspace]),
            ("\u{3}", [.leave]), ("\u{4}", [.leave]), ("\u{15}", [.clear]), ("\u{1}", [.other]),
            ("\u{1B}[99999999999999999999~a", [.other, .scalar("a")]),
        ])
    func keys(text: String, expected: [Key]) { #expect(keys(Array(text.utf8)) == expected) }

    @Test("a lone Escape is recognised by the pause after it")
    func escape() {
        #expect(keys([0x1B]) == [] && keys([0x1B], silence: true) == [.escape])
        #expect(keys([0x1B, 0x5B], silence: true) == [.other])
    }

    @Test(
        "malformed UTF-8 gives no characters",
        arguments: [[0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0x80]])
    func malformed(bytes: [UInt8]) {
        #expect(keys(bytes, silence: true).allSatisfy { $0 == .other })
        #expect(keys(bytes + [0x61], silence: true).last == .scalar("a"))
    }
}
