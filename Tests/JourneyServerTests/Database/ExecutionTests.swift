import Glibc
import Testing

@testable import JourneyServer

@Suite("Execution on both databases")
struct ExecutionTests {
    @Test(
        "a transaction stays on one thread outside the pool, and the caller returns to the pool",
        arguments: DatabaseUnderTest.available)
    func threads(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            let pool = Set(
                await withTaskGroup(of: UInt.self) { group in
                    for _ in 0..<50 { group.addTask { UInt(pthread_self()) } }
                    return await group.reduce(into: []) { $0.append($1) }
                })
            let seen = try await database.write { transaction in
                var threads: Set<UInt> = [Self.thread()]
                for _ in 0..<20 {
                    try await transaction.execute("UPDATE account SET balance = 1")
                    threads.insert(Self.thread())
                    await Task.yield()
                    threads.insert(Self.thread())
                }
                return threads
            }
            #expect(seen.count == 1)
            #expect(seen.isDisjoint(with: pool))
            #expect(Self.thread() != seen.first)
        }
    }

    private static func thread() -> UInt { UInt(pthread_self()) }

    @Test(
        "statements of concurrent transactions do not interleave on one connection",
        arguments: DatabaseUnderTest.available)
    func interleaved(kind: DatabaseUnderTest) async throws {
        var options = DatabaseOptions()
        options.connections = 1
        options.patience = .seconds(60)
        try await kind.withDatabase(options) { database in
            try await Ledger.open(["a": 0], in: database)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await database.write { transaction in
                            let row = try await transaction.first("SELECT balance FROM account")
                            // Another task may run here, but not on this connection.
                            await Task.yield()
                            let balance: Int64 = try row?["balance"] ?? 0
                            try await transaction.execute("UPDATE account SET balance = $1", [.integer(balance + 1)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Ledger.balance("a", in: database) == 20)
        }
    }
}
