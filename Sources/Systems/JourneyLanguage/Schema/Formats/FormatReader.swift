internal import JourneyBase

/// Validates dates, times (RFC 3339, section 5.6) and durations (its appendix A).
struct FormatReader {
    private let text: UnsafeBufferPointer<UInt8>
    private var at = 0

    init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    var isAtEnd: Bool { at == text.count }

    private func peek() -> UInt8 { at < text.count ? text[at] : 0 }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek().lowerCased == byte.lowerCased, at < text.count else { return false }
        at += 1
        return true
    }

    private mutating func number(_ count: Int) -> Int? {
        guard at + count <= text.count, text[at..<at + count].allSatisfy(\.isDigit) else { return nil }
        defer { at += count }
        return text[at..<at + count].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func date() -> Bool {
        guard let year = number(4), take(UInt8(ascii: "-")), let month = number(2), take(UInt8(ascii: "-")),
            let day = number(2), (1...12).contains(month)
        else { return false }
        return (1...CivilTime.days(inMonth: month, year: year)).contains(day)
    }

    /// Reads a time with its mandatory zone.
    mutating func time() -> Bool {
        guard let hour = number(2), take(UInt8(ascii: ":")), let minute = number(2), take(UInt8(ascii: ":")),
            let second = number(2), hour < 24, minute < 60, second <= 60
        else { return false }
        if take(UInt8(ascii: ".")) {
            guard peek().isDigit else { return false }
            while peek().isDigit { at += 1 }
        }
        var offset = 0
        if !take(UInt8(ascii: "Z")) {
            let isAhead = peek() == UInt8(ascii: "+")
            guard isAhead || peek() == UInt8(ascii: "-") else { return false }
            at += 1
            guard let hours = number(2), take(UInt8(ascii: ":")), let minutes = number(2), hours < 24, minutes < 60
            else { return false }
            offset = (isAhead ? 1 : -1) * (hours * 60 + minutes)
        }
        // A leap second is the last second of a day in UTC.
        let moment = hour * 60 + minute - offset
        return second < 60 || (moment + 2 * 1_440) % 1_440 == 1_439
    }

    mutating func dateTime() -> Bool {
        guard date(), take(UInt8(ascii: "T")) else { return false }
        return time() && isAtEnd
    }

    /// Reads a duration: weeks alone, or years, months and days without a gap, then hours, minutes and seconds without a gap.
    mutating func duration() -> Bool {
        guard peek() == UInt8(ascii: "P") else { return false }
        at += 1
        let days = units()
        if days == "W" { return isAtEnd }
        guard days.isEmpty || "YMD".contains(days) else { return false }
        guard peek() == UInt8(ascii: "T") else { return !days.isEmpty && isAtEnd }
        at += 1
        let time = units()
        return !time.isEmpty && "HMS".contains(time) && isAtEnd
    }

    /// Reads numbers with one unit letter each and returns the letters.
    private mutating func units() -> String {
        var units = ""
        while peek().isDigit {
            while peek().isDigit { at += 1 }
            guard peek().isUpperCaseLetter else { return "?" }
            units.unicodeScalars.append(Unicode.Scalar(peek()))
            at += 1
        }
        return units
    }
}
