/// One of the two databases behind `Database`.
protocol DatabaseDriver: Sendable {
    /// Lends connections that may only read.
    var readers: SessionPool { get }
    /// Lends connections that may read and write; the same pool where one kind does both.
    var writers: SessionPool { get }
}

/// One connection, which one task at a time holds.
protocol DatabaseSession: AnyObject, Sendable {
    /// The thread that transactions run on.
    var executor: any TaskExecutor { get }
    /// The executor for a single call; `nil` for the caller's own, when calls never block.
    var callExecutor: (any TaskExecutor)? { get }
    /// `true` if the next one can have it.
    var isUsable: Bool { get }
    var dialect: SQLDialect { get }

    func begin(_ kind: TransactionKind) async throws
    /// Throws when nothing was committed, or `outcomeUnknown`.
    func commit() async throws
    /// Undoes whatever is under way. Where it cannot, the session is not usable again.
    func rollback() async
    /// Runs one statement; within no transaction, as one of its own.
    func run(_ statement: Statement, mayWrite: Bool) async throws -> Answer
    /// Runs one statement without suspending, if it can and the caller is on the session's own thread; else `nil`.
    func runHere(_ statement: Statement, mayWrite: Bool) throws -> Answer?
    /// Runs several, sent together where that saves time; within no transaction, as one of their own.
    func run(_ statements: [Statement], mayWrite: Bool) async throws -> [Answer]
    /// Runs SQL of several statements, without parameters or answers. For migrations.
    func script(_ sql: String) async throws
    /// Rewrites the database's files where what was deleted may stay in them. In no transaction.
    func rewrite() async throws
    /// Ends the statement under way early, from any thread. A commit or a rollback goes on.
    func cancel()
}

enum TransactionKind: Hashable {
    /// One state of the whole database, and no changes.
    case read
    /// A serializable transaction that reads and writes.
    case write
    /// Alone among migrations.
    case migration
}
