import Foundation
import JourneyBase
import JourneyWire

/// Validates and normalizes an applicant's texts.
enum ApplicantText {
    /// Returns a given or family name: 1 to 60 characters, at least one letter, no digits.
    static func name(_ text: String) -> String? {
        let name = text.trimmingCharacters(in: .whitespaces)
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || " '’.-".unicodeScalars.contains(scalar)
                || scalar.properties.generalCategory == .nonspacingMark
        }
        return (1...60).contains(name.count) && isPlain && name.contains(where: \.isLetter) ? name : nil
    }

    /// Returns a valid date, `YYYY-MM-DD`, of a person aged 18 to 120 on the day of `now` in UTC.
    static func birthDate(_ text: String, at now: Date) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let spelled = DateComponents(calendar: calendar, year: year, month: month, day: day)
        guard spelled.isValidDate(in: calendar), let born = spelled.date,
            let age = calendar.dateComponents([.year], from: born, to: now).year
        else { return nil }
        return (18...120).contains(age) ? text : nil
    }

    /// Returns an address with one `@`, a dot after it and no spaces; 6 to 254 ASCII characters. Deliverability isn't checked.
    static func email(_ text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (6...254).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            parts.count == 2, let local = parts.first, let domain = parts.last, (1...64).contains(local.utf8.count)
        else { return nil }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy({ !$0.isEmpty }) ? text : nil
    }

    /// Returns a UK mobile number in the usual formats, as `+447700900123`.
    static func mobile(_ text: String) -> String? {
        var digits = text.filter { !" -()".contains($0) }
        if digits.hasPrefix("+44") { digits = "0" + digits.dropFirst(3) }
        guard digits.utf8.count == 11, digits.hasPrefix("07"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return "+44" + digits.dropFirst()
    }

    /// Returns a line of an address: 2 to 70 characters.
    static func line(_ text: String) -> String? { BankText.name(text) }

    /// Returns a UK postcode in one of its six formats (BS 7666), in capitals with one space.
    static func postcode(_ text: String) -> String? {
        let plain = text.uppercased().filter { $0 != " " }
        guard (5...7).contains(plain.utf8.count) else { return nil }
        let spelled = "\(plain.dropLast(3)) \(plain.suffix(3))"
        return spelled.wholeMatch(of: /[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}/) == nil ? nil : spelled
    }

    /// Returns the country of tax residence if the bank opens accounts for it.
    static func country(_ text: String) -> String? {
        ["GB", "IE", "FR", "DE", "AE", "JO", "US"].contains(text) ? text : nil
    }

    /// Returns a description of the source of funds: 3 to 300 characters.
    static func funds(_ text: String) -> String? {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return (3...300).contains(plain.count) ? plain : nil
    }
}
