import JourneyBase
import JourneyServer

extension Bank {
    /// The most that one transfer may move: £10,000.00.
    static let limit: Int64 = 1_000_000
    /// How long a quote stands.
    static let quoteLife: Duration = .seconds(600)

    /// Transfers up to £1,000.00 are free, larger ones cost 50 pence.
    static func fee(for amount: Int64) -> Int64 { amount > 100_000 ? 50 : 0 }

    /// Prices a transfer and keeps the offer for ten minutes.
    func createQuote(
        of customer: String, payee: String, amount: Int64, currency: String
    ) throws(JourneyError) -> Answer {
        let (id, moment) = (identifier("quo"), moment)
        return try database.write { transaction throws(JourneyError) -> Answer in
            let known = try transaction.row(
                "SELECT id FROM payee WHERE id = ? AND customer = ?", [.text(payee), .text(customer)])
            guard known != nil else { return .failure(.fields(["payeeId": "This payee is not known."])) }
            guard amount <= Bank.limit else {
                return .failure(
                    Problem(
                        422, "LIMIT_EXCEEDED", "The amount is above the limit for one transfer.",
                        fields: ["amount": "You can send up to £10,000.00 at a time."]))
            }
            let fee = Bank.fee(for: amount)
            guard try Bank.balance(of: customer, in: transaction) >= amount + fee else {
                return .failure(.insufficientFunds)
            }
            try transaction.run(
                "INSERT INTO quote VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    .text(id), .text(customer), .text(payee), .integer(amount), .integer(fee), .text(currency),
                    .integer(moment + Bank.quoteLife.components.seconds * 1_000),
                ])
            guard let quote = try Bank.quote(id, of: customer, in: transaction) else { return .failure(.quoteUnknown) }
            return .success((201, quote.json))
        }
    }

    /// A quote with its payee and the account it is paid from.
    func quote(_ id: String, of customer: String) throws(JourneyError) -> Answer {
        try database.read { transaction throws(JourneyError) -> Answer in
            guard let quote = try Bank.quote(id, of: customer, in: transaction) else { return .failure(.quoteUnknown) }
            return .success((200, quote.json))
        }
    }

    static func balance(
        of customer: String, in transaction: borrowing SQLiteTransaction
    ) throws(JourneyError) -> Int64 {
        try transaction.row("SELECT balance FROM account WHERE customer = ?", [.text(customer)])?.integer("balance")
            ?? 0
    }

    static func quote(
        _ id: String, of customer: String, in transaction: borrowing SQLiteTransaction
    ) throws(JourneyError) -> Quote? {
        let row = try transaction.row(
            """
            SELECT quote.*, payee.name, payee.sort_code, payee.number, payee.name_match,
                account.name AS from_name, account.number AS from_number
            FROM quote JOIN payee ON payee.id = quote.payee JOIN account ON account.customer = quote.customer
            WHERE quote.id = ? AND quote.customer = ?
            """, [.text(id), .text(customer)])
        return row.flatMap(Quote.init)
    }
}

/// What a transfer would cost and to whom it would go.
struct Quote {
    let id: String
    let amount: Int64
    let fee: Int64
    let expires: Int64
    let payee: String
    let json: JSONValue

    init?(_ row: SQLiteRow) {
        guard let id = row.text("id"), let amount = row.integer("amount"), let fee = row.integer("fee"),
            let expires = row.integer("expires"), let payee = row.text("name"), let sortCode = row.text("sort_code"),
            let number = row.text("number"), let match = row.text("name_match"), let from = row.text("from_name"),
            let fromNumber = row.text("from_number"), let currency = row.text("currency")
        else { return nil }
        (self.id, self.amount, self.fee, self.expires, self.payee) = (id, amount, fee, expires, payee)
        json = [
            "quoteId": .string(id), "amount": .number(JSONNumber(amount)), "fee": .number(JSONNumber(fee)),
            "total": .number(JSONNumber(amount + fee)), "currency": .string(currency),
            "expiresAt": Bank.text(ofMoment: expires),
            "payee": [
                "name": .string(payee), "sortCode": Bank.text(ofSortCode: sortCode), "accountNumber": .string(number),
                "nameMatch": .string(match),
            ],
            "from": ["name": .string(from), "accountNumberEnding": .string(String(fromNumber.suffix(4)))],
        ]
    }
}

extension Problem {
    static let insufficientFunds = Problem(
        422, "INSUFFICIENT_FUNDS", "The account does not hold enough.",
        fields: ["amount": "This is more than you have in your account."])
    static let quoteUnknown = Problem(404, "QUOTE_UNKNOWN", "There is no such quote.")
}
