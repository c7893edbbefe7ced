extension Theme {
    /// The source of a font.
    package enum FontSource: Hashable, Sendable {
        /// The system font of a text style, which scales with the person's text size by itself.
        case systemStyle
        /// The system font at a size in points for the default text size; the renderer scales it.
        case system(points: Double)
        /// The host's font, by name, at a size in points for the default text size.
        case named(String, points: Double)
    }

    /// Returns the font of text that is `points` high at the default text size.
    ///
    /// The system font is never requested by name: apps may use no name of it, and a lookup might return another font.
    package func font(points: Double) -> FontSource {
        if let fontFamily { return .named(fontFamily, points: points * fontScale) }
        return fontScale == 1 ? .systemStyle : .system(points: points * fontScale)
    }
}
