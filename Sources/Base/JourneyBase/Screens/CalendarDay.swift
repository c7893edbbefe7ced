/// A day of the Gregorian calendar, from 1900 to 2200.
package struct CalendarDay: Hashable, Sendable {
    /// A part of a day, which people type on its own; in the order of all three languages.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case day, month, year

        /// The most digits.
        package var digits: Int { self == .year ? 4 : 2 }
        /// The part's name.
        package var phrase: Phrase {
            switch self {
            case .day: .day
            case .month: .month
            case .year: .year
            }
        }
    }

    /// The day as `yyyy-MM-dd` (ISO 8601), as it is sent.
    package let text: String
    private let year: Int
    private let month: Int
    private let day: Int

    /// Reads `yyyy-MM-dd`, in digits of any script.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let digits = parts.compactMap { Digits.ascii(String($0)) }
        guard parts.count == 3, digits.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = digits.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// Reads a day as typed: `yyyy-MM-dd`, or day, month's name and year in any of the languages. In Arabic, a letter that marks
    /// the calendar may follow.
    package init?(typed text: String) {
        // Direction marks are copied along with the example.
        var words = Language.unmarked(text).split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count == 4, words[3] == "م" { words.removeLast() }
        if words.count == 1, let date = CalendarDay(words[0]) {
            self = date
            return
        }
        guard words.count == 3, let month = CalendarDay.month(words[1]),
            let day = CalendarDay.number(words[0], digits: 1...2),
            let year = CalendarDay.number(words[2], digits: 4...4)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Reads the parts of a day as typed, in digits of any script: a day and a month of one or two digits, and a year of four.
    package init?(typed parts: [Part: String]) {
        func number(_ part: Part, _ digits: ClosedRange<Int>) -> Int? {
            let text = (parts[part] ?? "").split(whereSeparator: \.isWhitespace)
            return text.count == 1 ? CalendarDay.number(String(text[0]), digits: digits) : nil
        }
        guard let day = number(.day, 1...2), let month = number(.month, 1...2), let year = number(.year, 4...4) else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }

    private init?(year: Int, month: Int, day: Int) {
        guard (1_900...2_200).contains(year), (1...12).contains(month) else { return nil }
        guard (1...CivilTime.days(inMonth: month, year: year)).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        text = CalendarDay.text(year, month, day)
    }

    /// Returns the digits of a part as people type them, without leading zeros.
    package func typed(_ part: Part) -> String {
        switch part {
        case .day: "\(day)"
        case .month: "\(month)"
        case .year: "\(year)"
        }
    }

    /// Returns the day in words, such as `28 February 1990`, in the language's digits and names.
    package func spelled(in language: Language) -> String {
        let months =
            switch language {
            case .english: CalendarDay.englishMonths
            case .bengali: CalendarDay.bengaliMonths
            case .arabic: CalendarDay.arabicMonths
            }
        return "\(language.number(day)) \(months[month - 1]) \(language.number(year))"
    }

    /// The example shown to people.
    package static let example = CalendarDay(example: (1_990, 2, 28))

    private init(example: (Int, Int, Int)) {
        (year, month, day) = example
        text = CalendarDay.text(year, month, day)
    }

    private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(year)-\(two(month))-\(two(day))"
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
        guard !text.contains("-"), let ascii = Digits.ascii(text), digits.contains(ascii.utf8.count) else { return nil }
        return Int(ascii)
    }

    private static func month(_ name: String) -> Int? {
        let index =
            englishMonths.firstIndex { $0.lowercased() == name.lowercased() }
            ?? bengaliMonths.firstIndex(of: name) ?? arabicMonths.firstIndex { bare($0) == bare(name) }
        return index.map { $0 + 1 }
    }

    /// Removes the hamza from alifs, because many people type names without it.
    private static func bare(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { "أإآ".unicodeScalars.contains($0) ? "ا" : $0 }))
    }

    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let bengaliMonths = [
        "জানুয়ারি", "ফেব্রুয়ারি", "মার্চ", "এপ্রিল", "মে", "জুন", "জুলাই", "আগস্ট", "সেপ্টেম্বর", "অক্টোবর", "নভেম্বর",
        "ডিসেম্বর",
    ]
    /// The month names of Egypt and the Gulf, which are CLDR's for Arabic without a region.
    private static let arabicMonths = [
        "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر",
    ]
}
