import Foundation
package import JourneyBase
package import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// The names and values of document elements in words, in one language.
package struct ElementText: Sendable {
    let language: Language

    package init(_ language: Language) { self.language = language }

    /// Returns an element's name; the identifier itself if it has none.
    package func name(of identifier: String) -> String { language(HolderPhrase.element(identifier)) }

    /// Returns an element's value for display: codes and dates in words, a place by its parts, bytes and structures as provided,
    /// anything else as it is.
    package func value(_ value: CBORItem, of identifier: String) -> String {
        if let words = CodedValue.text(value, of: identifier, in: language) { return words }
        if identifier == "place_of_birth", value.members != nil {
            let parts = ["locality", "region", "country"].compactMap { part in
                value[part].map { self.value($0, of: part) }
            }
            return parts.isEmpty ? language(.provided) : parts.joined(separator: language.listSeparator)
        }
        if identifier == "nationality", let list = value.array {
            return list.prefix(40).map { self.value($0, of: identifier) }.joined(separator: language.listSeparator)
        }
        return shown(value)
    }

    /// Returns a driving privilege for display: its category and its dates (ISO/IEC 18013-5, section 7.2.4).
    private func privilege(_ item: CBORItem) -> String {
        guard let category = item["vehicle_category_code"] else { return language(.provided) }
        return language(
            HolderPhrase.privilege(
                shown(category), issued: item["issue_date"].flatMap(day), expires: item["expiry_date"].flatMap(day)))
    }

    /// Returns a date in the language's words and digits; `nil` for anything else.
    private func day(_ value: CBORItem) -> String? {
        let date = value.fullDate?.description ?? value.tagged(0)?.text.map { String($0.prefix(10)) }
        // As dates are typed, with the months' present spelling.
        if let day = date.flatMap({ CalendarDay($0) }) { return day.spelled(in: language) }
        guard let parts = date?.split(separator: "-").compactMap({ Int($0) }), parts.count == 3,
            let time = CivilTime(year: parts[0], month: parts[1], day: parts[2], hour: 0, minute: 0, second: 0)
        else { return nil }
        var style = Date.FormatStyle(
            date: .long, time: .omitted, locale: Locale(identifier: language == .english ? "en_GB" : language.tag),
            calendar: Calendar(identifier: .gregorian))
        style.timeZone = .gmt
        // Without the locale's comma, and in today's spelling of Bengali months.
        return language.digits(time.date.formatted(style)).filter { $0 != "," && $0 != "،" }
            .replacing("ারী", with: "ারি")
    }

    /// Returns a value for display: dates in words, bytes and structures as provided. Control characters, which could move the
    /// cursor or hide text, are removed.
    private func shown(_ value: CBORItem) -> String {
        if value.bytes != nil { return language(.provided) }
        if let boolean = value.boolean { return language(boolean ? .yes : .no) }
        if let date = day(value) { return date }
        if let list = value.array {
            let isOfPrivileges = list.contains { $0["vehicle_category_code"] != nil }
            return list.prefix(40).map { $0.members == nil ? shown($0) : privilege($0) }
                .joined(separator: isOfPrivileges ? "\n" : language.listSeparator)
        }
        // No notation of CBOR or JSON reaches a screen.
        let text = value.text ?? value.integer.map { language.digits("\($0)") } ?? language(.provided)
        let plain = text.unicodeScalars.prefix(400).filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(plain))
    }
}
