internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage
internal import Synchronization

/// Runs journeys, one at a time: fetch, verify, compile, run, and one result.
final class RuntimeEngine: Sendable {
    private struct State {
        var config: HSBCInitConfig
        var isRunning = false
        /// Of the run that is under way, or was last.
        var exporter: TelemetryExporter?
        /// Sends what the last run left to tell.
        var farewell: Task<Void, Never>?
    }

    private let state: Mutex<State>
    private let attestations = AttestationLine()
    /// Paces the questions for remote configuration; `nil` for the host's own clock.
    private let watchClock: (any Clock<Duration>)?

    init(config: HSBCInitConfig, watchClock: (any Clock<Duration>)? = nil) {
        state = Mutex(State(config: config))
        self.watchClock = watchClock
    }

    /// Takes effect with the next start; only a consent that is taken back counts at once.
    func reconfigure(_ config: HSBCInitConfig) {
        state.withLock { $0.config = config }
        if !config.telemetryOptIn { discardTelemetry() }
    }

    /// Forgets what has not been sent, and has the run under way tell nothing more.
    func discardTelemetry() { state.withLock(\.exporter)?.discard() }

    /// Waits until what the last run had to tell is sent, or given up.
    func settle() async { await state.withLock(\.farewell)?.value }

    /// Runs the journey of `params` to its one result.
    func start(
        from host: JourneyHost, params: JourneyStartParams, listener: @escaping HSBCPartnerSdk.EventListener
    ) async -> JourneyResult {
        guard let config = claim() else { return JourneyResult(.failed(RuntimeEngine.isBusy)) }
        defer { state.withLock { $0.isRunning = false } }
        return JourneyResult(await run(config, host, params, listener))
    }

    /// What can be taken up again; no run may go on meanwhile, for it saves itself.
    func unfinishedJourneys(of host: JourneyHost) async throws -> [UnfinishedJourney] {
        guard let config = claim() else { throw RuntimeEngine.isBusy }
        defer { state.withLock { $0.isRunning = false } }
        return try await ResumeDesk(store: host.store, environment: config.environment, surroundings: host.surroundings)
            .offers(instanceKey: host.instanceThumbprint)
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

    /// A host is told that a payment was left whose end nobody knows, and nothing of it is lost.
    private static let unfinished = JourneyEvent.error(
        code: "RUN_UNFINISHED", message: "An earlier run of this journey called with a key and has no known end.",
        step: nil)

    private func run(
        _ config: HSBCInitConfig, _ host: JourneyHost, _ params: JourneyStartParams,
        _ listener: @escaping HSBCPartnerSdk.EventListener
    ) async -> Outcome<JSONValue> {
        let surroundings = host.surroundings
        let correlationID = surroundings.uuid()
        let events = EventBus(correlationID: correlationID, log: surroundings.log, listener: listener)
        events.send(.journeyBegin(journey: params.journeyId, tracking: params.trackingContext))
        var ended: (session: SessionManager, isAtTerminal: Bool)?
        let outcome: Outcome<JSONValue>
        do {
            let id = try params.checked()
            let left = try await takeUp(params.resumeToken, host, config)
            let session = SessionManager(
                journey: id, environment: config.environment, correlationID: correlationID, store: host.store,
                surroundings: surroundings, resuming: left)
            let identity = RequestIdentity(
                partnerID: config.partnerId, clientID: config.clientId, language: config.languageTag,
                token: ContextToken(
                    params.contextToken, clock: surroundings.clock, renewal: params.renewContextToken),
                traceID: session.traceID, isRecorded: config.telemetryOptIn)
            let network = RunNetwork(host.makeTransport)
            let remote = RemoteSource(
                config: config, network: network, identity: identity,
                memory: RemoteMemory(store: host.store, environment: config.environment), surroundings: surroundings)
            let telemetry = await tell(
                of: id, config, host, session, identity,
                network.transport(believing: config.with(await remote.knownPins()).endpoints.trust), events)
            let watch = RemoteWatch(
                source: remote, journey: id, clock: watchClock ?? surroundings.clock, events: events)
            // Before anything of the journey is asked for.
            let word = try await watch.admission()
            let config = config.with(word, for: id)
            let client = ApiClient(
                transport: network.transport(believing: config.endpoints.trust), surroundings: surroundings,
                identity: identity, events: events, telemetry: telemetry)
            let source = JourneySource(
                config: config, client: client,
                memory: ManifestMemory(store: host.store, environment: config.environment),
                keyMemory: KeySetMemory(store: host.store, environment: config.environment), surroundings: surroundings)
            let journey = try await source.journey(id)
            let instanceKey = host.instanceThumbprint
            if let left {
                try left.check(journey, instanceKey: instanceKey, now: surroundings.now())
                try await GatewayDesk(client: client, endpoints: config.endpoints).confirm(left.snapshot)
                events.send(.journeyResume(run: left.run, step: left.snapshot.point.step))
            }
            await session.begin(journey, instanceKey: instanceKey)
            // A store that fails here fails again where a payment needs it.
            if let count = try? await session.unfinishedRuns(), count > 0 { events.send(RuntimeEngine.unfinished) }
            let run = try JourneyRun(
                journey: journey,
                config: config, host: host, params: params, session: session, client: client, events: events,
                resuming: left?.snapshot.point)
            let watching = Task { await watch.watch(from: word) { run.stop($0) } }
            // Not waited for: a network that does not hear of it must not keep the result from the host.
            defer { watching.cancel() }
            let desk = AttestationDesk(
                host: host, config: config,
                gateway: AttestationGateway(client: client, endpoints: config.endpoints, instance: instanceKey),
                line: attestations)
            // Before anything is shown, and before the person is asked for anything.
            var bar: JourneyError?
            do {
                if let ticket = try await desk.admission(to: journey) { await run.carry(ticket) }
            } catch let error as JourneyError where error.code != .userCancelled { bar = error }
            if bar == nil, let profile = try config.signIn(for: journey) {
                try await run.signIn(with: profile, redirectScheme: config.redirectScheme)
            }
            outcome = await run.outcome(barredBy: bar)
            // What did not begin leaves what was kept of an earlier run as it was.
            if bar == nil { ended = (session, await run.isAtTerminal) }
        } catch let error as JourneyError where error.code == .userCancelled {
            outcome = .cancelled
        } catch let error as JourneyError {
            events.send(error)
            outcome = .failed(error)
        } catch is CancellationError {
            outcome = .cancelled
        } catch {
            outcome = .failed(JourneyError(.unknown, "The journey could not be started."))
        }
        events.send(.result(outcome))
        // Only now: a process that dies before its host was told can be asked again.
        if let ended { await ended.session.end(outcome, isAtTerminal: ended.isAtTerminal) }
        state.withLock { state in
            guard let exporter = state.exporter else { return }
            // The result does not wait for it.
            state.farewell = Task { await exporter.finish(within: RunTelemetry.farewell) }
        }
        return outcome
    }

    /// The run that `token` stands for; the token is used up.
    private func takeUp(_ token: String?, _ host: JourneyHost, _ config: HSBCInitConfig) async throws -> LeftRun? {
        guard let token else { return nil }
        return try await ResumeDesk(
            store: host.store, environment: config.environment, surroundings: host.surroundings
        ).take(token)
    }

    /// Has telemetry follow a run, where the person has agreed.
    private func tell(
        of journey: JourneyID, _ config: HSBCInitConfig, _ host: JourneyHost, _ session: SessionManager,
        _ identity: RequestIdentity, _ transport: any HTTPTransport, _ events: EventBus
    ) async -> RunTelemetry? {
        let exporter = await RunTelemetry.exporter(
            config: config, host: host, transport: transport, identity: identity)
        let isStillAgreed = state.withLock { state in
            state.exporter = exporter
            return state.config.telemetryOptIn
        }
        guard let exporter, isStillAgreed, let trace = TraceID(session.traceID) else { return nil }
        let telemetry = RunTelemetry(
            traceID: trace, journey: journey, correlationID: session.correlationID, exporter: exporter,
            surroundings: host.surroundings)
        events.attach(telemetry)
        return telemetry
    }
}
