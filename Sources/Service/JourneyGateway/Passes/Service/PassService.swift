import JourneyBase
import JourneyServer

/// The pass service's operations, without HTTP: authentication, binding data for apps, and passes for devices.
struct PassService: Sendable {
    let store: PassStore
    let factory: PassFactory
    let settings: PassSettings
    let gate: PassRateLimiter
    let dependencies: Dependencies
    /// The sessions to begin, coalesced over concurrent requests.
    let issuing: WorkCoalescer<PassStore.IssuingQuestion, Issuing>
    /// The sessions being answered, one answer at a time per session.
    let sessions = AsyncMutexes<[UInt8]>()

    /// Creates the service. Throws `CONFIGURATION_INVALID` for an origin that forms no valid URLs.
    init(
        store: PassStore, factory: PassFactory, settings: PassSettings, gate: PassRateLimiter,
        dependencies: Dependencies
    ) throws(JourneyError) {
        self.store = store
        self.factory = factory
        self.settings = settings
        self.gate = gate
        self.dependencies = dependencies
        issuing = try PassService.issuing(store, factory, settings, gate, dependencies)
    }
}
