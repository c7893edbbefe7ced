import JourneyBase

/// The date format of passes: W3C's profile of ISO 8601, a day with a time and its zone; seconds are optional.
enum PassDate {
    /// Returns `true` for dates such as `2026-11-21T10:30Z` and `2026-11-21T10:30:00+01:00`.
    static func isGood(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>, _ allowed: ClosedRange<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return allowed.contains(value) ? value : nil
        }
        func has(_ character: Character, at index: Int) -> Bool {
            index < bytes.count && bytes[index] == character.asciiValue
        }
        guard let year = number(0..<4, 1...9_999), has("-", at: 4), let month = number(5..<7, 1...12), has("-", at: 7),
            let day = number(8..<10, 1...31), has("T", at: 10), number(11..<13, 0...23) != nil, has(":", at: 13),
            number(14..<16, 0...59) != nil
        else { return false }
        guard day <= CivilTime.days(inMonth: month, year: year) else { return false }
        var at = 16
        if has(":", at: at) {
            guard number(at + 1..<at + 3, 0...59) != nil else { return false }
            at += 3
        }
        if has("Z", at: at) { return at + 1 == bytes.count }
        guard has("+", at: at) || has("-", at: at), number(at + 1..<at + 3, 0...14) != nil, has(":", at: at + 3),
            number(at + 4..<at + 6, 0...59) != nil
        else { return false }
        return at + 6 == bytes.count
    }
}
