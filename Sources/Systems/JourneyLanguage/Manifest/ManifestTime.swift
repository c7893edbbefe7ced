internal import Foundation

/// Moments in manifests: `2026-01-01T00:00:00Z` and nothing else (RFC 3339 in UTC, whole seconds).
enum ManifestTime {
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 else { return nil }
        for (index, shape) in "0000-00-00T00:00:00Z".utf8.enumerated() {
            let fits = shape == UInt8(ascii: "0") ? (0x30...0x39).contains(bytes[index]) : bytes[index] == shape
            guard fits else { return nil }
        }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard year >= 1970, (1...12).contains(month), day >= 1, day <= days(in: month, of: year), hour < 24,
            minute < 60,
            second < 60
        else { return nil }
        let seconds = (daysSince1970(year, month, day) * 24 + hour) * 3_600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let before = year - 1
        let leaps = before / 4 - before / 100 + before / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400)
        return (year - 1970) * 365 + leaps + (1..<month).reduce(0) { $0 + days(in: $1, of: year) } + day - 1
    }
}
