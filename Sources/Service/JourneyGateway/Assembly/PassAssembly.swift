package import JourneyBase
package import JourneyServer

/// The composition root of the pass service and the pass web service, which share their records and rate limits.
///
/// A gateway has one, and so have the sandbox, the testing product and the benchmark, which serve passes alone.
package struct PassAssembly: Sendable {
    package let passes: PassStore
    /// Registrations, changes and pushes.
    package let updates: PassUpdateStore
    /// Rate-limit counters per caller; they survive a reload.
    private let gate = PassRateLimiter()

    /// Opens the stores in `database`. Throws `JourneyError` with one of the store's codes.
    package init(_ database: Database) async throws(JourneyError) {
        self.init(try await PassStore(database), try await PassUpdateStore(database))
    }

    /// Creates an assembly over open stores, with rate limits of its own.
    init(_ passes: PassStore, _ updates: PassUpdateStore) { (self.passes, self.updates) = (passes, updates) }

    /// Builds both services' routes.
    ///
    /// - Parameters:
    ///   - factory: The factory that builds passes.
    ///   - settings: The service's origin, times and rate limits.
    ///   - dependencies: Time, randomness and log.
    /// - Throws: `CONFIGURATION_INVALID` for an origin that forms no valid URLs; `FILE_UNUSABLE` without the bundled OpenAPI
    ///   documents.
    package func service(
        _ factory: PassFactory, _ settings: PassSettings, dependencies: Dependencies = .system
    ) throws(JourneyError) -> Router {
        let issuing = try PassRoutes(
            store: passes, factory: factory, settings: settings, gate: gate, dependencies: dependencies)
        let updating = try PassUpdateRoutes(
            source: IssuedPasses(store: passes, factory: factory, dependencies: dependencies), store: updates,
            gate: gate, dependencies: dependencies)
        return Router(issuing.router.routes + updating.router.routes)
    }
}
