import JourneyBase
import JourneyServer
import JourneyWire

extension Bank {
    /// The maximum amount of one transfer, £10,000.00, in pence.
    static let limit: Int64 = 1_000_000
    /// The validity period of a quote.
    static let quoteLife: Duration = .seconds(600)

    /// Returns the fee: transfers up to £1,000.00 are free, larger ones cost 50 pence.
    static func fee(for amount: Int64) -> Int64 { amount > 100_000 ? 50 : 0 }

    /// Prices a transfer and stores the quote for ten minutes, with a challenge for the app of `run` to approve; without a run,
    /// it can't be approved.
    func createQuote(
        of customer: String, payee: String, amount: Int64, currency: String, for run: AttestedRun?,
        in language: Language = .english
    ) async throws -> Answer {
        let (id, moment, challenge) = (identifier("quo"), moment, dependencies.random(32))
        return try await database.write { transaction -> Answer in
            let known = try await transaction.first(
                "SELECT id FROM payee WHERE id = $1 AND customer = $2", [.text(payee), .text(customer)])
            guard known != nil else { return .failure(.fields([.payeeId: TransferPhrase.payee(language)])) }
            guard amount <= Bank.limit else {
                return .failure(
                    Problem(
                        422, .limitExceeded, "The amount is above the limit for one transfer.",
                        fields: [.amount: TransferPhrase.limit(language)]))
            }
            let fee = Bank.fee(for: amount)
            guard try await Bank.balance(of: customer, in: transaction) >= amount + fee else {
                return .failure(.insufficientFunds)
            }
            try await transaction.execute(
                "INSERT INTO quote VALUES ($1, $2, $3, $4, $5, $6, $7)",
                [
                    .text(id), .text(customer), .text(payee), .integer(amount), .integer(fee), .text(currency),
                    .integer(moment + Bank.quoteLife.components.seconds * 1_000),
                ])
            if let run { try await Bank.requestApproval(of: id, challenge: challenge, by: run, in: transaction) }
            guard let quote = try await Bank.quote(id, of: customer, in: transaction) else {
                return .failure(.quoteUnknown)
            }
            return .reply(201, quote.json(in: language))
        }
    }

    /// Returns a quote with its payee and the debited account.
    func quote(_ id: String, of customer: String, in language: Language) async throws -> Answer {
        try await database.read { transaction -> Answer in
            guard let quote = try await Bank.quote(id, of: customer, in: transaction) else {
                return .failure(.quoteUnknown)
            }
            return .reply(200, quote.json(in: language))
        }
    }

    static func balance(
        of customer: String, in transaction: borrowing Transaction
    ) async throws -> Int64 {
        let row = try await transaction.first("SELECT balance FROM account WHERE customer = $1", [.text(customer)])
        return try row?["balance"] ?? 0
    }

    /// Returns the reason why `quote` can no longer be used, or `nil`.
    static func refusal(
        of quote: Quote, at moment: Int64, in transaction: borrowing Transaction
    ) async throws -> Problem? {
        let paid = try await transaction.first("SELECT reference FROM transfer WHERE quote = $1", [.text(quote.id)])
        guard paid == nil else { return Problem(422, .quoteUsed, "This quote has been used for a transfer.") }
        guard moment < quote.expires else {
            return Problem(422, .quoteExpired, "This quote is no longer valid.")
        }
        return nil
    }

    static func quote(
        _ id: String, of customer: String, in transaction: borrowing Transaction
    ) async throws -> Quote? {
        let row = try await transaction.first(
            """
            SELECT quote.*, payee.name, payee.sort_code, payee.number, payee.name_match,
                account.name AS from_name, account.number AS from_number, approval.challenge
            FROM quote JOIN payee ON payee.id = quote.payee JOIN account ON account.customer = quote.customer
                LEFT JOIN approval ON approval.quote = quote.id
            WHERE quote.id = $1 AND quote.customer = $2
            """, [.text(id), .text(customer)])
        return try row.map(Quote.init)
    }
}

/// The cost and recipient of a potential transfer.
struct Quote {
    let id: String
    let amount: Int64
    let fee: Int64
    let expires: Int64
    let payee: String
    private let sortCode: String
    private let number: String
    private let match: String
    private let from: (name: String, number: String)
    private let currency: String
    /// The statement that the customer signs to approve; `nil` for quotes without approval.
    let approval: JSONValue?

    init(_ row: Row) throws(DatabaseError) {
        id = try row["id"]
        amount = try row["amount"]
        fee = try row["fee"]
        expires = try row["expires"]
        payee = try row["name"]
        (sortCode, number, match) = (try row["sort_code"], try row["number"], try row["name_match"])
        (from, currency) = ((try row["from_name"], try row["from_number"]), try row["currency"])
        let challenge: String? = try row["challenge"]
        if let challenge {
            approval = .bank([
                .challenge: .string(challenge), .amount: .number(JSONNumber(amount)), .fee: .number(JSONNumber(fee)),
                .currency: .string(currency), .payeeName: .string(payee),
                .payeeAccount: .string("\(Bank.text(ofSortCode: sortCode).string ?? sortCode) \(number)"),
            ])
        } else {
            approval = nil
        }
    }

    /// Returns the quote as the bank's API has it, with its texts in `language`.
    func json(in language: Language) -> JSONValue {
        .bank([
            .quoteId: .string(id), .amount: .number(JSONNumber(amount)), .fee: .number(JSONNumber(fee)),
            .total: .number(JSONNumber(amount + fee)), .currency: .string(currency),
            .expiresAt: .string(Bank.date(ofMoment: expires)),
            .payee: .bank([
                .name: .string(payee), .sortCode: Bank.text(ofSortCode: sortCode), .accountNumber: .string(number),
                .nameMatch: .string(match),
            ]),
            .from: .bank([
                .name: .string(Bank.accountName(from.name, in: language)),
                .accountNumberEnding: .string(String(from.number.suffix(4))),
            ]), .approval: approval,
            .approvalReason: approval == nil ? nil : .string(TransferPhrase.confirmTransfer(language)),
        ])
    }
}

extension Problem {
    static let insufficientFunds = Problem(
        422, .insufficientFunds, "The account does not hold enough.",
        fields: [.amount: "This is more than you have in your account."])
    static let quoteUnknown = Problem(404, .quoteUnknown, "There is no such quote.")
}
