/// Where a database lives.
public enum DatabaseLocation: Sendable {
    /// In this process, in SQLite; gone with the last reference.
    case memory
    /// In a file of SQLite's, for one machine.
    case file(String)
    /// In a PostgreSQL server, for any number of instances.
    case postgreSQL(PostgreSQLSettings)
}
