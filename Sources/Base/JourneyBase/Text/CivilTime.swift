package import Foundation

/// A UTC date and time in the Gregorian calendar, independent of locale and time zone.
package struct CivilTime {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int

    /// Creates a date and time, or returns `nil` if it doesn't exist. Leap seconds aren't supported (RFC 5280 has none).
    package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (0...9_999).contains(year), (1...12).contains(month), (0..<24).contains(hour), (0..<60).contains(minute),
            (0..<60).contains(second), day >= 1, day <= CivilTime.days(inMonth: month, year: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Converts `date`, rounded down to a second. Returns `nil` outside the years 1 to 9999.
    package init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
        let count = Int(seconds)
        let days = (count >= 0 ? count : count - 86_399) / 86_400
        let rest = count - days * 86_400
        // Days since 1 March 0000, in eras of 400 years.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
    }

    package var date: Date {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    /// Returns the number of days in a month, 1 to 12.
    package static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
