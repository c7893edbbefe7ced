/// A language that this package's own words exist in. A flow's words come from the flow.
public enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case bengali = "bn"
    case arabic = "ar"

    /// The first of `tags` (BCP 47, or the underscored form of system locales) that there are words in; English when
    /// there are none.
    public init(preferred tags: [String]) {
        let known = tags.lazy.compactMap { tag in
            tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.flatMap { Language(rawValue: $0.lowercased()) }
        }
        self = known.first ?? .english
    }

    /// The BCP 47 tag, for a page's `lang`.
    public var tag: String { rawValue }

    public var isRightToLeft: Bool { self == .arabic }

    /// The words for `phrase`.
    public func callAsFunction(_ phrase: Phrase) -> String {
        switch self {
        case .english: English.text(phrase)
        case .bengali: Bengali.text(phrase)
        case .arabic: Arabic.text(phrase)
        }
    }

    /// What stands between the parts of a short list.
    public var listSeparator: String { self == .arabic ? "، " : ", " }

    /// `value` in the digits that the language is written with: Bengali's are CLDR's default for it, Arabic's are those of
    /// Egypt and its neighbours to the east, since for Arabic without a country systems differ.
    public func number(_ value: Int) -> String { digits("\(value)") }

    /// Minutes and seconds as a clock shows them, such as `4:05`; hours only where there are some.
    public func clock(_ seconds: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let text =
            hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
        return digits(text)
    }

    /// `text` with its ASCII digits in the language's own.
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
