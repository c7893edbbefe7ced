package import Foundation
package import JourneyCBOR
import JourneyCrypto

/// A date without a time (`full-date`, RFC 8943): tag 1004 on `YYYY-MM-DD`.
package struct FullDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Parses a date; `nil` for a date that is not in the calendar, or a text of another form.
    package init?(_ text: String) {
        guard let numbers = DateText.numbers(in: text, form: "dddd-dd-dd"),
            CivilTime(year: numbers[0], month: numbers[1], day: numbers[2], hour: 0, minute: 0, second: 0) != nil
        else { return nil }
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
    }

    package var description: String {
        DateText.padded(year, 4) + "-" + DateText.padded(month) + "-" + DateText.padded(day)
    }

    package static func < (a: FullDate, b: FullDate) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }

    /// The date under tag 1004.
    package var cbor: CBORValue { .tagged(1_004, .text(description)) }
}

extension CBORValue {
    /// Returns `tdate`: tag 0 on a time in UTC to the second; `nil` outside the years 0 to 9999. Fractions are cut off.
    package static func time(_ date: Date) -> CBORValue? {
        guard let time = CivilTime(date) else { return nil }
        return .tagged(0, .text(DateText.text(time)))
    }
}

extension CBORItem {
    /// The date under tag 1004; `nil` for anything else.
    package var fullDate: FullDate? { tagged(1_004)?.text.flatMap(FullDate.init) }

    /// The time under tag 0, in UTC to the second, as ISO/IEC 18013-5, section 7.1, profiles RFC 3339; `nil` for
    /// anything else, including offsets, fractions and leap seconds.
    package var time: Date? { tagged(0)?.text.flatMap(DateText.time) }

    func expectTime(_ what: StaticString) throws(CBORError) -> Date {
        guard let time else { throw failure(.notAllowed, "\(what) is not a UTC time to the second under tag 0") }
        return time
    }
}

/// Date parsing and formatting digit by digit, independent of any formatter's settings.
enum DateText {
    /// Returns the numbers in `text`, whose form has `d` for each digit and other characters as they are.
    static func numbers(in text: String, form: StaticString) -> [Int]? {
        let (bytes, form) = (Array(text.utf8), Array("\(form)".utf8))
        guard bytes.count == form.count else { return nil }
        var numbers: [Int] = []
        var isInside = false
        for (byte, wanted) in zip(bytes, form) {
            guard wanted == UInt8(ascii: "d") else {
                guard byte == wanted else { return nil }
                isInside = false
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            let digit = Int(byte - 0x30)
            if isInside, let last = numbers.popLast() {
                numbers.append(last * 10 + digit)
            } else {
                numbers.append(digit)
            }
            isInside = true
        }
        return numbers
    }

    /// Parses `YYYY-MM-DDThh:mm:ssZ`.
    static func time(_ text: String) -> Date? {
        guard let numbers = numbers(in: text, form: "dddd-dd-ddTdd:dd:ddZ") else { return nil }
        return CivilTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])?.date
    }

    static func text(_ time: CivilTime) -> String {
        padded(time.year, 4) + "-" + padded(time.month) + "-" + padded(time.day) + "T" + padded(time.hour) + ":"
            + padded(time.minute) + ":" + padded(time.second) + "Z"
    }

    static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
