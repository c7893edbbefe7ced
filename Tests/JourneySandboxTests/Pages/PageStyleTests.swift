import Foundation
import JourneyBase
import Testing

/// The colours of the sandbox's pages, which are those of the native screens.
struct PageStyleTests {
    @Test("the pages' style sheets have the tokens' colours", arguments: ["bank/assets/harbour.css", "draft/page.css"])
    func colours(file: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let style = try String(
            contentsOf: root.appending(path: "Sources/Tools/JourneySandbox/Resources/\(file)"), encoding: .utf8)
        let palette = Theme.standard.light
        let tokens = [
            "ink": palette.text, "quiet": palette.secondaryText, "brand": palette.accent, "paper": palette.surface,
            "ground": palette.background, "line": palette.separator, "control": palette.border, "bad": palette.danger,
            "good": palette.success, "warn": palette.warning, "brand-soft": palette.tint(palette.accent),
            "bad-soft": palette.tint(palette.danger), "good-soft": palette.tint(palette.success),
            "warn-soft": palette.tint(palette.warning),
        ]
        let start = try #require(style.firstRange(of: ":root {")).upperBound
        let block = style[start...].prefix { $0 != "}" }
        var found = 0
        for match in block.matches(of: /--([a-z-]+): (#[0-9a-f]{6});/) {
            guard let token = tokens[String(match.output.1)] else { continue }
            #expect(String(match.output.2) == token.hex, "\(match.output.1)")
            found += 1
        }
        #expect(found >= 6)
    }
}
