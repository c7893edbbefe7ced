package import Foundation

/// The date format of HTTP header fields (RFC 9110, section 5.6.7).
package enum HTTPDate {
    /// Parses a date in one of the three HTTP formats: `Sun, 06 Nov 1994 08:49:37 GMT`, the obsolete `Sunday, 06-Nov-94 08:49:37
    /// GMT` and `Sun Nov  6 08:49:37 1994`.
    ///
    /// Parsing is strict: capitals, spaces and leading zeros count, and the date must exist. `now` decides the century of a
    /// two-digit year: a year more than fifty years ahead counts as past. Returns `nil` for anything else.
    package static func moment(_ text: String, now: Date) -> Date? {
        guard (24...33).contains(text.utf8.count) else { return nil }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch parts.count {
        case 6 where parts[5] == "GMT":
            guard weekday(parts[0], short, mark: ","), let year = number(parts[3], digits: 4) else { return nil }
            return moment(year: year, month: parts[2], day: number(parts[1], digits: 2), time: parts[4])
        case 4 where parts[3] == "GMT":
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard weekday(parts[0], long, mark: ","), date.count == 3, let digits = number(date[2], digits: 2) else {
                return nil
            }
            return moment(
                year: century(of: digits, now: now), month: date[1], day: number(date[0], digits: 2), time: parts[2])
        case 5 where weekday(parts[0], short, mark: ""):
            guard let year = number(parts[4], digits: 4) else { return nil }
            return moment(year: year, month: parts[1], day: number(parts[2], digits: 2), time: parts[3])
        // One-digit days are padded with a space.
        case 6 where weekday(parts[0], short, mark: "") && parts[2].isEmpty:
            guard let year = number(parts[5], digits: 4) else { return nil }
            return moment(year: year, month: parts[1], day: number(parts[3], digits: 1), time: parts[4])
        default: return nil
        }
    }

    /// Formats `date` in the preferred format, such as `Sun, 06 Nov 1994 08:49:37 GMT`, without fractions of a second.
    package static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .year, .month, .day, .hour, .minute, .second], from: date)
        func digits(_ number: Int?, _ count: Int = 2) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        // Calendars count Sunday as the first day.
        let day = short[((parts.weekday ?? 1) + 5) % 7]
        let time = [parts.hour, parts.minute, parts.second].map { digits($0) }.joined(separator: ":")
        return "\(day), \(digits(parts.day)) \(months[(parts.month ?? 1) - 1]) \(digits(parts.year, 4)) \(time) GMT"
    }

    private static let short = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let long = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func weekday(_ text: String, _ names: [String], mark: String) -> Bool {
        names.contains { $0 + mark == text }
    }

    private static func number(_ text: String, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
    }

    private static func century(of digits: Int, now: Date) -> Int {
        let current = Int(1970 + now.timeIntervalSince1970 / 31_556_952)
        let year = current - current % 100 + digits
        return year > current + 50 ? year - 100 : year
    }

    private static func moment(year: Int, month: String, day: Int?, time: String) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), digits: 2) }
        guard let day, let month = months.firstIndex(of: month), clock.count == 3, let hour = clock[0],
            let minute = clock[1], let second = clock[2], second <= 60, year >= 1900,
            // A leap second is the second after :59.
            let time = CivilTime(
                year: year, month: month + 1, day: day, hour: hour, minute: minute, second: min(second, 59))
        else { return nil }
        return second == 60 ? time.date.addingTimeInterval(1) : time.date
    }
}
