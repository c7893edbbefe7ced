import Foundation
import JourneyBase

/// Reads an answer's members: each may be missing or null; one of another type is a fault, which names it and not its value.
struct ResponseMembers {
    private let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) { self.members = members }

    /// `data`, where it is an object; else the answer itself, as some installations send it.
    init(contentOf body: JSONValue) { members = (body["data"]?.object ?? body.object) ?? [:] }

    private func value(_ name: String) -> JSONValue? {
        let value = members[name]
        return value == .null ? nil : value
    }

    private func read<Value>(_ name: String, _ body: (JSONValue) -> Value?) throws(SDKError) -> Value? {
        guard let value = value(name) else { return nil }
        guard let read = body(value) else { throw .decode("The answer's “\(name)” is of another type.") }
        return read
    }

    func text(_ name: String) throws(SDKError) -> String? { try read(name, \.string) }

    func flag(_ name: String) throws(SDKError) -> Bool? { try read(name, \.bool) }

    func whole(_ name: String) throws(SDKError) -> Int? { try read(name) { $0.int64.flatMap { Int(exactly: $0) } } }

    func texts(_ name: String) throws(SDKError) -> [String] {
        try read(name) { value in
            let texts = value.array?.map(\.string)
            return texts?.contains(nil) == true ? nil : texts?.compactMap { $0 }
        } ?? []
    }

    func objects(_ name: String) throws(SDKError) -> [ResponseMembers] {
        try read(name) { value in
            let objects = value.array?.map(\.object)
            return objects?.contains(nil) == true ? nil : objects?.compactMap { $0 }.map(ResponseMembers.init)
        } ?? []
    }

    /// An amount of money, exactly as it was written: it never becomes a binary number.
    func decimal(_ name: String) throws(SDKError) -> Decimal? { try read(name) { $0.number.flatMap(Money.decimal) } }

    /// A status: some calls say a number, some a word.
    func status(_ name: String) throws(SDKError) -> TransactionStatus? {
        try read(name) { value in (value.string ?? value.int64.map(String.init)).map(TransactionStatus.init) }
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
