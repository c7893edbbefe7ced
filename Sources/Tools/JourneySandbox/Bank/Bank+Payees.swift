import JourneyBase
import JourneyServer

extension Bank {
    /// Checks the name against the account's bank and keeps the payee.
    ///
    /// Answers `payeeId`, `name`, `sortCode`, `accountNumber`, `nameMatch` (`match`, `close` or `noMatch`) and, when it
    /// is close, `suggestedName`. An account that nobody knows is no match.
    func checkPayee(
        of customer: String, name: String, sortCode: String, number: String
    ) throws(JourneyError) -> Answer {
        let id = identifier("pay")
        return try database.write { transaction throws(JourneyError) -> Answer in
            let own = try transaction.row(
                "SELECT id FROM account WHERE sort_code = ? AND number = ?", [.text(sortCode), .text(number)])
            guard own == nil else {
                return .failure(.fields(["accountNumber": "This is an account of yours. Choose another one."]))
            }
            let known = try transaction.row(
                "SELECT name FROM directory WHERE sort_code = ? AND number = ?", [.text(sortCode), .text(number)]
            )?.text("name")
            let match = known.map { NameMatch(given: name, known: $0) } ?? .noMatch
            try transaction.run(
                "INSERT INTO payee VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(id), .text(customer), .text(name), .text(sortCode), .text(number), .text(match.rawValue),
                ])
            var body: [String: JSONValue] = [
                "payeeId": .string(id), "name": .string(name), "sortCode": Bank.text(ofSortCode: sortCode),
                "accountNumber": .string(number), "nameMatch": .string(match.rawValue),
            ]
            if match == .close, let known { body["suggestedName"] = .string(known) }
            return .success((200, .object(body)))
        }
    }

    /// The customer's own account, with its balance.
    func account(of customer: String) throws(JourneyError) -> Answer {
        try database.read { transaction throws(JourneyError) -> Answer in
            guard let row = try transaction.row("SELECT * FROM account WHERE customer = ?", [.text(customer)]),
                let name = row.text("name"), let sortCode = row.text("sort_code"), let number = row.text("number"),
                let balance = row.integer("balance")
            else { return .failure(Problem(404, "ACCOUNT_UNKNOWN", "There is no such account.")) }
            return .success(
                (
                    200,
                    [
                        "name": .string(name), "sortCode": Bank.text(ofSortCode: sortCode),
                        "accountNumber": .string(number), "balance": .number(JSONNumber(balance)),
                        "currency": .string(Bank.currency),
                    ]
                ))
        }
    }
}

extension Problem {
    /// Input that was understood and not accepted.
    static func fields(_ fields: [String: String]) -> Problem {
        Problem(422, "VALIDATION_FAIL", "Some of the input was not accepted.", fields: fields)
    }
}
