import CSQLite
import JourneyBase
import Synchronization

/// One connection to SQLite, with the statements that it has prepared.
///
/// `@unchecked Sendable`: the pool lends it to one task at a time, whose work runs on `thread`; `cancel` alone comes from
/// elsewhere and touches `cancellation` only.
final class SQLiteSession: DatabaseSession, @unchecked Sendable {
    private let thread: WorkerThread
    private let handle: OpaquePointer
    private let statementTime: Duration
    private let mayWrite: Bool
    private var statements: [StatementKey: SQLiteStatement] = [:]
    /// The statements that begin and end transactions.
    private var controls: [StatementKey: SQLiteStatement] = [:]
    /// The time limit of the running statement. The watchdog sets it when it first looks, a fraction of a millisecond after the
    /// statement began, which saves short statements a look at the clock.
    private var deadline: ContinuousClock.Instant?
    private var time: Duration
    private let cancellation = Mutex(Cancellation())

    private struct Cancellation {
        /// `true` if a statement is under way that may be ended early.
        var isWelcome = false
        var isAsked = false
    }

    var executor: any TaskExecutor { thread }
    var callExecutor: (any TaskExecutor)? { thread }
    var dialect: SQLDialect { .sqlite }
    /// A rollback that failed leaves the transaction open.
    var isUsable: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Opens the connection, on its own thread.
    init(_ setup: SQLiteDriver.Setup, mayWrite: Bool, thread: WorkerThread) throws(DatabaseError) {
        let path = if case .file(let path) = setup.place { path } else { ":memory:" }
        var handle: OpaquePointer?
        // One task at a time needs no lock of SQLite's.
        let flags = setup.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let status = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nil)
        guard status == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw DatabaseError(sqlite: status)
        }
        self.handle = handle
        self.thread = thread
        self.mayWrite = mayWrite
        statementTime = setup.statementTime
        time = setup.statementTime
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Int32(clamping: Int64(setup.busyTime / .milliseconds(1))))
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        try check(csqlite_defend(handle))
        if !setup.isReadOnly {
            try exec("PRAGMA journal_mode = WAL")
            // A payment that was answered must stand after a power cut.
            try exec("PRAGMA synchronous = FULL")
            // What is deleted is overwritten with zeros. Debian's library does so by itself, others only when they are told.
            try exec("PRAGMA secure_delete = ON")
        }
        try exec("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF")
        if !mayWrite { try exec("PRAGMA query_only = ON") }
        if let pages = setup.mostPages { try exec("PRAGMA max_page_count = \(pages)") }
        watch()
    }

    deinit {
        (statements, controls) = ([:], [:])
        sqlite3_close_v2(handle)
        thread.end()
    }

    func begin(_ kind: TransactionKind) async throws {
        _ = try step(Statement(kind == .read ? "BEGIN" : "BEGIN IMMEDIATE"), as: .control)
    }

    func commit() async throws { _ = try step(Statement("COMMIT"), as: .control) }

    func rollback() async {
        // A statement that failed may have ended the transaction already.
        if !isUsable { _ = try? step(Statement("ROLLBACK"), as: .control) }
    }

    func run(_ statement: Statement, mayWrite: Bool) async throws -> Answer {
        try step(statement, as: mayWrite ? .change : .query)
    }

    func runHere(_ statement: Statement, mayWrite: Bool) throws -> Answer? {
        thread.isCurrent ? try step(statement, as: mayWrite ? .change : .query) : nil
    }

    func run(_ statements: [Statement], mayWrite: Bool) async throws -> [Answer] {
        let isAlone = isUsable
        if isAlone { try await begin(mayWrite ? .write : .read) }
        do {
            let answers = try statements.map { try step($0, as: mayWrite ? .change : .query) }
            if isAlone { try await commit() }
            return answers
        } catch {
            if isAlone { await rollback() }
            throw error
        }
    }

    func script(_ sql: String) async throws { try exec(dialect.resolve(sql), within: DatabaseOptions.migrationTime) }

    func rewrite() async throws {
        // VACUUM attaches a file of its own meanwhile.
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        defer { sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0) }
        try exec("VACUUM", within: DatabaseOptions.migrationTime)
        // The log holds the old pages until it is emptied. Where somebody else reads it meanwhile, it is emptied at its next end.
        try exec("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    func cancel() {
        cancellation.withLock { cancellation in
            guard cancellation.isWelcome else { return }
            cancellation.isAsked = true
            sqlite3_interrupt(handle)
        }
    }

    /// The purpose of a statement.
    private enum Purpose { case control, query, change }

    private func step(_ statement: Statement, as purpose: Purpose) throws -> Answer {
        let prepared = try prepared(statement.sql, isControl: purpose == .control)
        guard purpose != .query || prepared.isReading else {
            throw DatabaseError.change
        }
        (deadline, time) = (nil, statementTime)
        // A commit that has begun goes on: ended half-way, nobody would know what it did.
        guard purpose != .control else { return try prepared.run([], on: handle) }
        cancellation.withLock { $0 = Cancellation(isWelcome: true) }
        defer { cancellation.withLock { $0.isWelcome = false } }
        // A cancellation marks the task first and comes here then: one of the two is seen.
        try Task.checkCancellation()
        do throws(DatabaseError) { return try prepared.run(statement.parameters, on: handle) } catch {
            if error.kind == .timeout, cancellation.withLock({ $0.isAsked }) { throw CancellationError() }
            throw error
        }
    }

    private func prepared(_ sql: StaticString, isControl: Bool) throws(DatabaseError) -> SQLiteStatement {
        // Ours apart from the callers': the same text may be one literal, and is not as welcome from them.
        let key = StatementKey(sql)
        if let known = isControl ? controls[key] : statements[key] { return known }
        guard isControl || Verb(sql) != nil else { throw DatabaseError.verb }
        let statement = try SQLiteStatement(sql, on: handle)
        if isControl { controls[key] = statement } else { statements[key] = statement }
        return statement
    }

    private func exec(_ sql: String, within time: Duration = .seconds(30)) throws(DatabaseError) {
        (deadline, self.time) = (nil, time)
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    private func check(_ status: Int32) throws(DatabaseError) {
        guard status == SQLITE_OK else { throw DatabaseError(sqlite: status) }
    }

    private var isLate: Bool {
        let now = ContinuousClock.now
        guard let deadline else {
            deadline = now + time
            return false
        }
        return deadline < now
    }

    /// Has SQLite ask now and then whether a statement has taken too long.
    private func watch() {
        let every: Int32 = 10_000  // steps of its machine, a fraction of a millisecond
        sqlite3_progress_handler(
            handle, every,
            { context in
                guard let context else { return 0 }
                let session = Unmanaged<SQLiteSession>.fromOpaque(context).takeUnretainedValue()
                return session.isLate ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
