import Foundation
import JourneyBase
import JourneyWire

extension Decodable {
    /// Reads an answer's members: each may be missing or null, and others are ignored.
    ///
    /// - Throws: `SDKError.decode` for a member of another type, which names it and not its value.
    init(answer json: JSONValue) throws(SDKError) {
        do throws(WireError) { self = try WireDecoder.decode(Self.self, from: json, unknownMembers: .ignored) } catch {
            let name = error.path.last { Int($0) == nil } ?? ""
            throw .decode("The answer's “\(name)” is of another type.")
        }
    }
}

// The synthesized conformances of answers use these.
extension KeyedDecodingContainer {
    /// A list; one that is missing has no elements.
    func decode<Element: Decodable>(_ type: [Element].Type, forKey key: Key) throws -> [Element] {
        try decodeIfPresent(type, forKey: key) ?? []
    }

    /// An amount of money, exactly as it was written: it never becomes a binary number.
    func decodeIfPresent(_ type: Decimal.Type, forKey key: Key) throws -> Decimal? {
        try decodeIfPresent(WireNumber.self, forKey: key).map { value in
            guard let amount = Money.decimal(value.number) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not an exact amount")
            }
            return amount
        }
    }
}

/// Amounts of money in text.
enum Money {
    /// Digits that an amount may have in all: those that `Decimal` keeps exactly.
    private static let digits = 30

    /// The amount that a JSON number spells, without an exponent; `nil` for one that would be rounded.
    static func decimal(_ number: JSONNumber) -> Decimal? { plain(number.lexeme) }

    /// An amount as a host hands it in: above zero, with at most two decimals.
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
