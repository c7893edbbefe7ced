public import JourneyBase
internal import JourneyDevice
internal import Synchronization

/// The partner API: set up once, start journeys, get one result for each.
public enum HSBCPartnerSdk {
    /// Told of each event by name, with the attributes that `docs/reference/events.md` publishes; never with what a person typed.
    public typealias EventListener = @Sendable (_ name: String, _ attributes: [String: AnyCodable]) -> Void

    /// What manifests compare `minSdk` with.
    public static let version = JourneyKitVersion.current

    private struct State {
        var engine: RuntimeEngine?
        var listener: EventListener?
    }

    private static let state = Mutex(State())

    /// Sets the SDK up. Throws `CONFIGURATION_INVALID` and changes nothing when a field cannot be used; a journey that
    /// runs keeps the configuration it was started with.
    public static func initialize(config: HSBCInitConfig) throws(JourneyError) {
        try config.check()
        state.withLock { state in
            // A second engine while a journey runs would let a second journey start.
            if let engine = state.engine {
                engine.reconfigure(config)
            } else {
                state.engine = RuntimeEngine(config: config)
            }
        }
    }

    /// Sets who is told of events from now on; `nil` for nobody. It is called in order, one event at a time.
    public static func setEventListener(_ listener: EventListener?) { state.withLock { $0.listener = listener } }

    /// Runs a journey and calls `completion` exactly once, whatever happens.
    ///
    /// Fails at once with `NOT_INITIALIZED` before `initialize`, and with `ALREADY_RUNNING` while another journey runs.
    public static func startJourney(
        from host: JourneyHost, params: JourneyStartParams, completion: @escaping @Sendable (JourneyResult) -> Void
    ) {
        Task { completion(await startJourney(from: host, params: params)) }
    }

    /// Runs a journey and gives its result. Cancelling the task is what closing the window is: a payment under way is
    /// waited for.
    public static func startJourney(from host: JourneyHost, params: JourneyStartParams) async -> JourneyResult {
        guard let engine = state.withLock(\.engine) else {
            return JourneyResult(
                .failed(JourneyError(.notInitialized, "Call initialize before startJourney.", recovery: .restart)))
        }
        return await engine.start(from: host, params: params) { name, attributes in
            state.withLock(\.listener)?(name, attributes)
        }
    }

    /// The runs on this device that can be taken up again, the oldest first, each with a new resume token; tokens that were
    /// given out before are void. Throws `NOT_INITIALIZED`, `ALREADY_RUNNING` while a journey runs, and `STORE_FAILED`.
    ///
    /// Runs that were started for a `subject` are not among them.
    public static func unfinishedJourneys(of host: JourneyHost) async throws -> [UnfinishedJourney] {
        try await unfinishedJourneys(of: host, subject: nil)
    }

    /// As above, with those that were started for `subject` (`JourneyStartParams.subject`), and for nobody else.
    public static func unfinishedJourneys(
        of host: JourneyHost, subject: String?
    ) async throws -> [UnfinishedJourney] {
        guard let engine = state.withLock(\.engine) else {
            throw JourneyError(.notInitialized, "Call initialize before unfinishedJourneys.", recovery: .restart)
        }
        return try await engine.unfinishedJourneys(of: host, subject: subject)
    }

    /// Erases all that telemetry has on the device: the installation's random ids, one for each partner, and what has not
    /// been sent. What a gateway has stays until its retention ends. Throws `STORE_FAILED`.
    public static func eraseTelemetry(of host: JourneyHost) async throws {
        discardTelemetry()
        try await TelemetryInstallation(store: host.store, dependencies: host.dependencies).erase()
    }

    /// Forgets what telemetry has not sent yet.
    static func discardTelemetry() { state.withLock(\.engine)?.discardTelemetry() }

    /// Does `body` while no journey runs, nor begins. Throws `ALREADY_RUNNING`.
    static func shieldedFromCancellation<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        guard let engine = state.withLock(\.engine) else { return try await body() }
        return try await engine.shieldedFromCancellation(body)
    }

    /// Forgets configuration and listener, for tests.
    package static func reset() { state.withLock { $0 = State() } }
}
