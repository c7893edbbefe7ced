/// A typed value of a national profile.
public enum ProfileValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// Digits, such as an institution's number.
    case digits(String)
    /// A telephone number with `+` and its country's code (ITU-T E.164).
    case phone(String)
    /// An email address.
    case email(String)
    /// A UUID with hyphens.
    case uuid(String)
    /// A virtual payment address, such as `shop@bank`.
    case paymentAddress(String)
    /// An address of the Web without its scheme. It is never opened.
    case address(String)
    /// One of a list: the value of the code, and its meaning in the profile's data file.
    case choice(String, meaning: String)
    /// Yes or no.
    case flag(Bool)
    /// A local date or time, such as `2027-12-31` or `2027-12-31T23:59:59`.
    case time(String)
    /// An amount.
    case amount(PaymentAmount)

    /// The value as text.
    public var text: String {
        switch self {
        case .text(let text), .digits(let text), .phone(let text), .email(let text), .uuid(let text),
            .paymentAddress(let text), .address(let text), .time(let text):
            text
        case .choice(let text, _): text
        case .flag(let isSet): isSet ? "true" : "false"
        case .amount(let amount): amount.decimal
        }
    }
}

/// The form of a value, from a profile's data file.
struct ProfileForm: Hashable, Sendable {
    /// The kinds of forms, by their names in data files.
    enum Kind: String, Sendable {
        case text, digits, alphanumeric, phone, email, uuid, paymentAddress, address, choice, flag, time, amount
    }

    let kind: Kind
    let length: ClosedRange<Int>
    let prefix: String
    /// The country's code of a telephone number, which replaces the prefix.
    let dial: String
    let choices: [String: String]
    /// The value that the object `by` must have for this form.
    let when: String?

    /// Returns the typed value of `text`, or `nil` if it doesn't have this form.
    func value(_ text: String, currency: String) -> ProfileValue? {
        guard length.contains(text.unicodeScalars.count), text.hasPrefix(prefix) else { return nil }
        let bytes = text.utf8
        switch kind {
        case .text: return .text(text)
        case .digits: return bytes.allSatisfy(\.isDigit) ? .digits(text) : nil
        case .alphanumeric: return bytes.allSatisfy(\.isLetterOrDigit) ? .text(text) : nil
        case .phone:
            let number = bytes.dropFirst(prefix.utf8.count)
            return !number.isEmpty && number.allSatisfy(\.isDigit)
                ? .phone(dial + String(decoding: number, as: UTF8.self)) : nil
        case .email: return ProfileForm.isAddress(text, dotted: true) ? .email(text) : nil
        case .paymentAddress: return ProfileForm.isAddress(text, dotted: false) ? .paymentAddress(text) : nil
        case .uuid:
            let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy(\.isHexDigit) ? .uuid(text) : nil
        case .address:
            // A host and a path; a scheme, a user or a space would make it another address than it seems.
            let host = bytes.prefix { $0 != UInt8(ascii: "/") }
            let isHost =
                host.contains(UInt8(ascii: ".")) && host.allSatisfy { $0.isLetterOrDigit || "-.".utf8.contains($0) }
            return isHost && bytes.allSatisfy { (0x21...0x7E).contains($0) } ? .address(text) : nil
        case .choice: return choices[text].map { .choice(text, meaning: $0) }
        case .flag: return text == "0" || text == "1" ? .flag(text == "1") : nil
        case .time: return ProfileForm.time(text).map { .time($0) }
        case .amount: return PaymentAmount(text, currency: currency).map { .amount($0) }
        }
    }

    /// Returns `true` for one `@` between a name and a host, or a bank's name of one label.
    private static func isAddress(_ text: String, dotted: Bool) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts[0].allSatisfy { $0.isLetterOrDigit || "._%+-".utf8.contains($0) }
            && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") } }
            && (!dotted || labels.count > 1)
    }

    /// Returns `true` if `text` is a virtual payment address.
    static func isPaymentAddress(_ text: String) -> Bool { isAddress(text, dotted: false) }

    /// Reads `YYYYMMDD` or `YYYYMMDDHHMMSS`.
    private static func time(_ text: String) -> String? {
        let digits = Array(text.utf8)
        guard digits.count == 8 || digits.count == 14, digits.allSatisfy(\.isDigit) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...days[month - 1]).contains(day) else { return nil }
        func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
        let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        guard digits.count == 14 else { return date }
        guard number(8..<10) < 24, number(10..<12) < 60, number(12..<14) < 60 else { return nil }
        return "\(date)T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))"
    }
}
