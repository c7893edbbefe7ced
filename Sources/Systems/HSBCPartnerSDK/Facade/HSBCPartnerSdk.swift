public import JourneyBase
internal import JourneyDevice
internal import Synchronization

/// The partner API: set it up once, start journeys, and get one result for each.
public enum HSBCPartnerSdk {
    /// A listener for events: the name and the attributes that `docs/reference/events.md` publishes. They never contain what a person
    /// typed.
    public typealias EventListener = @Sendable (_ name: String, _ attributes: [String: AnyCodable]) -> Void

    /// The SDK's version, which manifests compare with `minSdk`.
    public static let version = JourneyKitVersion.current

    private struct State {
        var engine: RuntimeEngine?
        var listener: EventListener?
    }

    private static let state = Mutex(State())

    /// Sets the SDK up. A running journey keeps the configuration that it started with.
    ///
    /// - Parameter config: The configuration.
    /// - Throws: `CONFIGURATION_INVALID` when a field can't be used. Then nothing changes.
    public static func initialize(config: HSBCInitConfig) throws(JourneyError) {
        try config.check()
        state.withLock { state in
            // A second engine would allow a second journey while one runs.
            if let engine = state.engine {
                engine.reconfigure(config)
            } else {
                state.engine = RuntimeEngine(config: config)
            }
        }
    }

    /// Sets the listener of all events from now on; `nil` removes it. Events are delivered in order, one at a time.
    public static func setEventListener(_ listener: EventListener?) { state.withLock { $0.listener = listener } }

    /// Runs a journey and calls `completion` exactly once.
    ///
    /// Fails at once with `NOT_INITIALIZED` before `initialize`, and with `ALREADY_RUNNING` while another journey runs.
    ///
    /// - Parameters:
    ///   - host: The adapters that the journey runs on.
    ///   - params: The journey to start and its inputs.
    ///   - completion: Receives the result.
    public static func startJourney(
        from host: JourneyHost, params: JourneyStartParams, completion: @escaping @Sendable (JourneyResult) -> Void
    ) {
        Task { completion(await startJourney(from: host, params: params)) }
    }

    /// Runs a journey and returns its result.
    ///
    /// Cancelling the task has the same effect as closing the window: payments in progress are awaited.
    ///
    /// - Parameters:
    ///   - host: The adapters that the journey runs on.
    ///   - params: The journey to start and its inputs.
    /// - Returns: The result. Failures are part of it.
    public static func startJourney(from host: JourneyHost, params: JourneyStartParams) async -> JourneyResult {
        guard let engine = state.withLock(\.engine) else {
            return JourneyResult(
                .failed(JourneyError(.notInitialized, "Call initialize before startJourney.", recovery: .restart)))
        }
        return await engine.start(from: host, params: params) { name, attributes in
            state.withLock(\.listener)?(name, attributes)
        }
    }

    /// Hands over an address with which the app was opened, which may be the return from a bank's pages or app.
    ///
    /// Call it after `initialize` with each address of `redirectScheme`, and each https address that a journey's `authorize` step
    /// returns to. If the app was started by it, call it before `startJourney` with the resume token: the newest four addresses
    /// are kept in memory until then. An address is accepted once, and only by a run that expects what it carries. What came of
    /// the authorization is asked from the bank.
    ///
    /// - Parameter url: The address, as the system gave it.
    /// - Returns: `true` if the running journey was waiting for it.
    @discardableResult public static func continueAuthorization(_ url: String) -> Bool {
        state.withLock(\.engine)?.returns.offer(url) ?? false
    }

    /// Returns the runs on this device that can be resumed, oldest first, each with a new resume token.
    ///
    /// Earlier tokens become void. Runs that were started for a `subject` are not included.
    ///
    /// - Throws: `NOT_INITIALIZED`, `ALREADY_RUNNING` while a journey runs, and `STORE_FAILED`.
    public static func unfinishedJourneys(of host: JourneyHost) async throws -> [UnfinishedJourney] {
        try await unfinishedJourneys(of: host, subject: nil)
    }

    /// Returns the runs on this device that can be resumed, those of `subject` included, oldest first, each with a new resume
    /// token.
    ///
    /// - Parameters:
    ///   - host: The host whose store is read.
    ///   - subject: The person, as in `JourneyStartParams.subject`; runs of other subjects are not included.
    /// - Returns: The resumable runs. Earlier tokens become void.
    /// - Throws: `NOT_INITIALIZED`, `ALREADY_RUNNING` while a journey runs, and `STORE_FAILED`.
    public static func unfinishedJourneys(
        of host: JourneyHost, subject: String?
    ) async throws -> [UnfinishedJourney] {
        guard let engine = state.withLock(\.engine) else {
            throw JourneyError(.notInitialized, "Call initialize before unfinishedJourneys.", recovery: .restart)
        }
        return try await engine.unfinishedJourneys(of: host, subject: subject)
    }

    /// Erases all telemetry data on the device: the installation's random ids, one for each partner, and unsent data.
    ///
    /// Data at a gateway stays until its retention ends.
    ///
    /// - Throws: `STORE_FAILED`.
    public static func eraseTelemetry(of host: JourneyHost) async throws {
        discardTelemetry()
        try await TelemetryInstallation(store: host.store, dependencies: host.dependencies).erase()
    }

    /// Discards telemetry that has not been sent.
    static func discardTelemetry() { state.withLock(\.engine)?.discardTelemetry() }

    /// Runs `body` while no journey runs, and lets none start meanwhile.
    ///
    /// - Throws: `ALREADY_RUNNING`, and the errors of `body`.
    static func whileIdle<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        guard let engine = state.withLock(\.engine) else { return try await body() }
        return try await engine.whileIdle(body)
    }

    /// Removes configuration and listener, for tests.
    package static func reset() { state.withLock { $0 = State() } }
}
