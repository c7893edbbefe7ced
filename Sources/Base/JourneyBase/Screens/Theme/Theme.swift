internal import Foundation

/// How screens look, in one value: the host sets it where it makes its presenter, and every drawer honours it.
///
/// It cannot be made of colours that some people cannot tell apart: the initialiser measures each pair that meets.
public struct Theme: Hashable, Sendable {
    /// The least contrast of text (WCAG 2.2, success criterion 1.4.3).
    public static let textContrast = 4.5
    /// The least contrast of what shows where something is, such as a field's border (WCAG 2.2, 1.4.11).
    public static let shapeContrast = 3.0

    public let light: Palette
    public let dark: Palette
    /// Of panels and buttons, in points: 0 to 32.
    public let cornerRadius: Double
    /// Times the size that the person has set: 0.75 to 2.
    public let fontScale: Double
    /// A font that the host has brought or the system has; `nil` for the system's own.
    public let fontFamily: String?
    /// Stands above the title; its words are the host's name.
    public let logo: Screen.Picture?

    /// Throws the first `ThemeError`.
    public init(
        light: Palette, dark: Palette, cornerRadius: Double = 12, fontScale: Double = 1, fontFamily: String? = nil,
        logo: Screen.Picture? = nil
    ) throws(ThemeError) {
        try light.check(.light)
        try dark.check(.dark)
        guard (0...32).contains(cornerRadius) else { throw .cornerRadius(cornerRadius) }
        guard (0.75...2).contains(fontScale) else { throw .fontScale(fontScale) }
        // It is written into style sheets: a name, nothing that ends one.
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

    /// The package's own look.
    public static let standard = Theme(.standardLight, .standardDark, 12, 1, nil, nil)

    /// Light or dark dependencies, as the system says.
    public enum Mode: Hashable, Sendable, CaseIterable { case light, dark }

    public func palette(_ mode: Mode) -> Palette { mode == .light ? light : dark }
}

/// Why a theme cannot be used.
public enum ThemeError: Error, Hashable, Sendable {
    /// Two colours that meet are too alike: `ratio` where at least `least` is needed.
    case contrast(Theme.Mode, pair: String, ratio: Double, least: Double)
    case cornerRadius(Double)
    case fontScale(Double)
    /// A font's name holds letters, digits, spaces and hyphens, 1 to 60 in all.
    case fontFamily
}
