public import Foundation
internal import JourneyBase
internal import JourneyWire

/// A payment with the card.
public struct CardTransaction: Hashable, Sendable {
    public enum Direction: String, Hashable, Sendable { case debit, credit }

    /// The issuer's status of the payment. Open, because issuers add values.
    public struct Status: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let pending = Status(rawValue: "pending")
        public static let completed = Status(rawValue: "completed")
        public static let declined = Status(rawValue: "declined")
    }

    public let id: String
    public let date: Date
    public let merchant: String
    /// The exact amount without a sign, such as `12.50`.
    public let amount: String
    /// The currency's code (ISO 4217).
    public let currency: String
    public let direction: Direction
    public let status: Status

    /// Returns `nil` for an invalid payment.
    init?(_ payment: CardPayment) {
        guard let id = CardSummary.line(payment.id, limit: 128), let date = IssuerTimestamp.read(payment.date),
            let merchant = CardSummary.line(payment.merchant, limit: 120), CardTransaction.isAmount(payment.amount),
            CurrencyCode.isOne(payment.currency), let direction = Direction(rawValue: payment.direction),
            let status = CardSummary.line(payment.status, limit: 32)
        else { return nil }
        self.id = id
        self.date = date
        self.merchant = merchant
        amount = payment.amount
        currency = payment.currency
        self.direction = direction
        self.status = Status(rawValue: status)
    }

    /// Returns `true` for digits with at most one point between them.
    private static func isAmount(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 24 && (1...2).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
    }
}

/// A page of a card's payments, newest first.
public struct TransactionPage: Hashable, Sendable {
    /// The maximum number of payments on a page.
    static let limit = 200

    public let transactions: [CardTransaction]
    /// The cursor of the next page; `nil` on the last one.
    public let next: TransactionCursor?

    /// An empty page.
    static let empty = TransactionPage()

    private init() {
        transactions = []
        next = nil
    }

    /// Reads a page. Throws `ISSUER_INVALID`: one unreadable payment invalidates the page, so that none is silently missing.
    init(_ value: JSONValue) throws(JourneyError) {
        let fault = JourneyError(.issuerInvalid, "The proxy's list of payments is not the documented JSON.")
        guard let page = try? CardPayments(value), page.transactions.count <= TransactionPage.limit else { throw fault }
        transactions = page.transactions.compactMap(CardTransaction.init)
        guard transactions.count == page.transactions.count, Set(transactions.map(\.id)).count == transactions.count
        else { throw fault }
        next = page.next.flatMap(TransactionCursor.init)
        guard (next == nil) == (page.next == nil) else { throw fault }
    }
}

/// The position at which a list continues, opaque to the client: 1 to 512 characters that need no escaping in a URL.
public struct TransactionCursor: Hashable, Sendable {
    public let rawValue: String

    public init?(_ rawValue: String) {
        guard (1...512).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.~".utf8.contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }
}
