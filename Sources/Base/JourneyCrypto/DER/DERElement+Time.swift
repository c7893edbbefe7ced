import Foundation

extension DERElement {
    /// Decodes a time in the form of RFC 5280, section 4.1.2.5: UTCTime through 2049, GeneralizedTime from 2050 on, both with
    /// seconds, without fractions, in UTC. Throws `DERError` for every other form.
    func time() throws(DERError) -> Date {
        let digits = Array(content)
        let yearDigits = tag == .utcTime ? 2 : 4
        try require(tag == .utcTime || tag == .generalizedTime, "no time", .unexpectedTag)
        guard digits.count == yearDigits + 11, digits.last == UInt8(ascii: "Z"),
            digits.dropLast().allSatisfy({ (0x30...0x39).contains($0) })
        else { throw DERError(.badTime, at: offset, "the time does not have seconds and UTC") }
        func number(_ start: Int, _ count: Int) -> Int {
            digits[start..<(start + count)].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        var year = number(0, yearDigits)
        if tag == .utcTime {
            year += year < 50 ? 2_000 : 1_900
        } else if year < 2_050 {
            throw DERError(.badTime, at: offset, "GeneralizedTime before 2050")
        }
        let parts = (0..<5).map { number(yearDigits + $0 * 2, 2) }
        guard
            let time = CivilTime(
                year: year, month: parts[0], day: parts[1], hour: parts[2], minute: parts[3], second: parts[4])
        else { throw DERError(.badTime, at: offset, "not a calendar date") }
        return time.date
    }
}
