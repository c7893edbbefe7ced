/// Limits on the connections, times and retries of a database.
public struct DatabaseOptions: Hashable, Sendable {
    /// The largest number of connections: to PostgreSQL, or for reading from SQLite, which has one more for writing.
    public var connections = 8
    /// The time limit for a caller that waits for a connection, and for a database that cannot be reached.
    public var patience: Duration = .seconds(5)
    /// The time limit of one statement.
    public var statementTime: Duration = .seconds(30)
    /// The largest number of attempts at a transaction that conflicts with others.
    public var attempts = 10

    /// The time limit of one transaction of a migration. It is no setting, because it is part of SQL text.
    static let migrationTime: Duration = .seconds(600)

    /// Creates the default limits.
    public init() {}
}
