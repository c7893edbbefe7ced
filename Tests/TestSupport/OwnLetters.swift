public import JourneyBase

/// A check that a text in Bengali or Arabic has no letters and digits of another script.
public enum OwnLetters {
    /// The languages that aren't written in Latin letters.
    public static let languages: [Language] = [.bengali, .arabic]

    /// Returns the letters and digits of `text` that aren't the language's own.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - language: Its language.
    ///   - values: Names and values that may stand in the text as they are.
    /// - Returns: The other letters and digits, empty if there are none. A text without any letter is returned as a whole.
    public static func others(in text: String, _ language: Language, besides values: [String] = []) -> String {
        let own: ClosedRange<UInt32>? =
            switch language {
            case .english: nil
            case .bengali: 0x980...0x9FF
            case .arabic: 0x600...0x6FF
            }
        var rest = text
        for value in values { rest = rest.replacing(value, with: "") }
        let letters = rest.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        guard let own, !letters.isEmpty else { return "no text: \(text)" }
        return String(String.UnicodeScalarView(letters.filter { !own.contains($0.value) }))
    }
}
