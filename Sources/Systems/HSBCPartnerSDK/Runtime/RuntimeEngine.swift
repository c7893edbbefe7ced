internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage
internal import Synchronization

/// Runs journeys, one at a time: fetch, verify, compile, run, and one result.
final class RuntimeEngine: Sendable {
    private struct State {
        var config: HSBCInitConfig
        var isRunning = false
    }

    private let state: Mutex<State>
    private let telemetry: EngineTelemetry
    private let attestations = AsyncMutex()
    /// The returns from other parties' pages, of this run and of one that is resumed next.
    let returns = AuthorizationReturns()
    /// The clock of remote configuration requests; `nil` for the host's own clock.
    private let watchClock: (any Clock<Duration>)?
    /// The clock that limits a host's creation of a web engine and its device's attestation; `nil` for the host's own clock.
    private let webClock: (any Clock<Duration>)?

    init(
        config: HSBCInitConfig, watchClock: (any Clock<Duration>)? = nil, webClock: (any Clock<Duration>)? = nil
    ) {
        state = Mutex(State(config: config))
        telemetry = EngineTelemetry(isAgreed: config.telemetryOptIn)
        self.watchClock = watchClock
        self.webClock = webClock
    }

    /// Replaces the configuration from the next start. A withdrawn telemetry consent takes effect at once.
    func reconfigure(_ config: HSBCInitConfig) {
        telemetry.setAgreed(config.telemetryOptIn)
        state.withLock { $0.config = config }
    }

    /// Discards unsent telemetry, and stops recording the current run.
    func discardTelemetry() { telemetry.discard() }

    /// Waits until the last run's telemetry is sent or has failed.
    func waitForTelemetry() async { await telemetry.waitForFlush() }

    /// Runs the journey of `params` and returns its one result.
    func start(
        from host: JourneyHost, params: JourneyStartParams, listener: @escaping EventBus.Listener
    ) async -> JourneyResult {
        guard let config = claim() else { return JourneyResult(.failed(RuntimeEngine.isBusy)) }
        defer { state.withLock { $0.isRunning = false } }
        if params.resumeToken == nil { returns.discardHeld() }
        let loading = host.loadingPresenter.map { LoadingScreen(presenter: $0, clock: host.dependencies.clock) }
        // A task of its own, so that “Cancel” on the loading screen can end it as the caller's cancellation does.
        let running = Task { await run(start(config, host, params, loading, listener)) }
        loading?.begin { running.cancel() }
        let outcome = await withTaskCancellationHandler {
            await running.value
        } onCancel: {
            running.cancel()
        }
        return JourneyResult(outcome)
    }

    /// Returns the resumable runs of `subject`. Throws `ALREADY_RUNNING` during a run, which writes its own snapshot.
    func unfinishedJourneys(of host: JourneyHost, subject: String? = nil) async throws -> [UnfinishedJourney] {
        guard let config = claim() else { throw RuntimeEngine.isBusy }
        defer { state.withLock { $0.isRunning = false } }
        let key = try await DeviceKey(host, config).load(for: .fingerprint)
        return try await ResumeTokenStore(
            store: host.store, environment: config.environment, dependencies: host.dependencies
        )
        .offers(instanceKey: host.instanceThumbprint, subject: Subject(subject: subject, key: key).subject)
    }

    /// Runs `body` while no run is in progress, and lets none begin.
    func whileIdle<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        guard claim() != nil else { throw RuntimeEngine.isBusy }
        defer { state.withLock { $0.isRunning = false } }
        return try await body()
    }

    private static let isBusy = JourneyError(.alreadyRunning, "Another journey is still running.", recovery: .restart)

    /// Claims the engine's only slot; `nil` when it is in use.
    private func claim() -> HSBCInitConfig? {
        state.withLock { state in
            guard !state.isRunning else { return nil }
            state.isRunning = true
            return state.config
        }
    }

    private func start(
        _ config: HSBCInitConfig, _ host: JourneyHost, _ params: JourneyStartParams, _ loading: LoadingScreen?,
        _ listener: @escaping EventBus.Listener
    ) -> JourneyStart {
        let correlationID = host.dependencies.uuid()
        return JourneyStart(
            config: config, host: host, params: params, loading: loading,
            events: EventBus(correlationID: correlationID, log: host.dependencies.log, listener: listener),
            correlationID: correlationID, telemetry: telemetry, attestations: attestations,
            returns: returns, watchClock: watchClock ?? host.dependencies.clock,
            webClock: webClock ?? host.dependencies.clock)
    }

    /// Runs the five steps of a start. A step that fails is followed by the last.
    private func run(_ start: JourneyStart) async -> Outcome<JSONValue> {
        let ending: RunEnding
        do throws(StartFailure) {
            let prepared = try await start.prepare()
            let ready = try await start.resume(prepared)
            let admitted = try await start.admit(ready)
            ending = await start.execute(admitted)
        } catch {
            ending = .failed(error)
        }
        return await start.conclude(ending)
    }
}
