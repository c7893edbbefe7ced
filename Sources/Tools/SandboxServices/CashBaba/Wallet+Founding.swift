import JourneyBase
import JourneyCrypto
import JourneyServer

extension Wallet {
    /// The time for which bills can be paid.
    private static let billLife: Int64 = 30 * 86_400_000

    /// Inserts accounts, customers and their bills into an empty database.
    static func found(_ people: [WalletUser], in database: Database, at now: Int64) async throws {
        let people = try people.map { ($0, try pinRow($0)) }
        try await database.write { transaction in
            guard try await transaction.first("SELECT id FROM customer") == nil else { return }
            for (id, name) in [
                (fees, "Fees"), (banks, "Banks"), ("shop", "Nabila Stores"), ("depot", "Padma Distribution"),
                ("cafe", "Cha Ghor"),
            ] {
                try await transaction.execute(
                    "INSERT INTO account VALUES ($1, $2, 0, 0)", [.text(id), .text(name)])
            }
            for (person, pin) in people { try await found(person, pin, at: now, in: transaction) }
        }
    }

    /// Returns the salt and digest of a customer's initial PIN.
    private static func pinRow(_ person: WalletUser) throws -> [SQLValue] {
        guard let pin = person.pin else { return [.null, .null] }
        let salt = SHA256.hash(Array(person.id.utf8))
        return [.blob(salt), .blob(digest(Secret(copying: pin.utf8), salt: salt).withBytes { Array($0) })]
    }

    private static func found(
        _ person: WalletUser, _ pin: [SQLValue], at now: Int64, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            "INSERT INTO account VALUES ($1, $2, 1, $3)",
            [.text(person.id), .text(person.name), .integer(person.balance)])
        // The token is set by `admit`.
        try await transaction.execute(
            "INSERT INTO customer VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0)",
            [
                .text(person.id), .blob(Array(person.id.utf8)), .text(person.phone), .text(person.nationalID),
                .text(person.birthDate),
            ] + pin)
        for account in person.bankAccounts {
            try await transaction.execute(
                "INSERT INTO bank_account VALUES ($1, $2, $3)",
                [.text(account.token), .text(person.id), .text(account.name)])
        }
        for bill in person.bills {
            try await transaction.execute(
                "INSERT INTO bill VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                [
                    .text(bill.reference), .text(bill.kind.rawValue), .text(person.id), .text(bill.merchant),
                    .integer(bill.amount), .integer(bill.fee), .bool(bill.needsFace),
                    .integer(bill.isOver ? now - 1 : now + billLife),
                ])
        }
    }

    /// Stores the current credentials of the app and the customers, also in an existing database.
    static func admit(_ credentials: Credentials, to database: Database) async throws {
        let secret = digest(credentials.clientSecret)
        let tokens = credentials.wTokens.map { ($0, digest($1)) }
        try await database.write { transaction in
            try await transaction.execute(
                "INSERT INTO client VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET secret = excluded.secret",
                [.text(client), .blob(secret)])
            for (customer, token) in tokens {
                try await transaction.execute(
                    "UPDATE customer SET token = $2 WHERE id = $1", [.text(customer), .blob(token)])
            }
        }
    }
}
