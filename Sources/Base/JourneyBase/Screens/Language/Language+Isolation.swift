extension Language {
    /// `text` that comes from elsewhere, for a sentence in this language. Where the language runs from right to left it is
    /// isolated, so that neither turns the other around (Unicode Standard Annex 9, section 2.4): a name, a reference, the
    /// digits of a card, an amount with a currency's code.
    ///
    /// Marks of direction in it are dropped: one of them would end the isolation and turn around the words that follow.
    package func isolated(_ text: String) -> String {
        guard isRightToLeft else { return text }
        return "\u{2068}\(Language.unmarked(text))\u{2069}"
    }

    /// The same where a line begins with it: a mark before it says that the line runs from right to left all the same.
    package func isolatedAtStart(_ text: String) -> String {
        guard isRightToLeft else { return text }
        return "\u{200F}" + isolated(text)
    }

    /// `text` without the marks that turn text around and show nothing (property Bidi_Control).
    package static func unmarked(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isBidiControl }))
    }
}
