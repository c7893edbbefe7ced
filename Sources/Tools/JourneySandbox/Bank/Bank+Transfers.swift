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
    ) throws(JourneyError) -> (answer: Answer, isReplay: Bool) {
        let fingerprint = SHA256.hash(Array("POST /api/transfers\n\(id)".utf8))
        let (reference, moment) = (reference(), moment)
        return try database.write { transaction throws(JourneyError) in
            let stored = try transaction.row(
                "SELECT fingerprint, status, body FROM answer WHERE customer = ? AND key = ?",
                [.text(customer), .text(key)])
            if let stored { return (Bank.replay(stored, of: fingerprint), true) }
            let answer = try Bank.transfer(
                quote: id, of: customer, reference: reference, moment: moment, in: transaction)
            let (status, body) = answer.stored
            try transaction.run(
                "INSERT INTO answer VALUES (?, ?, ?, ?, ?)",
                [.text(customer), .text(key), .blob(fingerprint), .integer(Int64(status)), .blob(body.compactBytes)])
            return (answer, false)
        }
    }

    /// The transfer called `reference`.
    func transfer(_ reference: String, of customer: String) throws(JourneyError) -> Answer {
        try database.read { transaction throws(JourneyError) -> Answer in
            guard
                let row = try transaction.row(
                    "SELECT quote, status, created FROM transfer WHERE reference = ? AND customer = ?",
                    [.text(reference), .text(customer)]),
                let id = row.text("quote"), let status = row.text("status"), let created = row.integer("created"),
                let quote = try Bank.quote(id, of: customer, in: transaction)
            else { return .failure(Problem(404, "TRANSFER_UNKNOWN", "There is no such transfer.")) }
            return .success((200, Bank.json(of: quote, reference: reference, status: status, created: created)))
        }
    }

    private static func transfer(
        quote id: String, of customer: String, reference: String, moment: Int64,
        in transaction: borrowing SQLiteTransaction
    ) throws(JourneyError) -> Answer {
        guard let quote = try Bank.quote(id, of: customer, in: transaction) else { return .failure(.quoteUnknown) }
        guard try transaction.row("SELECT reference FROM transfer WHERE quote = ?", [.text(id)]) == nil else {
            return .failure(Problem(422, "QUOTE_USED", "This quote has been used for a transfer."))
        }
        guard moment < quote.expires else {
            return .failure(Problem(422, "QUOTE_EXPIRED", "This quote is no longer valid."))
        }
        guard try balance(of: customer, in: transaction) >= quote.amount + quote.fee else {
            return .failure(.insufficientFunds)
        }
        let isHeld = quote.amount >= Bank.holdFrom
        let status = isHeld ? "HELD" : "COMPLETED"
        try transaction.run(
            "INSERT INTO transfer VALUES (?, ?, ?, ?, ?)",
            [.text(reference), .text(customer), .text(id), .text(status), .integer(moment)])
        for (account, amount) in [
            (Bank.account, -(quote.amount + quote.fee)), (isHeld ? Bank.holding : Bank.clearing, quote.amount),
            (Bank.fees, quote.fee),
        ] where amount != 0 {
            try transaction.run(
                "INSERT INTO entry (transfer, account, amount) VALUES (?, ?, ?)",
                [.text(reference), .text(account), .integer(amount)])
            try transaction.run(
                "UPDATE account SET balance = balance + ? WHERE id = ?", [.integer(amount), .text(account)])
        }
        return .success((201, json(of: quote, reference: reference, status: status, created: moment)))
    }

    private static func replay(_ row: SQLiteRow, of fingerprint: [UInt8]) -> Answer {
        guard row.blob("fingerprint") == fingerprint else {
            return .failure(
                Problem(422, "IDEMPOTENCY_KEY_REUSED", "This key was used for another request."))
        }
        guard let status = row.integer("status"), let bytes = row.blob("body"), let body = try? JSONReader.read(bytes)
        else { return .failure(.unavailable) }
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
