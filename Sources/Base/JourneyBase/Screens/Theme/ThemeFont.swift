extension Theme {
    /// The source that a drawer takes the font of a text from.
    package enum FontSource: Hashable, Sendable {
        /// The system's own for a style, which grows with the person's text size by itself.
        case systemStyle
        /// The system's own of so many points at the usual text size; the drawer has it grow.
        case system(points: Double)
        /// The host's, by its name, of so many points at the usual text size.
        case named(String, points: Double)
    }

    /// The font of text that is `points` high at the usual text size.
    ///
    /// The system's own font is never asked for by a name: it has none that an app may use, and what is asked for by one may come out
    /// as another font.
    package func font(points: Double) -> FontSource {
        if let fontFamily { return .named(fontFamily, points: points * fontScale) }
        return fontScale == 1 ? .systemStyle : .system(points: points * fontScale)
    }
}
