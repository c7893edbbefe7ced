/// The location of a database.
public enum DatabaseLocation: Sendable {
    /// SQLite in this process's memory; deleted with the last reference.
    case memory
    /// An SQLite file, for one machine.
    case file(String)
    /// A PostgreSQL server, for any number of instances.
    case postgreSQL(PostgreSQLSettings)
}
