package import JourneyBase
import JourneyCrypto

/// The source of all cards and issuer secrets: 32 bytes per state folder. The same seed yields the same cards, and card numbers
/// are never stored.
package struct CardSeed: Sendable {
    private let key: HMACKey<SHA256>

    package init(_ secret: Secret) { key = HMACKey(secret) }

    /// The digits that start all numbers, used by no real issuer: 9 is for national use, and 999 is assigned to no country
    /// (ISO/IEC 7812-1, ISO 3166-1).
    static let range = "999999"

    /// Returns 16 digits starting with `range` and ending with a check digit.
    package func number(of card: String) -> String {
        let digits = CardSeed.range + digits(9, "number/\(card)")
        return digits + String(CardSeed.checkDigit(of: digits))
    }

    func cvv(of card: String) -> String { digits(3, "cvv/\(card)") }

    func pin(of card: String) -> String { digits(4, "pin/\(card)") }

    /// Returns the masked number.
    func maskedNumber(of card: String) -> String { "\(CardSeed.range)******\(number(of: card).suffix(4))" }

    /// Returns an identifier in the format of a UUID version 4 (RFC 9562, section 5.4).
    package func identifier(_ label: String) -> String {
        var bytes = Array(key.tag(Array("id/\(label)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = Hex.encode(bytes)
        var rest = text[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    /// Returns a secret of 43 characters.
    func secret(_ label: String) -> Secret {
        Secret(copying: Base64URL.encode(key.tag(Array("secret/\(label)".utf8))).utf8)
    }

    /// Returns uniformly distributed digits; biased byte values are skipped.
    func digits(_ count: Int, _ label: String) -> String {
        var digits = ""
        var block = 0
        while digits.utf8.count < count {
            for byte in key.tag(Array("digits/\(label)/\(block)".utf8))
            where byte < 250 && digits.utf8.count < count {
                digits += String(byte % 10)
            }
            block += 1
        }
        return digits
    }

    /// Returns the check digit by the Luhn formula (ISO/IEC 7812-1, annex B).
    static func checkDigit(of digits: String) -> Int {
        let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
            let value = Int(digit.element - 0x30)
            guard digit.offset.isMultiple(of: 2) else { return sum + value }
            return sum + (value * 2 > 9 ? value * 2 - 9 : value * 2)
        }
        return (10 - sum % 10) % 10
    }
}
