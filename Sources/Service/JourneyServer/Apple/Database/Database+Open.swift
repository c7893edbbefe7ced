public import JourneyBase

extension Database {
    /// Opens a database. Throws `DatabaseError`: `unavailable` for a server, because there is no PostgreSQL client here.
    public static func open(
        _ location: DatabaseLocation, options: DatabaseOptions = DatabaseOptions(), dependencies: Dependencies = .system
    ) async throws -> Database {
        let driver: any DatabaseDriver =
            switch location {
            case .memory: try await SQLiteDriver(.memory, options: options, clock: dependencies.clock)
            case .file(let path): try await SQLiteDriver(.file(path), options: options, clock: dependencies.clock)
            case .postgreSQL: throw DatabaseError(.unavailable, "PostgreSQL is asked on Linux only")
            }
        return Database(driver: driver, options: options, dependencies: dependencies)
    }
}
