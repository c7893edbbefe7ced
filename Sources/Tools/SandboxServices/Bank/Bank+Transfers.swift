import JourneyBase
import JourneyServer
import JourneyWire

extension Bank {
    /// Transfers of this much and more are held until a person of the bank has looked at them: £2,000.00.
    static let holdFrom: Int64 = 200_000

    /// Makes the transfer that `quote` offers and the customer has approved, once.
    ///
    /// Within one transaction: the key's stored answer is given again when the request is the same, refused with
    /// `IDEMPOTENCY_KEY_REUSED` when it is not; else the money moves as a double entry and the answer is stored. So
    /// whatever is lost on the way to the customer, asking again with the same key cannot pay twice.
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
            try await Bank.keep(answer, to: key, of: customer, fingerprint, in: transaction)
            return (answer, false)
        }
    }

    /// The transfer called `reference`.
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
        // Last, so that only a payment uses it up.
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
