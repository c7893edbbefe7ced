import JourneyBase
import JourneyServer
import JourneyWire

extension Bank {
    /// The amount from which transfers are held for manual review, £2,000.00, in pence.
    static let holdFrom: Int64 = 200_000

    /// Executes the transfer of an approved `quote` once.
    ///
    /// In one transaction: a stored response for the key is returned for the same request, and `IDEMPOTENCY_KEY_REUSED` for
    /// another one. Otherwise the money moves as a double entry and the response is stored. So if a response is lost, repeating
    /// the request with the same key can't pay twice.
    func createTransfer(
        of customer: String, quote id: String, key: String
    ) async throws -> (answer: Answer, isReplay: Bool) {
        let fingerprint = BankCall.createTransfer.fingerprint(id)
        let (reference, moment) = (rules.reference?() ?? reference("HB"), moment)
        return try await database.write { transaction in
            if let stored = try await Bank.answer(to: key, of: customer, fingerprint, in: transaction) {
                return (stored, true)
            }
            let answer = try await Bank.transfer(
                quote: id, of: customer, reference: reference, moment: moment, asksForApproval: rules.asksForApproval,
                in: transaction)
            try await Bank.store(answer, to: key, of: customer, fingerprint, in: transaction)
            return (answer, false)
        }
    }

    /// Returns the transfer with this reference.
    func transfer(_ reference: String, of customer: String) async throws -> Answer {
        try await database.read { transaction -> Answer in
            guard
                let row = try await transaction.first(
                    "SELECT quote, status, created FROM transfer WHERE reference = $1 AND customer = $2",
                    [.text(reference), .text(customer)]),
                let quote = try await Bank.quote(try row["quote"], of: customer, in: transaction)
            else { return .failure(Problem(404, .transferUnknown, "There is no such transfer.")) }
            return .reply(
                200, Bank.json(of: quote, reference: reference, status: try row["status"], created: try row["created"]))
        }
    }

    private static func transfer(
        quote id: String, of customer: String, reference: String, moment: Int64, asksForApproval: Bool,
        in transaction: borrowing Transaction
    ) async throws -> Answer {
        guard let quote = try await Bank.quote(id, of: customer, in: transaction) else {
            return .failure(.quoteUnknown)
        }
        if let refusal = try await refusal(of: quote, at: moment, in: transaction) { return .failure(refusal) }
        guard try await balance(of: customer, in: transaction) >= quote.amount + quote.fee else {
            return .failure(.insufficientFunds)
        }
        // Last, so that only an actual payment consumes the approval.
        if asksForApproval {
            guard try await useApproval(of: id, at: moment, in: transaction) else { return .failure(.scaRequired) }
        }
        let isHeld = quote.amount >= Bank.holdFrom
        let status = isHeld ? "HELD" : "COMPLETED"
        try await transaction.execute(
            "INSERT INTO transfer VALUES ($1, $2, $3, $4, $5)",
            [.text(reference), .text(customer), .text(id), .text(status), .integer(moment)])
        for (account, amount) in [
            (Bank.account, -(quote.amount + quote.fee)), (isHeld ? Bank.holding : Bank.clearing, quote.amount),
            (Bank.fees, quote.fee),
        ] where amount != 0 {
            try await transaction.execute(
                "INSERT INTO entry (transfer, account, amount) VALUES ($1, $2, $3)",
                [.text(reference), .text(account), .integer(amount)])
            try await transaction.execute(
                "UPDATE account SET balance = balance + $1 WHERE id = $2", [.integer(amount), .text(account)])
        }
        return .reply(201, json(of: quote, reference: reference, status: status, created: moment))
    }

    private static func json(of quote: Quote, reference: String, status: String, created: Int64) -> JSONValue {
        .bank([
            .reference: .string(reference), .status: .string(status), .amount: .number(JSONNumber(quote.amount)),
            .fee: .number(JSONNumber(quote.fee)), .total: .number(JSONNumber(quote.amount + quote.fee)),
            .currency: .string(Bank.currency), .payeeName: .string(quote.payee),
            .createdAt: .string(Bank.date(ofMoment: created)),
        ])
    }
}
