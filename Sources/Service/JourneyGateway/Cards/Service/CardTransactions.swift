import Foundation
import JourneyBase
import JourneyWire

/// One page of a card's transactions.
struct CardTransactions {
    /// The page size, and below it the time span that the list covers, in milliseconds.
    static let limit: Int64 = 25
    private static let span: Int64 = 366 * 86_400_000

    /// The next page and the end of the list's time span, so that the list stays the same while new transactions arrive.
    struct Cursor: Hashable {
        let page: Int64
        /// Milliseconds since 1970.
        let end: Int64
    }

    let card: String
    let cursor: Cursor

    /// The request body for the issuer.
    var question: JSONValue {
        func number(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }
        return .issuer([
            .cardId: .string(card), .page: number(cursor.page), .limit: number(CardTransactions.limit),
            .startDate: number(max(0, cursor.end - CardTransactions.span)), .endDate: number(cursor.end),
        ])
    }

    /// Converts the issuer's page to the route's answer. Throws `ISSUER_INVALID`.
    func answer(_ json: JSONValue) throws(CardRefusal) -> CardPayments {
        guard let list = json[.transactions]?.array, Int64(list.count) <= CardTransactions.limit,
            let total = json[.total]?.int64, total >= 0
        else { throw CardRefusal(.issuerInvalid) }
        let isMore = cursor.page < 1_000 && cursor.page * CardTransactions.limit < total && !list.isEmpty
        return CardPayments(
            transactions: try list.map(transaction), next: isMore ? "\(cursor.page + 1).\(cursor.end)" : nil)
    }

    private func transaction(_ json: JSONValue) throws(CardRefusal) -> CardPayment {
        guard json[.cardId]?.string == card, let id = json[.id]?.string, CardText.isWord(id),
            let date = json[.createdAt]?.string, (10...40).contains(date.utf8.count),
            (try? Date(date, strategy: .iso8601)) != nil || (try? Date(date, strategy: Self.fractional)) != nil,
            let merchant = Self.merchant(json[.merchantName]),
            let amount = json[.amount]?.int64, amount >= 0,
            let currency = json[.currency]?.string, CurrencyCode.isOne(currency),
            let direction = ["DEBIT": "debit", "CREDIT": "credit"][json[.type]?.string ?? ""],
            let status = ["PENDING": "pending", "COMPLETED": "completed", "DECLINED": "declined"][
                json[.status]?.string ?? ""]
        else { throw CardRefusal(.issuerInvalid) }
        return CardPayment(
            id: id, date: date, merchant: merchant, amount: MinorUnits.decimal(amount, currency), currency: currency,
            direction: direction, status: status)
    }

    /// The placeholder for a missing merchant name, so that one transaction doesn't hide its whole page.
    private static let nameless = "—"

    /// Returns the merchant's name, the placeholder if it is missing, or `nil` for a value that isn't a string.
    private static func merchant(_ value: JSONValue?) -> String? {
        guard let value, value != .null else { return nameless }
        return value.string.map { CardText.line($0, most: 100) ?? nameless }
    }

    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension CardTransactions.Cursor {
    /// Parses `page.end`. Throws `REQUEST_INVALID` for any other text.
    init(_ text: String, now: Int64) throws(CardRefusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard text.utf8.count <= 40, parts.count == 2, let page = parts[0], let end = parts[1],
            (1...1_000).contains(page), (0...now).contains(end), "\(page).\(end)" == text
        else { throw CardRefusal(.requestInvalid) }
        self.page = page
        self.end = end
    }
}
