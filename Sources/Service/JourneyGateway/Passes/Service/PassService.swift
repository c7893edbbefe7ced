import JourneyBase
import JourneyServer

/// The decisions of the pass service: who calls, what is signed for an app, and what a device gets for what it has signed.
struct PassService: Sendable {
    let store: PassStore
    let factory: PassFactory
    let settings: PassSettings
    let gate: PassRateLimiter
    let dependencies: Dependencies
    /// The sessions that are being begun, for all who ask at one time.
    let issuing: WorkCoalescer<PassStore.IssuingQuestion, Issuing>
    /// The sessions that are being answered, one answer at a time each.
    let sessions = AsyncMutexes<[UInt8]>()

    /// - Throws: `CONFIGURATION_INVALID` for an origin that makes no addresses.
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
