extension Language {
    /// Prepares `text` from elsewhere, such as a name, a reference or an amount, for a sentence in this language.
    ///
    /// For right-to-left languages the text is isolated, so that neither direction affects the other (Unicode Standard Annex 9,
    /// section 2.4). Directional marks in it are removed: one of them could end the isolation and reorder the words that follow.
    package func isolated(_ text: String) -> String {
        guard isRightToLeft else { return text }
        return "\u{2068}\(Language.unmarked(text))\u{2069}"
    }

    /// Like `isolated`, for the start of a line: a mark before the text keeps the line right-to-left.
    package func isolatedAtStart(_ text: String) -> String {
        guard isRightToLeft else { return text }
        return "\u{200F}" + isolated(text)
    }

    /// Returns `text` without invisible directional marks (property Bidi_Control).
    package static func unmarked(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isBidiControl }))
    }
}
