import JourneyServer

extension Database {
    /// Opens it as tests do: how long a busy machine takes is not what they are about.
    static func patient(_ place: DatabaseLocation) async throws -> Database {
        var options = DatabaseOptions()
        options.patience = .seconds(60)
        return try await open(place, options: options)
    }
}
