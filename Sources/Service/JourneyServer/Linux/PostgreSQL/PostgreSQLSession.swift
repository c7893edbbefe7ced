import CPostgreSQL
import JourneyBase
import Synchronization

/// One connection to a server, always in pipeline mode: what is sent together takes one round trip.
///
/// `@unchecked Sendable`: the pool lends it to one task at a time, whose work runs on the loop's thread; `cancel` alone
/// comes from elsewhere, and goes there.
final class PostgreSQLSession: DatabaseSession, @unchecked Sendable {
    let handle: PostgreSQLHandle
    let loop: SocketLoop
    let line = SocketLoop.Line()
    let socket: Int32
    /// How long to wait for a server that ends statements after their time by itself.
    private(set) var answerTime: Duration
    private let statementTime: Duration
    /// What the server has compiled for this connection.
    var prepared: [StatementKey: PreparedStatement] = [:]
    var lastName = 0
    var arguments = PostgreSQLArguments()
    /// Whether a commit or rollback is under way, which nobody may end early.
    private(set) var isEnding = false
    /// Sent with the first statement, so that a transaction's start takes no round trip of its own.
    private var start: StaticString?
    private var isInTransaction = false
    /// Counts round trips, so that a cancellation reaches the one that it was meant for.
    private let turn = Atomic(0)

    var executor: any TaskExecutor { loop }
    var dialect: SQLDialect { .postgreSQL }
    var isUsable: Bool { !line.isBroken }

    init(_ handle: PostgreSQLHandle, loop: SocketLoop, statementTime: Duration) throws(DatabaseError) {
        self.handle = handle
        self.loop = loop
        socket = PQsocket(handle.raw)
        self.statementTime = statementTime
        answerTime = statementTime + .seconds(5)
        guard loop.watch(socket, for: line) else { throw DatabaseError(.unavailable, "PostgreSQL, no event source") }
    }

    func begin(_ kind: TransactionKind) async throws {
        isInTransaction = true
        switch kind {
        case .read: start = "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
        case .write: start = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
        case .migration:
            // It must see what was committed while it waited for its turn.
            start = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
            answerTime = DatabaseOptions.migrationTime + .seconds(5)
            _ = try await exchange([
                Statement("SET LOCAL statement_timeout = '10min'"),
                // One number for all migrations of this package: "journey" in ASCII.
                Statement("SELECT pg_advisory_xact_lock(29963426366317945)"),
            ])
        }
    }

    func commit() async throws {
        defer { end() }
        // Nothing was asked, so nothing was begun.
        guard start == nil else { return start = nil }
        isEnding = true
        defer { isEnding = false }
        do {
            let tag = try await exchange([Statement("COMMIT")]).tag
            guard tag == "COMMIT" else { throw DatabaseError(.serialization, "PostgreSQL, \(tag)") }
        } catch let error as DatabaseError where error.kind == .connectionLost || error.kind == .timeout {
            line.markBroken()
            throw DatabaseError(.outcomeUnknown, error.detail)
        }
    }

    func rollback() async {
        defer { end() }
        guard start == nil, isInTransaction, isUsable else { return start = nil }
        isEnding = true
        defer { isEnding = false }
        do { _ = try await exchange([Statement("ROLLBACK")]) } catch { line.markBroken() }
    }

    private func end() {
        isInTransaction = false
        answerTime = statementTime + .seconds(5)
    }

    func run(_ statement: Statement, mayWrite: Bool) async throws -> Answer {
        try await run([statement], mayWrite: mayWrite)[0]
    }

    func run(_ statements: [Statement], mayWrite: Bool) async throws -> [Answer] {
        for statement in statements {
            guard let verb = Verb(statement.sql) else { throw DatabaseError.verb }
            guard mayWrite || verb != .change else { throw DatabaseError.change }
        }
        do { return try await exchange(statements).answers } catch let error as DatabaseError
            where mayWrite && !isInTransaction && !isUsable && (error.kind == .connectionLost || error.kind == .timeout)
        {
            // It may have been committed before the connection broke.
            throw DatabaseError(.outcomeUnknown, error.detail)
        }
    }

    func script(_ sql: String) async throws { try await PostgreSQLExchange(self).script(dialect.resolve(sql)) }

    func cancel() {
        let number = turn.load(ordering: .sequentiallyConsistent)
        Task(executorPreference: loop) { [weak self] in
            // By now it may be over, and another task's turn.
            guard let self, !isEnding, number == turn.load(ordering: .sequentiallyConsistent) else { return }
            loop.abandon(socket)
        }
    }

    /// What the server compiled of `statement`, if its parameters fit.
    func checked(_ statement: Statement) throws(DatabaseError) -> PreparedStatement {
        guard let known = prepared[StatementKey(statement.sql)] else {
            throw DatabaseError(.statement, "PostgreSQL, a statement was not compiled")
        }
        try known.check(statement.parameters)
        return known
    }

    /// Sends `statements`, with the transaction's start before them where it is due, and reads all answers.
    private func exchange(_ statements: [Statement]) async throws -> PostgreSQLExchange.Received {
        turn.add(1, ordering: .sequentiallyConsistent)
        if !isEnding { try Task.checkCancellation() }
        let start = start
        self.start = nil
        return try await PostgreSQLExchange(self).run(statements, after: start)
    }
}
