import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Language tags")
struct LanguageTagTests {
    static let lookups: [(range: String, tags: [String], found: String?)] = [
        ("en-GB", ["ar", "en-GB"], "en-GB"), ("EN-gb", ["ar", "en-GB"], "en-GB"), ("en-GB", ["ar", "en"], "en"),
        ("zh-Hant-HK", ["zh", "zh-Hant"], "zh-Hant"), ("ar-EG-u-nu-latn", ["en", "ar-EG"], "ar-EG"),
        ("zh-Hant-CN-x-private1-private2", ["zh", "zh-Hant-CN"], "zh-Hant-CN"),
        // A longer tag never matches a shorter range, and a prefix is not a subtag.
        ("en", ["ar", "en-GB"], "ar"), ("e", ["ar", "en"], "ar"), ("eng", ["ar", "en"], "ar"),
        ("fr-FR", ["ar", "en"], "ar"),
        ("", ["ar", "en"], "ar"), ("x-en", ["ar", "en"], "ar"), ("en-GB", [], nil),
    ]

    @Test("a language is looked up by truncation, and the first entry is the fallback", arguments: lookups.indices)
    func lookup(index: Int) {
        let example = Self.lookups[index]
        #expect(LanguageTag.lookup(example.range, among: example.tags) == example.found)
    }

    static let forms: [(text: String, isTag: Bool)] = [
        ("en", true), ("en-GB", true), ("zh-Hant-HK", true), ("de-CH-1901", true), ("ar-u-nu-latn", true),
        ("x-own", true), ("", false), ("en_GB", false), ("en-", false), ("-en", false), ("en--GB", false),
        ("1en", false),
        ("english-language", true), ("englishes1", false), ("en-toolongsub", false), ("en\r\nX-A: b", false),
        ("en GB", false),
        ("\u{661}\u{662}", false), ("é", false), (Array(repeating: "abcdefgh", count: 8).joined(separator: "-"), false),
    ]

    @Test("an invalid tag is refused at load, so that it never reaches a header", arguments: forms.indices)
    func form(index: Int) async throws {
        let (text, isTag) = Self.forms[index]
        #expect(LanguageTag.isWellFormed(text) == isTag)
        let refusal = try await TestManifest.refusal(
            TestManifest.manifest.setting("locales", to: ["en-GB", .string(text)]))
        #expect((refusal == nil) == isTag, "\(refusal?.message ?? "it loads")")
        #expect(refusal.map { $0.message.hasPrefix("locales[1]") } ?? true)
    }

    @Test("a manifest without locales keeps the host's language")
    func none() async throws {
        #expect(try await TestManifest.journey().locale(for: "fr-FR") == "fr-FR")
        let listing = TestManifest.manifest.setting("locales", to: ["en-GB", "ar"])
        #expect(try await TestManifest.journey(listing).locale(for: "ar-EG") == "ar")
    }
}
