extension Theme {
    /// A component that can have settings of its own.
    public enum Component: String, Hashable, Sendable, CaseIterable {
        case button, field, card, pass
    }

    /// The settings of a component, which override the brand's.
    public struct ComponentMarks: Hashable, Sendable {
        /// The background of a button, a card or a pass's head, and the colour of a field's focus ring.
        public var accent: Color?
        /// The accent in dark mode; `nil` for one made from `accent`.
        public var darkAccent: Color?
        /// The corner radius in points, 0 to 32.
        public var cornerRadius: Double?

        /// Creates the settings of a component.
        ///
        /// - Parameters:
        ///   - accent: The colour.
        ///   - darkAccent: The colour in dark mode; `nil` for one made from `accent`.
        ///   - cornerRadius: The corner radius in points, 0 to 32.
        public init(accent: Color? = nil, darkAccent: Color? = nil, cornerRadius: Double? = nil) {
            self.accent = accent
            self.darkAccent = darkAccent
            self.cornerRadius = cornerRadius
        }
    }

    /// The design settings of a brand: accent colours, logo, corner radius and font. `nil` keeps the base theme's setting.
    public struct Brand: Hashable, Sendable {
        /// The treatment of a colour whose contrast is too low.
        public enum ContrastRule: Hashable, Sendable {
            /// Takes the nearest readable colour of the same hue.
            case correct
            /// Throws `ThemeError.contrast` with the figure.
            case refuse
        }

        /// The colour of buttons and links.
        public var accent: Color
        /// The accent in dark mode; `nil` for one made from `accent`.
        public var darkAccent: Color?
        /// The logo in the header. Its alternative text is the brand's name.
        public var logo: Screen.Picture?
        /// The corner radius in points, 0 to 32.
        public var cornerRadius: Double?
        /// The name of a font of the host or system.
        public var fontFamily: String?
        /// Overrides for single components, such as buttons.
        public var components: [Component: ComponentMarks]

        /// Creates a brand: its accent colours, logo, corner radius and font.
        ///
        /// - Parameters:
        ///   - accent: The colour of buttons and links.
        ///   - darkAccent: The accent in dark mode; `nil` for one made from `accent`.
        ///   - logo: The logo in the header.
        ///   - cornerRadius: The corner radius in points, 0 to 32.
        ///   - fontFamily: The name of a font of the host or system.
        ///   - components: Overrides for single components, such as buttons.
        public init(
            accent: Color, darkAccent: Color? = nil, logo: Screen.Picture? = nil, cornerRadius: Double? = nil,
            fontFamily: String? = nil, components: [Component: ComponentMarks] = [:]
        ) {
            self.accent = accent
            self.darkAccent = darkAccent
            self.logo = logo
            self.cornerRadius = cornerRadius
            self.fontFamily = fontFamily
            self.components = components
        }
    }

    /// Creates the theme of a brand over another theme.
    ///
    /// The text on an accent is black or white, whichever is easier to read. In dark mode an accent without a colour of its own is
    /// lightened until it can be read.
    ///
    /// - Parameters:
    ///   - brand: The brand.
    ///   - base: The theme for everything that the brand doesn't set.
    ///   - rule: The treatment of an accent whose contrast is too low.
    /// - Throws: `ThemeError`; `.contrast` only where `rule` refuses.
    public init(
        brand: Brand, over base: Theme = .standard, rule: Brand.ContrastRule = .correct
    ) throws(ThemeError) {
        let darkRule = brand.darkAccent == nil ? .correct : rule
        try self.init(
            light: Theme.palette(base.light, accent: brand.accent, rule),
            dark: Theme.palette(base.dark, accent: brand.darkAccent ?? brand.accent, darkRule),
            cornerRadius: brand.cornerRadius ?? base.cornerRadius, fontScale: base.fontScale,
            fontFamily: brand.fontFamily ?? base.fontFamily, logo: brand.logo ?? base.logo)
        for component in Component.allCases {
            guard var marks = brand.components[component] else { continue }
            if let radius = marks.cornerRadius, !(0...32).contains(radius) { throw .cornerRadius(radius) }
            if let accent = marks.accent ?? marks.darkAccent {
                let darkRule = marks.darkAccent == nil ? .correct : rule
                let dark = marks.darkAccent ?? accent
                marks.accent = try Theme.readable(accent, of: component, .light, base.light, rule)
                marks.darkAccent = try Theme.readable(dark, of: component, .dark, base.dark, darkRule)
            }
            components[component] = marks
        }
    }

    /// Returns this theme with a journey's brand, its colours corrected to be readable. Returns this theme itself for `nil`, and
    /// for a brand with invalid settings.
    package func applying(_ brand: Brand?) -> Theme { brand.flatMap { try? Theme(brand: $0, over: self) } ?? self }

    /// Returns the background of a component in a mode, and the colour of text on it.
    package func colors(
        of component: Component, _ mode: Mode, isIncreased: Bool = false
    ) -> (accent: Color, onAccent: Color) {
        let palette = palette(mode, isIncreased: isIncreased)
        let own = mode == .light ? components[component]?.accent : components[component]?.darkAccent
        guard let own, !isIncreased else { return (palette.accent, palette.onAccent) }
        return (own, Theme.ink(on: own))
    }

    /// Returns the radius of `corner` for a component.
    package func radius(_ corner: Corner, of component: Component) -> Double {
        components[component]?.cornerRadius ?? radius(corner)
    }

    private static func readable(
        _ accent: Color, of component: Component, _ mode: Mode, _ palette: Palette, _ rule: Brand.ContrastRule
    ) throws(ThemeError) -> Color {
        let ratio = accent.contrast(with: palette.surface)
        guard ratio < shapeContrast else { return accent }
        if rule == .refuse {
            throw .contrast(
                mode, pair: "\(component.rawValue) accent on surface", ratio: ratio, least: shapeContrast)
        }
        return accent.reaching(shapeContrast, on: [palette.surface])
    }

    private static func ink(on ground: Color) -> Color {
        [Color(0xFFFFFF), Color(0x000000)].max { $0.contrast(with: ground) < $1.contrast(with: ground) } ?? ground
    }

    private static func palette(_ palette: Palette, accent: Color, _ rule: Brand.ContrastRule) -> Palette {
        var copy = palette
        copy.accent = rule == .refuse ? accent : accent.reaching(textContrast, on: [palette.surface, palette.fill])
        copy.onAccent = ink(on: copy.accent)
        return copy
    }
}
