import Foundation
import Testing

@testable import CredentialSharing

@Suite struct ScannedTextsTests {
    private let start = Date(timeIntervalSinceReferenceDate: 0)

    @Test func `a text that stays in view is delivered once, and another one after a pause`() {
        var texts = ScannedTexts()
        let story: [(seconds: Double, text: String, isTaken: Bool)] = [
            (0, "mdoc:one", true), (0.03, "mdoc:one", false), (9, "mdoc:one", false),
            (9.125, "mdoc:two", true), (9.25, "mdoc:one", false), (9.5, "mdoc:one", false), (9.625, "mdoc:one", true),
            // The wall clock is set back by an hour: scanning continues.
            (-3_600, "mdoc:two", true), (-3_599.875, "mdoc:one", false), (-3_599.5, "mdoc:one", true),
        ]
        for step in story {
            #expect(
                texts.accepts(step.text, at: start.addingTimeInterval(step.seconds)) == step.isTaken,
                "\(step.seconds) \(step.text)")
        }
    }

    @Test func `an empty text and one longer than a code holds are not delivered`() {
        for (text, isTaken) in [
            ("", false), (String(repeating: "a", count: 7_089), true), (String(repeating: "a", count: 7_090), false),
            // The limit is in bytes, not characters.
            (String(repeating: "ক", count: 2_363), true), (String(repeating: "ক", count: 2_364), false),
            ("\u{0}", true), ("https://example.com", true),
        ] {
            var texts = ScannedTexts()
            #expect(texts.accepts(text, at: start) == isTaken, "\(text.utf8.count) bytes")
        }
    }

    @Test func `thirty codes a second for a minute give two a second`() {
        var texts = ScannedTexts()
        let taken = (0..<1_800).count { texts.accepts("code \($0)", at: start.addingTimeInterval(Double($0) / 30)) }
        #expect(taken == 120)
    }
}
