import Foundation
package import JourneyBase
package import JourneyServer
import JourneyWire

/// The bank's core: accounts, payees, quotes and transfers in one database.
///
/// A working model for sandboxes: every transfer is a double entry, made in one transaction with the stored response for its
/// idempotency key.
package struct Bank: Sendable {
    package let database: Database
    let dependencies: Dependencies
    let rules: Rules

    /// Deviations of a test's bank.
    package struct Rules: Sendable {
        /// The initial balance of the customer's account, in minor units.
        package var balance: Int64 = 245_000
        /// `true` if the customer approves transfers. Otherwise, quotes go to a single predefined payee.
        package var asksForApproval = true
        /// The reference of the next transfer; `nil` for random characters.
        package var reference: (@Sendable () -> String)?

        package init() {}
    }

    /// The customer of every sandbox.
    package static let customer = "customer-1"
    /// The customer's account.
    static let account = "current"
    /// The bank's own accounts, the counterparties of transfers.
    static let clearing = "clearing"
    static let holding = "holding"
    static let fees = "fees"
    /// The predefined payee of transfers without approval.
    static let knownPayee = "payee"
    /// The only currency.
    static let currency = "GBP"

    /// Opens the bank. A new database is initialized with one customer with £2,450.00 and three known payees. Throws
    /// `JourneyError` with one of the store's codes.
    package init(_ place: DatabaseLocation, dependencies: Dependencies = .system) async throws(JourneyError) {
        try await self.init(place, rules: Rules(), dependencies: dependencies)
    }

    package init(
        _ place: DatabaseLocation, rules: Rules, dependencies: Dependencies
    ) async throws(JourneyError) {
        self.dependencies = dependencies
        self.rules = rules
        // Payments must not fail because a development machine is busy.
        var options = DatabaseOptions()
        options.patience = .seconds(60)
        database = try await JourneyError.translating { [options] in
            let database = try await Database.open(place, options: options, dependencies: dependencies)
            try await database.migrate(BankSchema.schema)
            try await Bank.found(database, rules)
            return database
        }
    }

    private static func found(_ database: Database, _ rules: Rules) async throws {
        try await database.write { transaction in
            guard try await transaction.first("SELECT id FROM customer") == nil else { return }
            try await transaction.execute("INSERT INTO customer VALUES ($1, 'Rowan Ellis')", [.text(Bank.customer)])
            try await transaction.execute(
                "INSERT INTO account VALUES ($1, $2, $3, '401208', '31926819', 'GBP', $4)",
                [
                    .text(Bank.account), .text(Bank.customer), .text(TransferPhrase.currentAccount(.english)),
                    .integer(rules.balance),
                ])
            for (index, id) in [Bank.clearing, Bank.holding, Bank.fees].enumerated() {
                try await transaction.execute(
                    "INSERT INTO account VALUES ($1, NULL, $2, '401200', $3, 'GBP', 0)",
                    [.text(id), .text(id), .text("0000000\(index)")])
            }
            for (sortCode, number, name) in [
                ("040004", "12345678", "Amelia Stone"), ("601111", "87654321", "Northgate Joinery Ltd"),
                ("309089", "11223344", "Oluwaseun Adeyemi"),
            ] {
                try await transaction.execute(
                    "INSERT INTO directory VALUES ($1, $2, $3)", [.text(sortCode), .text(number), .text(name)])
            }
            guard !rules.asksForApproval else { return }
            try await transaction.execute(
                "INSERT INTO payee VALUES ($1, $2, 'Amelia Stone', '040004', '12345678', 'match')",
                [.text(Bank.knownPayee), .text(Bank.customer)])
        }
    }

    /// Returns the balance of the customer's account in minor units, and the number of transfers.
    package func totals() async throws -> (balance: Int64, transfers: Int64) {
        let row = try await database.first(
            "SELECT balance, (SELECT count(*) FROM transfer) AS transfers FROM account WHERE id = $1",
            [.text(Bank.account)])
        guard let row else { throw JourneyError(.storeFailed, "The bank has no account \(Bank.account).") }
        return (try row["balance"], try row["transfers"])
    }

    /// The current time, in milliseconds since 1970.
    var moment: Int64 { Int64((dependencies.now().timeIntervalSince1970 * 1_000).rounded(.down)) }

    /// Returns a new identifier such as `quo_6f1c…` with 128 random bits.
    func identifier(_ kind: String) -> String { "\(kind)_\(dependencies.identifier())" }

    /// Formats a time: `2026-11-21T10:00:00Z`.
    package static func date(ofMoment moment: Int64) -> String {
        Date(timeIntervalSince1970: Double(moment / 1_000)).ISO8601Format()
    }

    /// Formats a sort code: `40-12-08`.
    static func text(ofSortCode code: String) -> JSONValue {
        .string([code.prefix(2), code.dropFirst(2).prefix(2), code.dropFirst(4)].joined(separator: "-"))
    }

    /// A response of the core: a status with a body, or a problem.
    typealias Answer = Result<(status: Int, body: JSONValue), Problem>
}

extension Result<(status: Int, body: JSONValue), Problem> {
    /// Creates a response with this status and body.
    static func reply(_ status: Int, _ body: JSONValue) -> Bank.Answer { .success((status, body)) }

    /// Creates a response with these members, without those that are `nil`.
    static func reply(_ members: [BankField: JSONValue?], status: Int = 200) -> Bank.Answer {
        .reply(status, .bank(members))
    }
}
