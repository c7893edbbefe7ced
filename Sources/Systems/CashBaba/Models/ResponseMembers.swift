import Foundation
import JourneyBase
import JourneyWire

extension Decodable {
    /// Reads the members of a response. Each may be missing or null; unknown members are ignored.
    ///
    /// - Throws: `SDKError.decode` for a member of another type. The error names the member and not its value.
    init(answer json: JSONValue) throws(SDKError) {
        do throws(WireError) { self = try WireDecoder.decode(Self.self, from: json, unknownMembers: .ignored) } catch {
            let name = error.path.last { Int($0) == nil } ?? ""
            throw .decode("The member “\(name)” of the response has the wrong type.")
        }
    }
}

// Overloads for the synthesized conformances of responses.
extension KeyedDecodingContainer {
    /// Decodes a list. A missing one is empty.
    func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element] {
        try decodeIfPresent(type, forKey: key) ?? []
    }

    /// Decodes an amount of money exactly as it was written, without a binary floating-point number.
    func decodeIfPresent(_ type: Decimal.Type, forKey key: Key) throws -> Decimal? {
        try decodeIfPresent(WireNumber.self, forKey: key).map { value in
            guard let amount = Money.decimal(value.number) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: self, debugDescription: "the number is not an exact decimal amount")
            }
            return amount
        }
    }
}

/// Amounts of money as text.
enum Money {
    /// The maximum number of digits in an amount: those that `Decimal` holds exactly.
    private static let digits = 30

    /// Returns the amount of a JSON number without an exponent; `nil` if it would be rounded.
    static func decimal(_ number: JSONNumber) -> Decimal? { plain(number.lexeme) }

    /// Returns `true` if the text is an amount that can be paid: above zero, with at most two decimals.
    static func isPayable(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let amount = plain(text), amount > 0, !text.hasPrefix("-") else { return false }
        return parts[0].count <= 12 && (parts.count == 1 || parts[1].count <= 2)
    }

    private static func plain(_ text: String) -> Decimal? {
        guard JSONNumber(lexeme: text) != nil, text.utf8.count <= digits + 2,
            text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") })
        else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
