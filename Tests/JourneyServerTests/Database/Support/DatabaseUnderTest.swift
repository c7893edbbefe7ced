import JourneyBase
import JourneyHarness
import JourneyServer
import TestSupport
import Testing

/// The databases on which every test of the common API runs.
enum DatabaseUnderTest: String, CaseIterable, CustomTestStringConvertible {
    case memory, file, postgreSQL

    /// The databases available on this machine.
    static let available = allCases.filter { $0 != .postgreSQL || PrivatePostgreSQL.isInstalled }
    /// The databases that several instances can open at once.
    static let shared = available.filter { $0 != .memory }

    var testDescription: String { rawValue }

    /// Runs `body` with an empty database of this kind, and removes it afterwards.
    func withPlace<Value>(_ body: (DatabaseLocation) async throws -> Value) async throws -> Value {
        switch self {
        case .memory: return try await body(.memory)
        case .file:
            let scratch = try Scratch()
            defer { withExtendedLifetime(scratch) {} }
            return try await body(.file(scratch.path + "/test.sqlite"))
        case .postgreSQL: return try await body(.postgreSQL(try await TestPostgreSQL.database()))
        }
    }

    /// Runs `body` with an empty database of this kind that has the ledger's tables.
    func withDatabase<Value>(
        _ options: DatabaseOptions = DatabaseOptions(), dependencies: Dependencies = .system,
        _ body: (Database) async throws -> Value
    ) async throws -> Value {
        try await withPlace { place in
            let database = try await Database.open(place, options: options, dependencies: dependencies)
            defer { database.close() }
            try await database.migrate(Ledger.schema)
            return try await body(database)
        }
    }
}

/// One private server for all tests of this process, with a database for each.
enum TestPostgreSQL {
    static let server = Task { try await PrivatePostgreSQL.start(isDurable: false) }

    static func database() async throws -> PostgreSQLSettings {
        try await database(on: try await server.value)
    }

    static func database(on server: PrivatePostgreSQL) async throws -> PostgreSQLSettings {
        let name = "t" + Hex.encode(Dependencies.system.random(8))
        try await server.createDatabase(name)
        return PostgreSQLSettings(
            address: .socket(folder: server.folder, port: server.port), database: name, user: server.user,
            password: server.password)
    }
}

/// Tables with every kind of constraint.
enum Ledger {
    static let schema = Schema("ledger", [first, second])

    static let first = Migration(
        "accounts",
        """
        CREATE TABLE account (id TEXT PRIMARY KEY, balance {integer} NOT NULL CHECK (balance >= 0)) {strict};
        CREATE TABLE entry (
            id {identity}, account TEXT NOT NULL REFERENCES account (id), amount {integer} NOT NULL, note TEXT UNIQUE
        ) {strict};
        """)
    static let second = Migration(
        "values", "CREATE TABLE kept (id TEXT PRIMARY KEY, i {integer}, r {real}, t TEXT, b {blob}) {strict}")

    static func open(_ accounts: [String: Int64], in database: Database) async throws {
        try await database.batch(
            accounts.sorted { $0.key < $1.key }.map {
                Statement("INSERT INTO account VALUES ($1, $2)", [.text($0.key), .integer($0.value)])
            })
    }

    static func balance(_ id: String, in database: Database) async throws -> Int64? {
        try await database.first("SELECT balance FROM account WHERE id = $1", [.text(id)])?["balance"]
    }

    static func total(in database: Database) async throws -> Int64? {
        try await database.first("SELECT CAST(sum(balance) AS BIGINT) AS total FROM account")?["total"]
    }
}

/// Returns the kind of the error thrown by `body`. Success is a test failure.
func kind<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async -> DatabaseError.Kind? {
    do {
        _ = try await body()
        Issue.record("no error was thrown", sourceLocation: sourceLocation)
        return nil
    } catch let error as DatabaseError {
        return error.kind
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return nil
    }
}
