/// A language of the package's own texts. The texts of a flow come from the flow.
public enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case bengali = "bn"
    case arabic = "ar"

    /// Selects the first supported language of `tags`, or English.
    ///
    /// - Parameter tags: Language tags in order of preference (BCP 47, or the underscored form of system locales).
    public init(preferred tags: [String]) {
        let known = tags.lazy.compactMap { tag in
            tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.flatMap { Language(rawValue: $0.lowercased()) }
        }
        self = known.first ?? .english
    }

    /// The BCP 47 tag, for a page's `lang`.
    public var tag: String { rawValue }

    /// `true` if the language is written from right to left.
    public var isRightToLeft: Bool { self == .arabic }

    /// Returns the text of `phrase` in this language.
    public func callAsFunction(_ phrase: Phrase) -> String {
        switch self {
        case .english: English.text(phrase)
        case .bengali: Bengali.text(phrase)
        case .arabic: Arabic.text(phrase)
        }
    }

    /// The separator between the items of a short list.
    public var listSeparator: String { self == .arabic ? "، " : ", " }

    /// Formats `value` with the digits of this language.
    ///
    /// Bengali uses CLDR's default digits. Arabic uses Arabic-Indic digits, as in Egypt and the countries to its east; for Arabic
    /// without a country, systems differ.
    ///
    /// - Parameter value: The number.
    /// - Returns: The text.
    public func number(_ value: Int) -> String { digits("\(value)") }

    /// Formats a duration as on a clock, such as `4:05`. Hours appear only if there are any.
    ///
    /// - Parameter seconds: The duration in seconds.
    /// - Returns: The text, in the digits of this language.
    public func clock(_ seconds: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let text =
            hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
        return digits(text)
    }

    /// Replaces the ASCII digits of `text` by those of this language.
    ///
    /// - Parameter text: The text.
    /// - Returns: The converted text.
    public func digits(_ text: String) -> String {
        let zero: UInt32 =
            switch self {
            case .english: 0x30
            case .bengali: 0x9E6
            case .arabic: 0x660
            }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    guard (0x30...0x39).contains(scalar.value) else { return scalar }
                    return Unicode.Scalar(zero + scalar.value - 0x30) ?? scalar
                }))
    }
}
