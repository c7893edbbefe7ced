import Testing

@testable import JourneyBase

struct ThemeTests {
    @Test(
        "contrast follows WCAG",
        arguments: [
            (0x000000, 0xFFFFFF, 21.0), (0xFFFFFF, 0xFFFFFF, 1.0), (0x777777, 0xFFFFFF, 4.48),
            (0x767676, 0xFFFFFF, 4.54),
            (0xFF0000, 0xFFFFFF, 4.0), (0x0000FF, 0xFFFFFF, 8.59),
        ] as [(UInt32, UInt32, Double)])
    func contrast(one: UInt32, other: UInt32, ratio: Double) {
        let (one, other) = (Theme.Color(one), Theme.Color(other))
        #expect(abs(one.contrast(with: other) - ratio) < 0.01)
        #expect(one.contrast(with: other) == other.contrast(with: one))
    }

    @Test("the standard theme could be made by a host")
    func standard() throws {
        let own = Theme.standard
        #expect(try Theme(light: own.light, dark: own.dark) == own)
    }

    @Test("each colour pair in use is checked, in both modes", arguments: 0..<11, Theme.Mode.allCases)
    func pairs(index: Int, mode: Theme.Mode) {
        let own = Theme.standard.palette(mode)
        let name = own.pairs[index].name
        // The foreground colour of the pair becomes the background: no contrast is left.
        var palette = own
        switch name {
        case "text on background": palette.text = own.background
        case "text on surface": palette.text = own.surface
        case "secondary text on background": palette.secondaryText = own.background
        case "secondary text on surface": palette.secondaryText = own.surface
        case "accent on surface": palette.accent = own.surface
        case "on accent": palette.onAccent = own.accent
        case "danger on surface": palette.danger = own.surface
        case "on danger": palette.onDanger = own.danger
        case "success on surface": palette.success = own.surface
        case "warning on surface": palette.warning = own.surface
        case "border on surface": palette.border = own.surface
        default: Issue.record("no such pair: \(name)")
        }
        #expect(throws: ThemeError.self) {
            try Theme(
                light: mode == .light ? palette : Theme.standard.light,
                dark: mode == .dark ? palette : Theme.standard.dark)
        }
    }

    @Test("text that is slightly too pale is refused with its ratio")
    func tooPale() throws {
        var palette = Theme.standardPlainLight
        palette.secondaryText = Theme.Color(0x777777)
        let fault = #expect(throws: ThemeError.self) { try Theme(light: palette, dark: Theme.standard.dark) }
        guard case .contrast(.light, let pair, let ratio, 4.5) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(pair == "secondary text on background" && ratio > 4.4 && ratio < 4.5)
        palette.secondaryText = Theme.Color(0x767676)
        #expect(throws: Never.self) { try Theme(light: palette, dark: Theme.standard.dark) }
    }

    @Test("the system font has no explicit name, at any scale", arguments: [0.75, 1, 1.25, 2])
    func fonts(scale: Double) throws {
        func theme(_ family: String?) throws -> Theme {
            try Theme(light: Theme.standard.light, dark: Theme.standard.dark, fontScale: scale, fontFamily: family)
        }
        let own = try theme(nil)
        #expect(own.font(points: 20) == (scale == 1 ? .systemStyle : .system(points: 20 * scale)))
        #expect(try theme("Noto Sans").font(points: 20) == .named("Noto Sans", points: 20 * scale))
        // A host can't request a system font without a public name either.
        #expect(throws: ThemeError.fontFamily) { try theme(".AppleSystemUIFont") }
    }

    @Test("measures and names are bounded")
    func bounds() {
        func fault(_ radius: Double = 12, _ scale: Double = 1, _ font: String? = nil) -> ThemeError? {
            do throws(ThemeError) {
                _ = try Theme(
                    light: Theme.standard.light, dark: Theme.standard.dark, cornerRadius: radius, fontScale: scale,
                    fontFamily: font)
                return nil
            } catch { return error }
        }
        #expect(fault() == nil && fault(0, 0.75, "Noto Sans") == nil && fault(32, 2) == nil)
        #expect(fault(-1) != nil && fault(33) != nil && fault(.nan) != nil)
        #expect(fault(12, 0.5) != nil && fault(12, .infinity) != nil)
        for font in ["", "a\"; }", "x;y", "a{", String(repeating: "a", count: 61)] {
            #expect(fault(12, 1, font) == .fontFamily)
        }
    }
}

extension Theme {
    /// A light palette on white, so that published contrast ratios apply.
    fileprivate static var standardPlainLight: Palette {
        var palette = Theme.standard.light
        palette.background = Color(0xFFFFFF)
        return palette
    }
}
