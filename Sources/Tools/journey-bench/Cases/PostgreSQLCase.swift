import Foundation
import JourneyBase
import JourneyHarness
import JourneyServer

/// Measures `Database` over PostgreSQL against `pgbench` with the same statements, alternating on one private server.
enum PostgreSQLCase {
    /// The duration of one turn; pgbench counts whole seconds.
    private static let turn: Duration = .seconds(1)
    private static let insert: StaticString = "INSERT INTO entry (amount) VALUES ($1)"
    private static let select: StaticString = "SELECT amount FROM kept WHERE id = $1"

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let server = try await PrivatePostgreSQL.start()
        try await server.createDatabase("bench")
        var options = DatabaseOptions()
        options.connections = 8
        let settings = PostgreSQLSettings(
            address: .socket(folder: server.folder, port: server.port), database: "bench", user: server.user,
            password: server.password)
        let database = try await Database.open(.postgreSQL(settings), options: options)
        defer { database.close() }
        try await database.migrate(
            Schema(
                "bench",
                [
                    Migration(
                        "tables",
                        """
                        CREATE TABLE entry (id {identity}, amount {integer}) {strict};
                        CREATE TABLE kept (id {integer} PRIMARY KEY, amount {integer}) {strict};
                        """)
                ]))
        try await database.batch(
            (1...1_000).map { Statement("INSERT INTO kept VALUES ($1, 7)", [.integer(Int64($0))]) })
        let pairs = max(3, bench.sampler.pairs / 6)
        let change: @Sendable () async throws -> Void = { try await database.execute(insert, [7]) }
        let lookUp: @Sendable () async throws -> Void = {
            try await expect(database.first(select, [500])?[0] == Int64(7), "The selected row is missing.")
        }
        let hundred = (1...100).map { _ in Statement(select, [500]) }
        let together: @Sendable () async throws -> Void = { try await database.batch(hundred) }
        let (change1, lookUp1) = (
            "INSERT INTO entry (amount) VALUES (7);\n", "SELECT amount FROM kept WHERE id = 500;\n"
        )
        let piped = "\\startpipeline\n" + String(repeating: lookUp1, count: 100) + "\\endpipeline\n"
        var figures: [Measurement] = []
        for (name, script, clients, units, aim, ours) in [
            ("a transaction of one row, one client", change1, 1, 1.0, Measurement.Target.ratio(1.11), change),
            ("a transaction of one row, eight clients", change1, 8, 1, .ratio(1.11), change),
            ("a row by its key, one client", lookUp1, 1, 1, .ratio(1.11), lookUp),
            ("a row by its key, eight clients", lookUp1, 8, 1, .ratio(1.11), lookUp),
            ("a row by its key, 100 in one round trip", piped, 1, 100, .ratio(1.11), together),
        ] {
            let pgbench = PGBench(server: server, script: script, clients: clients)
            let samples = try await Sampler.alternate(0..<pairs) { isFloor, _ in
                [isFloor ? try await pgbench.nanoseconds() : try await nanoseconds(clients: clients, ours)]
            }[0]
            figures.append(Measurement("PostgreSQL, \(name)", floor: "pgbench", samples, units: units, aim: aim))
        }
        return figures
    }

    /// Returns the nanoseconds per round, over all clients.
    private static func nanoseconds(
        clients: Int, _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Double {
        let start = ContinuousClock.now
        let rounds = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<clients {
                group.addTask {
                    var rounds = 0
                    while ContinuousClock.now - start < turn {
                        try await body()
                        rounds += 1
                    }
                    return rounds
                }
            }
            return try await group.reduce(0, +)
        }
        return Double((ContinuousClock.now - start) / .nanoseconds(1)) / Double(rounds)
    }
}

/// PostgreSQL's own load generator: one thread, prepared statements, a custom script.
struct PGBench {
    let server: PrivatePostgreSQL
    let script: String
    let clients: Int

    /// Returns the nanoseconds per round of the script, over one second.
    func nanoseconds() async throws -> Double {
        let path = NSTemporaryDirectory() + "journey-bench-\(UUID().uuidString).sql"
        defer { try? FileManager.default.removeItem(atPath: path) }
        // Readable for the server's user, who runs pgbench.
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(script.utf8), attributes: [.posixPermissions: 0o644])
        else { throw BenchError(what: "pgbench's script could not be written to \(path).") }
        let lines = try await server.client(
            "pgbench",
            [
                "-n", "-M", "prepared", "-T", "1", "-c", String(clients), "-j", "1", "-f", path,
                // The measured transactions are serializable, too.
                "dbname=bench options='-c default_transaction_isolation=serializable'",
            ])
        // "tps = 8123.4 (without initial connection time)".
        guard let line = lines.first(where: { $0.hasPrefix("tps = ") }),
            let rate = line.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) }), rate > 0
        else { throw BenchError(what: "pgbench printed no tps line.") }
        return 1e9 / rate
    }
}
