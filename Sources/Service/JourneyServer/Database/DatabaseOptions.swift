/// Bounds of a database: nothing waits or grows without end.
public struct DatabaseOptions: Hashable, Sendable {
    /// How many connections there are at most: to PostgreSQL, or for reading to SQLite, which has one more for writing.
    public var connections = 8
    /// How long a caller waits for a connection, and for a database that cannot be reached.
    public var patience: Duration = .seconds(5)
    /// How long one statement may take.
    public var statementTime: Duration = .seconds(30)
    /// How often a transaction is tried that others' changes keep from being committed.
    public var attempts = 10

    /// How long all that a migration does at a time may take; no setting, because it stands in SQL.
    static let migrationTime: Duration = .seconds(600)

    /// The usual bounds.
    public init() {}
}
