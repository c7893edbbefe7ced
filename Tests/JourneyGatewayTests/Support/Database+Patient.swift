import JourneyServer

extension Database {
    /// Opens a database with a long timeout, because the tests don't measure a busy machine.
    static func patient(_ place: DatabaseLocation) async throws -> Database {
        var options = DatabaseOptions()
        options.patience = .seconds(60)
        return try await open(place, options: options)
    }
}
