import CPostgreSQL
import Glibc
import JourneyBase
import Synchronization

/// One connection to a server, always in pipeline mode: what is sent together takes one round trip.
///
/// `@unchecked Sendable`: the pool lends it to one task at a time; `cancel` alone comes from elsewhere and touches what has
/// its own lock.
final class PostgreSQLSession: DatabaseSession, @unchecked Sendable {
    let handle: PostgreSQLHandle
    let loop: SocketLoop
    let socket: Int32
    /// The time to wait for a server that itself ends statements after their time limit.
    private(set) var answerTime: Duration
    private let statementTime: Duration
    /// The statements that the server has prepared for this connection.
    var prepared: [StatementKey: PreparedStatement] = [:]
    var lastName = 0
    var arguments = PostgreSQLArguments()
    /// `true` if a commit or rollback is under way, which must not be interrupted.
    var isEnding: Bool { ending.load(ordering: .sequentiallyConsistent) }
    private let ending = Atomic(false)
    /// Sent with the first statement, so that a transaction's start takes no round trip of its own.
    private var start: StaticString?
    private var isInTransaction = false

    var executor: any TaskExecutor { loop }
    /// Whoever sends takes the first steps, which saves waking the loop's thread.
    var callExecutor: (any TaskExecutor)? { nil }
    var dialect: SQLDialect { .postgreSQL }
    /// `true` if nothing was interrupted and nothing unexpected has arrived; between calls, that is the server closing.
    var isUsable: Bool {
        var byte: UInt8 = 0
        return !isBroken && recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) < 0
            && errno == EAGAIN
    }
    var isBroken = false

    init(_ handle: PostgreSQLHandle, loop: SocketLoop, statementTime: Duration) {
        self.handle = handle
        self.loop = loop
        socket = PQsocket(handle.raw)
        self.statementTime = statementTime
        answerTime = statementTime + .seconds(5)
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
        ending.store(true, ordering: .sequentiallyConsistent)
        defer { ending.store(false, ordering: .sequentiallyConsistent) }
        do {
            let tag = try await exchange([Statement("COMMIT")]).tag
            guard tag == "COMMIT" else { throw DatabaseError(.serialization, "PostgreSQL, \(tag)") }
        } catch let error as DatabaseError where error.kind == .connectionLost || error.kind == .timeout {
            isBroken = true
            throw DatabaseError(.outcomeUnknown, error.detail)
        }
    }

    func rollback() async {
        defer { end() }
        guard start == nil, isInTransaction, !isBroken else { return start = nil }
        ending.store(true, ordering: .sequentiallyConsistent)
        defer { ending.store(false, ordering: .sequentiallyConsistent) }
        do { _ = try await exchange([Statement("ROLLBACK")]) } catch { isBroken = true }
    }

    private func end() {
        isInTransaction = false
        answerTime = statementTime + .seconds(5)
    }

    func run(_ statement: Statement, mayWrite: Bool) async throws -> Answer {
        try await run([statement], mayWrite: mayWrite)[0]
    }

    func runHere(_ statement: Statement, mayWrite: Bool) throws -> Answer? { nil }

    func run(_ statements: [Statement], mayWrite: Bool) async throws -> [Answer] {
        for statement in statements {
            // What was compiled for a caller was looked at then; ours are not for them.
            if let known = prepared[StatementKey(statement.sql)], known.verb != nil {
                guard mayWrite || known.verb != .change else { throw DatabaseError.change }
            } else {
                guard let verb = Verb(statement.sql) else { throw DatabaseError.verb }
                guard mayWrite || verb != .change else { throw DatabaseError.change }
            }
        }
        do { return try await exchange(statements).answers } catch let error as DatabaseError
            where mayWrite && !isInTransaction && isBroken && (error.kind == .connectionLost || error.kind == .timeout)
        {
            // It may have been committed before the connection broke.
            throw DatabaseError(.outcomeUnknown, error.detail)
        }
    }

    func script(_ sql: String) async throws { try await PostgreSQLExchange(self).script(dialect.resolve(sql)) }

    func rewrite() async throws {}

    func cancel() {
        if !ending.load(ordering: .sequentiallyConsistent) { loop.abandon(socket) }
    }

    /// Returns the prepared form of `statement` if its parameters fit.
    func checked(_ statement: Statement) throws(DatabaseError) -> PreparedStatement {
        guard let known = prepared[StatementKey(statement.sql)] else {
            throw DatabaseError(.statement, "PostgreSQL, a statement was not compiled")
        }
        try known.check(statement.parameters)
        return known
    }

    /// Sends `statements`, with the transaction's start before them where it is due, and reads all answers.
    private func exchange(_ statements: [Statement]) async throws -> PostgreSQLExchange.Received {
        if !isEnding { try Task.checkCancellation() }
        let start = start
        self.start = nil
        return try await PostgreSQLExchange(self).run(statements, after: start)
    }
}
