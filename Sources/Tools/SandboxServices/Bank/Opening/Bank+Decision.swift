import JourneyBase
import JourneyServer
import JourneyWire

extension Bank {
    /// The yearly income in pounds above which applicants must state their source of funds.
    static let incomeToExplain: Int64 = 100_000

    /// Decides on an application, once per `key`: opens the account, holds it for manual review (`COMPLIANCE_HOLD`), or asks for
    /// more (`MORE_INFO`, with `needed`).
    func decide(on id: String, of customer: String, key: String, in language: Language) async throws -> Answer {
        let fingerprint = BankCall.submitApplication.fingerprint("", [.applicationId: id])
        let account = identifier("acc")
        let number = String(dependencies.random(8).map { Character(Unicode.Scalar(0x30 + $0 % 10)) })
        return try await database.write { transaction in
            if let stored = try await Bank.answer(to: key, of: customer, fingerprint, in: transaction) { return stored }
            let row = try await Bank.applicationRow(id, of: customer, transaction)
            let answer = try await Bank.decision(
                on: row, account: account, number: number, in: language, transaction)
            // A request for more information isn't final: the same request is decided again once it is provided.
            if case .success((_, let body)) = answer, body["code"]?.string == BankCode.moreInfo.rawValue {
                return answer
            }
            try await Bank.store(answer, to: key, of: customer, fingerprint, in: transaction)
            return answer
        }
    }

    private static func decision(
        on row: Row, account: String, number: String, in language: Language, _ transaction: borrowing Transaction
    ) async throws -> Answer {
        let (id, reference, status, product): (String, String, String, String) = (
            try row["id"], try row["reference"], try row["status"], try row["product"]
        )
        guard isOpen(status) else { return .failure(.applicationDecided) }
        let lacking = try await needed(row, in: transaction)
        guard lacking.isEmpty else {
            return refusal(.moreInfo, "More information is needed.", reference, needed: lacking)
        }
        if try await isWatched(row, in: transaction) {
            try await set(.complianceHold, on: id, in: transaction)
            return refusal(.complianceHold, "The bank must review this application manually.", reference)
        }
        let (income, funds): (Int64, String?) = (try row["income"], try row["source_of_funds"])
        if income > incomeToExplain, funds == nil {
            try await set(.moreInfo, on: id, in: transaction)
            return refusal(.moreInfo, "More information is needed.", reference, needed: [.sourceOfFunds])
        }
        try await open(account, number: number, for: row, in: transaction)
        let name = Product(rawValue: product)?.name(in: language) ?? product
        return .reply(
            201,
            .bank([
                .reference: .string(reference), .status: "OPENED", .productName: .string(name),
                .sortCode: Bank.text(ofSortCode: "401208"), .accountNumber: .string(number),
            ]))
    }

    /// Opens the account for a new customer, because the applicant may differ from the signed-in user.
    private static func open(
        _ account: String, number: String, for row: Row, in transaction: borrowing Transaction
    ) async throws {
        let (id, given, family, product): (String, String, String, String) = (
            try row["id"], try row["given_name"], try row["family_name"], try row["product"]
        )
        try await transaction.execute(
            "INSERT INTO customer VALUES ($1, $2)", [.text("customer-of-\(id)"), .text("\(given) \(family)")])
        try await transaction.execute(
            "INSERT INTO account VALUES ($1, $2, $3, '401208', $4, 'GBP', 0)",
            [
                .text(account), .text("customer-of-\(id)"),
                .text(Product(rawValue: product)?.name(in: .english) ?? product), .text(number),
            ])
        try await transaction.execute(
            "UPDATE application SET status = 'OPENED', account = $2 WHERE id = $1", [.text(id), .text(account)])
    }

    private static func isWatched(_ row: Row, in transaction: borrowing Transaction) async throws -> Bool {
        let (given, family, born): (String, String, String) = (
            try row["given_name"], try row["family_name"], try row["birth_date"]
        )
        let rows = try await transaction.query("SELECT name FROM watched WHERE birth_date = $1", [.text(born)])
        return try rows.contains { row in
            let name: String = try row["name"]
            return NameMatch(given: "\(given) \(family)", known: name) != .noMatch
        }
    }

    private static func set(_ status: BankCode, on id: String, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE application SET status = $2 WHERE id = $1", [.text(id), .text(status.rawValue)])
    }

    /// Creates a non-final refusal: a problem that names the application.
    private static func refusal(_ code: BankCode, _ title: String, _ reference: String, needed: [BankField] = [])
        -> Answer
    {
        var body = Problem(422, code, title).body.object ?? [:]
        body[BankField.reference.rawValue] = .string(reference)
        if !needed.isEmpty { body[BankField.needed.rawValue] = .array(needed.map { .string($0.rawValue) }) }
        return .reply(422, .object(body))
    }
}
