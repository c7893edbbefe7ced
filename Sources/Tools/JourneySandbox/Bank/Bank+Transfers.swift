import JourneyBase
import JourneyCrypto
import JourneyServer

extension Bank {
    /// Transfers of this much and more are held until a person of the bank has looked at them: £2,000.00.
    static let holdFrom: Int64 = 200_000

    /// Makes the transfer that `quote` offers, once.
    ///
    /// Within one transaction: the key's stored answer is given again when the request is the same, refused with
    /// `IDEMPOTENCY_KEY_REUSED` when it is not; else the money moves as a double entry and the answer is stored. So
    /// whatever is lost on the way to the customer, asking again with the same key cannot pay twice.
    func createTransfer(
        of customer: String, quote id: String, key: String
    ) async throws -> (answer: Answer, isReplay: Bool) {
        let fingerprint = SHA256.hash(Array("POST /api/transfers\n\(id)".utf8))
        let (reference, moment) = (reference(), moment)
        return try await database.write { transaction in
            let stored = try await transaction.first(
                "SELECT fingerprint, status, body FROM answer WHERE customer = $1 AND key = $2",
                [.text(customer), .text(key)])
            if let stored { return (try Bank.replay(stored, of: fingerprint), true) }
            let answer = try await Bank.transfer(
                quote: id, of: customer, reference: reference, moment: moment, in: transaction)
            let (status, body) = answer.stored
            try await transaction.execute(
                "INSERT INTO answer VALUES ($1, $2, $3, $4, $5)",
                [.text(customer), .text(key), .blob(fingerprint), .integer(Int64(status)), .blob(body.compactBytes)])
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
            else { return .failure(Problem(404, "TRANSFER_UNKNOWN", "There is no such transfer.")) }
            return .success(
                (
                    200,
                    Bank.json(of: quote, reference: reference, status: try row["status"], created: try row["created"])
                )
            )
        }
    }

    private static func transfer(
        quote id: String, of customer: String, reference: String, moment: Int64,
        in transaction: borrowing Transaction
    ) async throws -> Answer {
        guard let quote = try await Bank.quote(id, of: customer, in: transaction) else {
            return .failure(.quoteUnknown)
        }
        guard try await transaction.first("SELECT reference FROM transfer WHERE quote = $1", [.text(id)]) == nil else {
            return .failure(Problem(422, "QUOTE_USED", "This quote has been used for a transfer."))
        }
        guard moment < quote.expires else {
            return .failure(Problem(422, "QUOTE_EXPIRED", "This quote is no longer valid."))
        }
        guard try await balance(of: customer, in: transaction) >= quote.amount + quote.fee else {
            return .failure(.insufficientFunds)
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
        return .success((201, json(of: quote, reference: reference, status: status, created: moment)))
    }

    private static func replay(_ row: Row, of fingerprint: [UInt8]) throws -> Answer {
        guard try row["fingerprint"] == fingerprint else {
            return .failure(
                Problem(422, "IDEMPOTENCY_KEY_REUSED", "This key was used for another request."))
        }
        let (status, bytes): (Int64, [UInt8]) = (try row["status"], try row["body"])
        guard let body = try? JSONReader.read(bytes) else { return .failure(.unavailable) }
        return .success((Int(status), body))
    }

    private static func json(of quote: Quote, reference: String, status: String, created: Int64) -> JSONValue {
        [
            "reference": .string(reference), "status": .string(status), "amount": .number(JSONNumber(quote.amount)),
            "fee": .number(JSONNumber(quote.fee)), "total": .number(JSONNumber(quote.amount + quote.fee)),
            "currency": .string(Bank.currency), "payeeName": .string(quote.payee),
            "createdAt": Bank.text(ofMoment: created),
        ]
    }

    /// What a person can read out: `HB` and ten characters that are hard to confuse (Crockford's alphabet), 50 bits.
    private func reference() -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        return "HB" + String(surroundings.random(10).map { alphabet[Int($0) & 31] })
    }
}

extension Problem {
    static let unavailable = Problem(500, "SERVER_ERROR", "The bank cannot do this at the moment.")
}

extension Bank.Answer {
    /// Status and body as they are kept for the next request with the same key.
    fileprivate var stored: (status: Int, body: JSONValue) {
        switch self {
        case .success(let answer): answer
        case .failure(let problem): (problem.status, problem.body)
        }
    }
}
