package import Foundation
internal import JourneyBase

/// A point in time from the year 1 to 9999, with nanoseconds.
package struct ExpressionTimestamp: Hashable, Sendable, CustomStringConvertible {
    /// Seconds since 1970.
    let seconds: Int64
    /// Nanoseconds after `seconds`, 0 to 999,999,999.
    let nanoseconds: Int32

    private static let range: Range<Int64> = -62_135_596_800..<253_402_300_800

    /// Creates a point in time. Returns `nil` outside the years 1 to 9999.
    package init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard ExpressionTimestamp.range.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Creates the time of a date, to the second. Returns `nil` outside the years 1 to 9999.
    package init?(_ date: Date) {
        guard let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) else { return nil }
        self.init(seconds: seconds)
    }

    /// Reads a time (RFC 3339) with up to nine digits of a fraction. Returns `nil` for another text.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20 else { return nil }
        for (index, shape) in "0000-00-00T00:00:00".utf8.enumerated() {
            let fits = shape == UInt8(ascii: "0") ? bytes[index].isDigit : bytes[index] == shape
            guard fits else { return nil }
        }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        var rest = bytes[19...]
        var nanoseconds: Int32 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0.isDigit }
            guard (1...9).contains(digits.count) else { return nil }
            rest = rest.dropFirst(1 + digits.count)
            nanoseconds = digits.reduce(0) { $0 * 10 + Int32($1 - 0x30) }
            for _ in digits.count..<9 { nanoseconds *= 10 }
        }
        let offset: Int
        if rest.elementsEqual([UInt8(ascii: "Z")]) {
            offset = 0
        } else {
            guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
                let seconds = ExpressionTimestamp.offset(String(decoding: rest, as: UTF8.self))
            else { return nil }
            offset = seconds
        }
        let time = CivilTime(
            year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
            minute: number(14..<16), second: number(17..<19))
        guard let time else { return nil }
        self.init(
            seconds: Int64(time.date.timeIntervalSince1970) - Int64(offset), nanoseconds: nanoseconds)
    }

    /// Reads a zone: `UTC`, or an offset such as `+02:00`, `-09:30` or `02:00`.
    ///
    /// - Parameter zone: The zone's text. Names of places are none.
    /// - Returns: The offset from UTC in seconds, or `nil`.
    static func offset(_ zone: String) -> Int? {
        if zone == "UTC" || zone == "Z" || zone.isEmpty { return 0 }
        var bytes = Array(zone.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let digits = Array(bytes)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":"),
            [0, 1, 3, 4].allSatisfy({ digits[$0].isDigit })
        else { return nil }
        let hours = Int(digits[0] - 0x30) * 10 + Int(digits[1] - 0x30)
        let minutes = Int(digits[3] - 0x30) * 10 + Int(digits[4] - 0x30)
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 3_600 + minutes * 60) * (isNegative ? -1 : 1)
    }

    /// Returns the time `nanoseconds` later, or `nil` outside the years 1 to 9999.
    func adding(_ duration: Int64) -> ExpressionTimestamp? {
        var whole = duration / 1_000_000_000
        var part = Int64(nanoseconds) + duration % 1_000_000_000
        if part < 0 {
            part += 1_000_000_000
            whole -= 1
        } else if part >= 1_000_000_000 {
            part -= 1_000_000_000
            whole += 1
        }
        let (sum, overflows) = seconds.addingReportingOverflow(whole)
        return overflows ? nil : ExpressionTimestamp(seconds: sum, nanoseconds: Int32(part))
    }

    /// Returns the nanoseconds from `other` to this time, or `nil` if they exceed 64 bits.
    func subtracting(_ other: ExpressionTimestamp) -> Int64? {
        let (whole, overflows) = (seconds - other.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflows else { return nil }
        let (sum, exceeds) = whole.addingReportingOverflow(Int64(nanoseconds) - Int64(other.nanoseconds))
        return exceeds ? nil : sum
    }

    func precedes(_ other: ExpressionTimestamp) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }

    /// Returns the calendar's view of the time at an offset from UTC in seconds.
    func civil(offset: Int) -> CivilTime? {
        CivilTime(Date(timeIntervalSince1970: TimeInterval(seconds + Int64(offset))))
    }

    package var description: String {
        guard let time = civil(offset: 0) else { return "" }
        func padded(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
        return "\(date)T\(clock)\(ExpressionDuration.fraction(Int64(nanoseconds)))Z"
    }
}

/// The texts of durations, which are nanoseconds.
enum ExpressionDuration {
    /// Writes a duration as seconds, such as `1.5s`.
    static func text(_ duration: Int64) -> String {
        let magnitude = duration.magnitude
        let fraction = fraction(Int64(magnitude % 1_000_000_000))
        return "\(duration < 0 ? "-" : "")\(magnitude / 1_000_000_000)\(fraction)s"
    }

    static func fraction(_ nanoseconds: Int64) -> String {
        guard nanoseconds > 0 else { return "" }
        var digits = Array(String(1_000_000_000 + nanoseconds).utf8.dropFirst())
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return "." + String(decoding: digits, as: UTF8.self)
    }

    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("ns", 1), ("us", 1_000), ("µs", 1_000), ("μs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
        ("m", 60_000_000_000), ("h", 3_600_000_000_000),
    ]

    /// Reads numbers with units in a row, such as `1h45m47s`, `-1.5h` or `0`.
    ///
    /// - Parameter text: The text. Fractions below a nanosecond are cut off.
    /// - Returns: The nanoseconds, or `nil` if the text is no duration or exceeds 64 bits.
    static func nanoseconds(_ text: String) -> Int64? {
        var bytes = Array(text.utf8)[...]
        guard bytes.count <= 128 else { return nil }
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        if bytes.elementsEqual([UInt8(ascii: "0")]) { return 0 }
        guard !bytes.isEmpty else { return nil }
        var total: Int64 = 0
        while !bytes.isEmpty {
            let whole = bytes.prefix { $0.isDigit }
            bytes = bytes.dropFirst(whole.count)
            var fraction: ArraySlice<UInt8> = []
            if bytes.first == UInt8(ascii: ".") {
                fraction = bytes.dropFirst().prefix { $0.isDigit }
                bytes = bytes.dropFirst(1 + fraction.count)
            }
            let name = bytes.prefix { !$0.isDigit && $0 != UInt8(ascii: ".") }
            bytes = bytes.dropFirst(name.count)
            guard !whole.isEmpty || !fraction.isEmpty,
                let unit = units.first(where: { name.elementsEqual($0.name.utf8) })?.nanoseconds,
                let part = product(whole, fraction, unit, isNegative: isNegative)
            else { return nil }
            let (sum, overflows) = total.addingReportingOverflow(part)
            guard !overflows else { return nil }
            total = sum
        }
        return total
    }

    private static func product(
        _ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>, _ unit: Int64, isNegative: Bool
    ) -> Int64? {
        let sign: Int64 = isNegative ? -1 : 1
        guard let count = whole.isEmpty ? 0 : Int64(String(decoding: whole, as: UTF8.self)) else { return nil }
        let (main, overflows) = (sign * count).multipliedReportingOverflow(by: unit)
        guard !overflows else { return nil }
        // The least unit has no power of ten less; hours have eleven zeros, and 3.6 of the next digit.
        let digits = fraction.prefix(13).reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        let scale = (0..<fraction.prefix(13).count).reduce(Int64(1)) { scale, _ in scale * 10 }
        let wide = digits.multipliedFullWidth(by: unit)
        let rest = scale.dividingFullWidth(wide).quotient
        let (sum, exceeds) = main.addingReportingOverflow(sign * rest)
        return exceeds ? nil : sum
    }
}
