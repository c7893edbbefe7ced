public import JourneyBase

extension Database {
    /// Opens a database. Throws `DatabaseError`, such as `unavailable` for a server that cannot be reached.
    public static func open(
        _ location: DatabaseLocation, options: DatabaseOptions = DatabaseOptions(), surroundings: Surroundings = .system
    ) async throws -> Database {
        let driver: any DatabaseDriver =
            switch location {
            case .memory: try await SQLiteDriver(.memory, options: options, clock: surroundings.clock)
            case .file(let path): try await SQLiteDriver(.file(path), options: options, clock: surroundings.clock)
            case .postgreSQL(let settings):
                try await PostgreSQLDriver(settings, options: options, clock: surroundings.clock)
            }
        return Database(driver: driver, options: options, surroundings: surroundings)
    }
}
