import Testing

@testable import JourneyBase

@Suite("Arabic sentences")
struct ArabicTests {
    private let things = ArabicCount(
        zero: "لا شيء", one: "كتاب", two: "كتابان", few: "# كتب", many: "# كتابًا", other: "# كتاب")

    @Test(
        "counts use the plural form of their number",
        arguments: [
            (0, "لا شيء"), (1, "كتاب"), (2, "كتابان"), (3, "٣ كتب"), (10, "١٠ كتب"), (11, "١١ كتابًا"), (99, "٩٩ كتابًا"),
            (100, "١٠٠ كتاب"), (101, "١٠١ كتاب"), (102, "١٠٢ كتاب"), (103, "١٠٣ كتب"), (111, "١١١ كتابًا"),
        ])
    func counts(value: Int, text: String) { #expect(things(value) == text) }

    @Test("foreign text is isolated in Arabic and unchanged in left-to-right languages")
    func isolated() {
        #expect(Language.arabic.isolated("REF-1") == "\u{2068}REF-1\u{2069}")
        #expect(Language.arabic.isolatedAtStart("REF-1") == "\u{200F}\u{2068}REF-1\u{2069}")
        for language in [Language.english, .bengali] {
            #expect(language.isolated("REF-1") == "REF-1" && language.isolatedAtStart("REF-1") == "REF-1")
        }
    }

    @Test(
        "a name cannot end its isolation and reorder the sentence",
        arguments: [
            "\u{2069}Bank", "Ba\u{202E}nk", "\u{2067}Bank", "Bank\u{202C}\u{2069}\u{2069}",
            "\u{61C}Bank\u{200E}\u{200F}",
            "\u{2066}\u{2068}\u{202A}\u{202B}\u{202D}Bank",
        ])
    func marks(name: String) {
        #expect(Language.arabic(.asksForData(name)) == "طلب بيانات من \u{2068}Bank\u{2069}")
    }

    @Test("letters, joiners and digits are kept", arguments: ["می\u{200C}خواهم", "نص ١٢", "Łódź", "ক\u{200D}ষ"])
    func kept(text: String) { #expect(Language.unmarked(text) == text) }
}
