import Foundation
import JourneyBase
import JourneyWire

/// A page of a card's transactions.
struct CardTransactions {
    /// On one page, and how far back the list goes.
    static let limit: Int64 = 25
    private static let span: Int64 = 366 * 86_400_000

    /// Which page comes, and until when the list goes: it stays the same list while more is paid.
    struct Cursor: Hashable {
        let page: Int64
        /// Milliseconds since 1970.
        let end: Int64
    }

    let card: String
    let cursor: Cursor

    /// What the issuer is asked.
    var question: JSONValue {
        func number(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }
        return [
            "cardId": .string(card), "page": number(cursor.page), "limit": number(CardTransactions.limit),
            "startDate": number(max(0, cursor.end - CardTransactions.span)), "endDate": number(cursor.end),
        ]
    }

    /// The issuer's page as the route answers it. Throws `ISSUER_INVALID`.
    func answer(_ json: JSONValue) throws(CardRefusal) -> CardPayments {
        guard let list = json["transactions"]?.array, Int64(list.count) <= CardTransactions.limit,
            let total = json["total"]?.int64, total >= 0
        else { throw CardRefusal(.issuerInvalid) }
        let isMore = cursor.page < 1_000 && cursor.page * CardTransactions.limit < total && !list.isEmpty
        return CardPayments(
            transactions: try list.map(transaction), next: isMore ? "\(cursor.page + 1).\(cursor.end)" : nil)
    }

    private func transaction(_ json: JSONValue) throws(CardRefusal) -> CardPayment {
        guard json["cardId"]?.string == card, let id = json["id"]?.string, CardText.isWord(id),
            let date = json["createdAt"]?.string, (10...40).contains(date.utf8.count),
            (try? Date(date, strategy: .iso8601)) != nil || (try? Date(date, strategy: Self.fractional)) != nil,
            let merchant = Self.merchant(json["merchantName"]),
            let amount = json["amount"]?.int64, amount >= 0,
            let currency = json["currency"]?.string, CurrencyCode.isOne(currency),
            let direction = ["DEBIT": "debit", "CREDIT": "credit"][json["type"]?.string ?? ""],
            let status = ["PENDING": "pending", "COMPLETED": "completed", "DECLINED": "declined"][
                json["status"]?.string ?? ""]
        else { throw CardRefusal(.issuerInvalid) }
        return CardPayment(
            id: id, date: date, merchant: merchant, amount: MinorUnits.decimal(amount, currency), currency: currency,
            direction: direction, status: status)
    }

    /// What a payment without a name of its merchant has in its place: the others on its page are not hidden for it.
    private static let nameless = "—"

    /// `nil` for what is neither a text nor missing.
    private static func merchant(_ value: JSONValue?) -> String? {
        guard let value, value != .null else { return nameless }
        return value.string.map { CardText.line($0, most: 100) ?? nameless }
    }

    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension CardTransactions.Cursor {
    /// `page.end`; throws `REQUEST_INVALID` for another text.
    init(_ text: String, now: Int64) throws(CardRefusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard text.utf8.count <= 40, parts.count == 2, let page = parts[0], let end = parts[1],
            (1...1_000).contains(page), (0...now).contains(end), "\(page).\(end)" == text
        else { throw CardRefusal(.requestInvalid) }
        self.page = page
        self.end = end
    }
}
