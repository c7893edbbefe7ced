import Testing

@testable import JourneyBase

struct BrandTests {
    private static let colours: [UInt32] = [0x0F4C5C, 0xF2B200, 0xFFFFFF, 0x000000, 0xE4002B, 0x00AEEF, 0x808080]

    @Test("any accent becomes a theme that can be read, in both modes", arguments: colours)
    func corrected(accent: UInt32) throws {
        let theme = try Theme(brand: Theme.Brand(accent: Theme.Color(accent)))
        for mode in Theme.Mode.allCases {
            for (name, one, other, least) in theme.palette(mode).pairs {
                #expect(one.contrast(with: other) >= least, "\(name)")
            }
        }
    }

    @Test("an accent that can be read stays as it is")
    func kept() throws {
        let theme = try Theme(
            brand: Theme.Brand(accent: Theme.Color(0x8A1538), darkAccent: Theme.Color(0xFFB3C7), cornerRadius: 4))
        #expect(theme.light.accent == Theme.Color(0x8A1538) && theme.dark.accent == Theme.Color(0xFFB3C7))
        #expect(theme.light.onAccent == Theme.Color(0xFFFFFF) && theme.dark.onAccent == Theme.Color(0x000000))
        #expect(theme.cornerRadius == 4)
    }

    @Test("a brand that may not be corrected is refused with the figure")
    func refused() throws {
        let fault = #expect(throws: ThemeError.self) {
            try Theme(brand: Theme.Brand(accent: Theme.Color(0xF2B200)), rule: .refuse)
        }
        guard case .contrast(.light, pair: "accent on surface", let ratio, least: 4.5) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(ratio > 1.8 && ratio < 2)
    }

    @Test(
        "backgrounds that are made of other colours leave what stands on them readable", arguments: Theme.Mode.allCases)
    func derived(mode: Theme.Mode) {
        // Text and border that just pass on the surface.
        var tight = Theme.standard.palette(mode)
        if mode == .light {
            tight.secondaryText = Theme.Color(0x767676)
            tight.border = Theme.Color(0x949494)
        }
        for palette in [Theme.standard.palette(mode), Theme.standard.palette(mode, isIncreased: true), tight] {
            for (name, one, other, least) in palette.derivedPairs {
                #expect(one.contrast(with: other) >= least, "\(name)")
            }
        }
    }

    @Test("a person who asks for more contrast gets seven to one", arguments: Theme.Mode.allCases)
    func increased(mode: Theme.Mode) {
        for (name, one, other, _) in Theme.standard.palette(mode, isIncreased: true).pairs {
            #expect(one.contrast(with: other) >= 7, "\(name)")
        }
    }

    @Test("spacing and lines stand on a grid of four points")
    func grid() {
        for space in Theme.Space.allCases { #expect(space.rawValue.truncatingRemainder(dividingBy: 4) == 0) }
        for style in Theme.TextStyle.allCases {
            #expect(style.lineHeight.truncatingRemainder(dividingBy: 4) == 0 && style.lineHeight >= style.points)
        }
        for size in Theme.Size.allCases { #expect(size.rawValue.truncatingRemainder(dividingBy: 4) == 0) }
        #expect(Theme.TextStyle.allCases.map(\.points).max() == Theme.TextStyle.amount.points)
    }
}
