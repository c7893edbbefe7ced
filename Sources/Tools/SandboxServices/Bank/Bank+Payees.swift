import JourneyBase
import JourneyServer
import JourneyWire

extension Bank {
    /// Checks the name against the account's bank and stores the payee.
    ///
    /// Returns `payeeId`, `name`, `sortCode`, `accountNumber`, `nameMatch` (`match`, `close` or `noMatch`) and, for a close
    /// match, `suggestedName`. An unknown account is `noMatch`.
    func checkPayee(
        of customer: String, name: String, sortCode: String, number: String, in language: Language = .english
    ) async throws -> Answer {
        let id = identifier("pay")
        return try await database.write { transaction -> Answer in
            let own = try await transaction.first(
                "SELECT id FROM account WHERE sort_code = $1 AND number = $2 AND customer = $3",
                [.text(sortCode), .text(number), .text(customer)])
            guard own == nil else {
                return .failure(.fields([.accountNumber: TransferPhrase.ownAccount(language)]))
            }
            let known: String? = try await transaction.first(
                "SELECT name FROM directory WHERE sort_code = $1 AND number = $2", [.text(sortCode), .text(number)]
            )?["name"]
            let match = known.map { NameMatch(given: name, known: $0) } ?? .noMatch
            try await transaction.execute(
                "INSERT INTO payee VALUES ($1, $2, $3, $4, $5, $6)",
                [
                    .text(id), .text(customer), .text(name), .text(sortCode), .text(number), .text(match.rawValue),
                ])
            return .reply(
                200,
                .bank([
                    .payeeId: .string(id), .name: .string(name), .sortCode: Bank.text(ofSortCode: sortCode),
                    .accountNumber: .string(number), .nameMatch: .string(match.rawValue),
                    .suggestedName: match == .close ? known.map { .string($0) } : nil,
                ]))
        }
    }

    /// Returns an account's name in a language. Accounts are stored with their English names.
    static func accountName(_ name: String, in language: Language) -> String {
        name == TransferPhrase.currentAccount(.english) ? TransferPhrase.currentAccount(language) : name
    }

    /// Returns the customer's own account with its balance.
    func account(of customer: String, in language: Language = .english) async throws -> Answer {
        try await database.read { transaction -> Answer in
            guard
                let row = try await transaction.first("SELECT * FROM account WHERE customer = $1", [.text(customer)])
            else { return .failure(Problem(404, .accountUnknown, "There is no such account.")) }
            return .reply(
                200,
                .bank([
                    .name: .string(Bank.accountName(try row["name"], in: language)),
                    .sortCode: Bank.text(ofSortCode: try row["sort_code"]),
                    .accountNumber: .string(try row["number"]),
                    .balance: .number(JSONNumber(try row["balance"] as Int64)), .currency: .string(Bank.currency),
                ]))
        }
    }
}

extension Problem {
    /// Creates a problem with one of the bank's codes.
    init(
        _ status: Int, _ code: BankCode, _ title: String, fields: [BankField: String] = [:], headers: HTTPFields = [:]
    ) {
        self.init(
            status, code.rawValue, title,
            fields: Dictionary(uniqueKeysWithValues: fields.map { ($0.rawValue, $1) }), headers: headers)
    }

    /// Creates a 422 for syntactically valid but unacceptable input.
    static func fields(_ fields: [BankField: String]) -> Problem {
        Problem(422, .validationFail, "Some of the input was not accepted.", fields: fields)
    }
}
