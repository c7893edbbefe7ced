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
    /// Paces the questions for remote configuration; `nil` for the host's own clock.
    private let watchClock: (any Clock<Duration>)?
    /// Bounds how long a host may take to make a web engine, or its device to vouch for it; `nil` for the host's own clock.
    private let webClock: (any Clock<Duration>)?

    init(
        config: HSBCInitConfig, watchClock: (any Clock<Duration>)? = nil, webClock: (any Clock<Duration>)? = nil
    ) {
        state = Mutex(State(config: config))
        telemetry = EngineTelemetry(isAgreed: config.telemetryOptIn)
        self.watchClock = watchClock
        self.webClock = webClock
    }

    /// Takes effect with the next start; only a consent that is taken back counts at once.
    func reconfigure(_ config: HSBCInitConfig) {
        telemetry.setAgreed(config.telemetryOptIn)
        state.withLock { $0.config = config }
    }

    /// Forgets what has not been sent, and has the run under way record nothing more.
    func discardTelemetry() { telemetry.discard() }

    /// Waits until the telemetry of the last run is sent, or given up.
    func settle() async { await telemetry.settle() }

    /// Runs the journey of `params` to its one result.
    func start(
        from host: JourneyHost, params: JourneyStartParams, listener: @escaping EventBus.Listener
    ) async -> JourneyResult {
        guard let config = claim() else { return JourneyResult(.failed(RuntimeEngine.isBusy)) }
        defer { state.withLock { $0.isRunning = false } }
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

    /// What the person that the host calls `subject` can take up again; no run may go on meanwhile, for it saves itself.
    func unfinishedJourneys(of host: JourneyHost, subject: String? = nil) async throws -> [UnfinishedJourney] {
        guard let config = claim() else { throw RuntimeEngine.isBusy }
        defer { state.withLock { $0.isRunning = false } }
        let key = try await DeviceKey(host, config).load(for: .fingerprint)
        return try await ResumeTokenStore(
            store: host.store, environment: config.environment, dependencies: host.dependencies
        )
        .offers(instanceKey: host.instanceThumbprint, subject: Subject(subject: subject, key: key).subject)
    }

    /// Does `body` while no run goes on, nor begins.
    func shieldedFromCancellation<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        guard claim() != nil else { throw RuntimeEngine.isBusy }
        defer { state.withLock { $0.isRunning = false } }
        return try await body()
    }

    private static let isBusy = JourneyError(.alreadyRunning, "Another journey is still running.", recovery: .restart)

    /// Takes the one place that there is; `nil` when somebody has it.
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
            watchClock: watchClock ?? host.dependencies.clock, webClock: webClock ?? host.dependencies.clock)
    }

    /// Takes one start through its five steps. The first step that fails is followed by the last.
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
