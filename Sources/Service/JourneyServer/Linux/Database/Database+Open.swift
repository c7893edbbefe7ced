public import JourneyBase

extension Database {
    /// Opens a database.
    ///
    /// - Parameters:
    ///   - location: The location of the database.
    ///   - options: Bounds and time limits.
    ///   - dependencies: The clock, randomness and log.
    /// - Returns: The open database.
    /// - Throws: `DatabaseError`, such as `unavailable` for a server that can't be reached.
    public static func open(
        _ location: DatabaseLocation, options: DatabaseOptions = DatabaseOptions(), dependencies: Dependencies = .system
    ) async throws -> Database {
        let driver: any DatabaseDriver =
            switch location {
            case .memory: try await SQLiteDriver(.memory, options: options, clock: dependencies.clock)
            case .file(let path): try await SQLiteDriver(.file(path), options: options, clock: dependencies.clock)
            case .postgreSQL(let settings):
                try await PostgreSQLDriver(settings, options: options, clock: dependencies.clock)
            }
        return Database(driver: driver, options: options, dependencies: dependencies)
    }
}
