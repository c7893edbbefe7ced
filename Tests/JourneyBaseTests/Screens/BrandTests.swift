import Testing

@testable import JourneyBase

struct BrandTests {
    private static let colours: [UInt32] = [0x0F4C5C, 0xF2B200, 0xFFFFFF, 0x000000, 0xE4002B, 0x00AEEF, 0x808080]

    @Test("any accent colour gives a readable theme in both modes", arguments: colours)
    func corrected(accent: UInt32) throws {
        let theme = try Theme(brand: Theme.Brand(accent: Theme.Color(accent)))
        for mode in Theme.Mode.allCases {
            for (name, one, other, least) in theme.palette(mode).pairs {
                #expect(one.contrast(with: other) >= least, "\(name)")
            }
        }
    }

    @Test("a readable accent stays unchanged")
    func kept() throws {
        let theme = try Theme(
            brand: Theme.Brand(accent: Theme.Color(0x8A1538), darkAccent: Theme.Color(0xFFB3C7), cornerRadius: 4))
        #expect(theme.light.accent == Theme.Color(0x8A1538) && theme.dark.accent == Theme.Color(0xFFB3C7))
        #expect(theme.light.onAccent == Theme.Color(0xFFFFFF) && theme.dark.onAccent == Theme.Color(0x000000))
        #expect(theme.cornerRadius == 4)
    }

    @Test("a brand that must not be corrected is refused with its contrast ratio")
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
        "derived backgrounds keep their foregrounds readable", arguments: Theme.Mode.allCases)
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

    @Test("a component can have an accent and corners of its own; the text on it can be read", arguments: colours)
    func components(accent: UInt32) throws {
        let marks = Theme.ComponentMarks(accent: Theme.Color(accent), cornerRadius: 3)
        let brand = Theme.Brand(accent: Theme.Color(0x0F4C5C), components: [.card: marks])
        let theme = try Theme(brand: brand)
        for mode in Theme.Mode.allCases {
            let (own, ink) = theme.colors(of: .card, mode)
            #expect(own.contrast(with: theme.palette(mode).surface) >= Theme.shapeContrast)
            #expect(ink.contrast(with: own) >= Theme.textContrast)
            #expect(theme.colors(of: .button, mode).accent == theme.palette(mode).accent)
            // A person who asks for more contrast gets it in each component.
            #expect(theme.colors(of: .card, mode, isIncreased: true).accent == theme.palette(mode).increased.accent)
        }
        #expect(theme.radius(.large, of: .card) == 3 && theme.radius(.large, of: .pass) == theme.radius(.large))
        #expect(throws: ThemeError.cornerRadius(33)) {
            try Theme(
                brand: Theme.Brand(
                    accent: Theme.Color(0x0F4C5C), components: [.pass: Theme.ComponentMarks(cornerRadius: 33)]))
        }
    }

    @Test("a journey's brand lies over the host's theme: what it leaves out is the host's")
    func over() throws {
        var light = Theme.standard.light
        light.danger = Theme.Color(0x7A0000)
        let host = try Theme(light: light, dark: Theme.standard.dark, cornerRadius: 6, fontFamily: "Inter")
        let theme = host.applying(Theme.Brand(accent: Theme.Color(0x8A1538)))
        #expect(theme.light.accent == Theme.Color(0x8A1538) && theme.light.danger == Theme.Color(0x7A0000))
        #expect(theme.cornerRadius == 6 && theme.fontFamily == "Inter")
        #expect(host.applying(nil) == host)
        #expect(host.applying(Theme.Brand(accent: Theme.Color(0x8A1538), cornerRadius: 40)) == host)
    }

    @Test("increased contrast gives at least seven to one", arguments: Theme.Mode.allCases)
    func increased(mode: Theme.Mode) {
        for (name, one, other, _) in Theme.standard.palette(mode, isIncreased: true).pairs {
            #expect(one.contrast(with: other) >= 7, "\(name)")
        }
    }

    @Test("spacing and line heights are on a four-point grid")
    func grid() {
        for space in Theme.Space.allCases { #expect(space.rawValue.truncatingRemainder(dividingBy: 4) == 0) }
        for style in Theme.TextStyle.allCases {
            #expect(style.lineHeight.truncatingRemainder(dividingBy: 4) == 0 && style.lineHeight >= style.points)
        }
        for size in Theme.Size.allCases { #expect(size.rawValue.truncatingRemainder(dividingBy: 4) == 0) }
        #expect(Theme.TextStyle.allCases.map(\.points).max() == Theme.TextStyle.amount.points)
    }
}
