internal import Foundation

/// The appearance of the screens. The host passes it to its presenter, and every renderer applies it.
///
/// The initialiser measures the contrast of each pair of adjacent colours, so an unreadable theme can't be created.
public struct Theme: Hashable, Sendable {
    /// The least contrast of text (WCAG 2.2, success criterion 1.4.3).
    public static let textContrast = 4.5
    /// The least contrast of shapes that mark a location, such as a field's border (WCAG 2.2, 1.4.11).
    public static let shapeContrast = 3.0
    /// The least contrast of text for a person who asks for more (WCAG 2.2, 1.4.6).
    static let increasedContrast = 7.0

    /// The colours of light mode.
    public let light: Palette
    /// The colours of dark mode.
    public let dark: Palette
    /// The corner radius of panels and buttons, in points: 0 to 32.
    public let cornerRadius: Double
    /// The factor on the person's text size: 0.75 to 2.
    public let fontScale: Double
    /// The name of a font of the host or system; `nil` for the system's default.
    public let fontFamily: String?
    /// The logo in the header. Its alternative text is the host's name.
    public let logo: Screen.Picture?
    /// Settings of single components that override the theme's. Their accents have enough contrast.
    package internal(set) var components: [Component: ComponentMarks] = [:]

    /// Creates a theme.
    ///
    /// - Parameters:
    ///   - light: The colours of light mode.
    ///   - dark: The colours of dark mode.
    ///   - cornerRadius: The corner radius in points, 0 to 32.
    ///   - fontScale: The factor on the person's text size, 0.75 to 2.
    ///   - fontFamily: The name of a font.
    ///   - logo: The logo in the header.
    /// - Throws: The first `ThemeError`.
    public init(
        light: Palette, dark: Palette, cornerRadius: Double = 12, fontScale: Double = 1, fontFamily: String? = nil,
        logo: Screen.Picture? = nil
    ) throws(ThemeError) {
        try light.check(.light)
        try dark.check(.dark)
        guard (0...32).contains(cornerRadius) else { throw .cornerRadius(cornerRadius) }
        guard (0.75...2).contains(fontScale) else { throw .fontScale(fontScale) }
        // The name is written into style sheets, so it must not be able to end a declaration.
        if let fontFamily {
            let isPlain = fontFamily.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || (0x30...0x39).contains($0.value) || $0 == " " || $0 == "-"
            }
            guard isPlain, (1...60).contains(fontFamily.count) else { throw .fontFamily }
        }
        self.init(light, dark, cornerRadius, fontScale, fontFamily, logo)
    }

    private init(
        _ light: Palette, _ dark: Palette, _ cornerRadius: Double, _ fontScale: Double, _ fontFamily: String?,
        _ logo: Screen.Picture?
    ) {
        self.light = light
        self.dark = dark
        self.cornerRadius = cornerRadius
        self.fontScale = fontScale
        self.fontFamily = fontFamily
        self.logo = logo
    }

    /// The package's default theme.
    public static let standard = Theme(.standardLight, .standardDark, 12, 1, nil, nil)

    /// Light or dark appearance, as the system requests.
    public enum Mode: Hashable, Sendable, CaseIterable { case light, dark }

    /// Returns the colours of a mode.
    ///
    /// - Parameters:
    ///   - mode: Light or dark.
    ///   - isIncreased: `true` for a person who asks for more contrast.
    /// - Returns: The colours.
    public func palette(_ mode: Mode, isIncreased: Bool = false) -> Palette {
        let palette = mode == .light ? light : dark
        return isIncreased ? palette.increased : palette
    }
}

/// The reason why a theme is rejected.
public enum ThemeError: Error, Hashable, Sendable {
    /// Two adjacent colours have too little contrast: `ratio` is below `least`.
    case contrast(Theme.Mode, pair: String, ratio: Double, least: Double)
    case cornerRadius(Double)
    case fontScale(Double)
    /// The font's name isn't 1 to 60 letters, digits, spaces and hyphens.
    case fontFamily
}
