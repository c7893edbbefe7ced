extension Theme {
    /// The marks of a brand, from which a theme is made.
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
        public var cornerRadius: Double
        /// The name of a font of the host or system.
        public var fontFamily: String?

        /// Creates the marks of a brand.
        ///
        /// - Parameters:
        ///   - accent: The colour of buttons and links.
        ///   - darkAccent: The accent in dark mode; `nil` for one made from `accent`.
        ///   - logo: The logo in the header.
        ///   - cornerRadius: The corner radius in points, 0 to 32.
        ///   - fontFamily: The name of a font of the host or system.
        public init(
            accent: Color, darkAccent: Color? = nil, logo: Screen.Picture? = nil, cornerRadius: Double = 12,
            fontFamily: String? = nil
        ) {
            self.accent = accent
            self.darkAccent = darkAccent
            self.logo = logo
            self.cornerRadius = cornerRadius
            self.fontFamily = fontFamily
        }
    }

    /// Creates the theme of a brand over the standard colours.
    ///
    /// The text on the accent is black or white, whichever is easier to read. In dark mode an accent without a colour of its own is
    /// lightened until it can be read.
    ///
    /// - Parameters:
    ///   - brand: The marks of the brand.
    ///   - rule: The treatment of an accent whose contrast is too low.
    /// - Throws: `ThemeError`; `.contrast` only where `rule` refuses.
    public init(brand: Brand, rule: Brand.ContrastRule = .correct) throws(ThemeError) {
        try self.init(
            light: Theme.palette(.standardLight, accent: brand.accent, rule),
            dark: Theme.palette(
                .standardDark, accent: brand.darkAccent ?? brand.accent, brand.darkAccent == nil ? .correct : rule),
            cornerRadius: brand.cornerRadius, fontFamily: brand.fontFamily, logo: brand.logo)
    }

    private static func palette(_ palette: Palette, accent: Color, _ rule: Brand.ContrastRule) -> Palette {
        var copy = palette
        copy.accent = rule == .refuse ? accent : accent.reaching(textContrast, on: [palette.surface, palette.fill])
        let inks = [Color(0xFFFFFF), Color(0x000000)]
        copy.onAccent =
            inks[0].contrast(with: copy.accent) >= inks[1].contrast(with: copy.accent) ? inks[0] : inks[1]
        return copy
    }
}
