import Foundation
import JourneyBase

/// Formats the values of fields as Wallet does: dates and numbers by the field's style, in the person's language.
struct FieldFormatter: Sendable {
    let locale: Locale
    let zone: TimeZone

    /// The maximum length; longer texts are truncated.
    private static let longest = 5_000

    func field(_ value: JSONValue, _ words: PassWords) -> PassFace.Field? {
        guard let key = value["key"]?.string else { return nil }
        return PassFace.Field(
            key: key, label: String(words(value["label"]?.string ?? "").prefix(FieldFormatter.longest)),
            value: String(text(value, words).prefix(FieldFormatter.longest)),
            alignment: value["textAlignment"]?.string.flatMap(PassFace.Field.Alignment.init) ?? .natural,
            changeMessage: value["changeMessage"]?.string.map { words($0) })
    }

    private func text(_ field: JSONValue, _ words: PassWords) -> String {
        if let attributed = field["attributedValue"]?.string { return FieldFormatter.plain(words(attributed)) }
        switch field["value"] {
        case .number(let number): return self.number(number, field)
        case .string(let text): return date(text, field) ?? words(text)
        default: return ""
        }
    }

    private func number(_ number: JSONNumber, _ field: JSONValue) -> String {
        guard let decimal = Decimal(string: number.lexeme) else { return number.lexeme }
        if let currency = field["currencyCode"]?.string {
            return amount("\(decimal)", currency)
        }
        switch field["numberStyle"]?.string {
        case "PKNumberStylePercent": return decimal.formatted(.percent.locale(locale))
        case "PKNumberStyleScientific": return decimal.formatted(.number.notation(.scientific).locale(locale))
        case "PKNumberStyleSpellOut":
            let formatter = NumberFormatter()
            formatter.numberStyle = .spellOut
            formatter.locale = locale
            return formatter.string(from: decimal as NSDecimalNumber) ?? number.lexeme
        case "PKNumberStyleDecimal": return decimal.formatted(.number.locale(locale))
        default: return number.lexeme
        }
    }

    /// Formats an amount as the screens do in Bengali and Arabic, and as the locale writes it in any other language.
    private func amount(_ amount: String, _ currency: String) -> String {
        switch Language(preferred: [locale.identifier]) {
        case .english: AmountText.text(amount, currency, locale: locale.identifier)
        case let language: language.amount(amount, currency)
        }
    }

    /// Formats a date when the field has a date style: in the value's own time zone when the field asks for that, otherwise in
    /// the person's.
    private func date(_ text: String, _ field: JSONValue) -> String? {
        let (day, time) = (field["dateStyle"]?.string, field["timeStyle"]?.string)
        guard day != nil || time != nil, let date = FieldFormatter.date(text) else { return nil }
        let dates: [String: Date.FormatStyle.DateStyle] = [
            "PKDateStyleShort": .numeric, "PKDateStyleMedium": .abbreviated, "PKDateStyleLong": .long,
            "PKDateStyleFull": .complete,
        ]
        let times: [String: Date.FormatStyle.TimeStyle] = [
            "PKDateStyleShort": .shortened, "PKDateStyleMedium": .standard, "PKDateStyleLong": .complete,
            "PKDateStyleFull": .complete,
        ]
        var style = Date.FormatStyle(
            date: day.flatMap { dates[$0] } ?? .omitted, time: time.flatMap { times[$0] } ?? .omitted, locale: locale)
        style.timeZone = field["ignoresTimeZone"]?.bool == true ? FieldFormatter.zone(of: text) ?? zone : zone
        return date.formatted(style)
    }

    /// Parses a date with or without seconds.
    private static func date(_ text: String) -> Date? {
        if let date = try? Date(text, strategy: .iso8601) { return date }
        guard text.utf8.count > 16, text.contains("T") else { return nil }
        return try? Date(text.prefix(16) + ":00" + text.dropFirst(16), strategy: .iso8601)
    }

    private static func zone(of text: String) -> TimeZone? {
        if text.hasSuffix("Z") { return .gmt }
        let tail = text.suffix(6)
        guard tail.utf8.count == 6, let sign = tail.first, sign == "+" || sign == "-",
            let hours = Int(tail.dropFirst().prefix(2)), let minutes = Int(tail.suffix(2))
        else { return nil }
        return TimeZone(secondsFromGMT: (hours * 60 + minutes) * (sign == "-" ? -60 : 60))
    }

    /// Returns a text without its links.
    private static func plain(_ text: String) -> String {
        var (out, isTag) = ("", false)
        for character in text {
            if character == "<" {
                isTag = true
            } else if character == ">", isTag {
                isTag = false
            } else if !isTag {
                out.append(character)
            }
        }
        return out.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
