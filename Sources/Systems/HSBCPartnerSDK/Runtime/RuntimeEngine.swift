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
    private let attestations = AsyncMutex()
    /// Paces the questions for remote configuration; `nil` for the host's own clock.
    private let watchClock: (any Clock<Duration>)?
    /// Bounds how long a host may take to make a web engine, or its device to vouch for it; `nil` for the host's own clock.
    private let webClock: (any Clock<Duration>)?

    init(
        config: HSBCInitConfig, watchClock: (any Clock<Duration>)? = nil, webClock: (any Clock<Duration>)? = nil
    ) {
        state = Mutex(State(config: config))
        self.watchClock = watchClock
        self.webClock = webClock
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
        let loading = host.loadingPresenter.map { LoadingScreen(presenter: $0, clock: host.surroundings.clock) }
        // A task of its own, so that “Cancel” on the loading screen can end it as the caller's cancellation does.
        let running = Task { await run(config, host, params, loading, listener) }
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
        return try await ResumeDesk(store: host.store, environment: config.environment, surroundings: host.surroundings)
            .offers(instanceKey: host.instanceThumbprint, subject: Person(subject: subject, key: key).subject)
    }

    /// Does `body` while no run goes on, nor begins.
    func undisturbed<R: Sendable>(_ body: () async throws -> R) async throws -> R {
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

    private func run(
        _ config: HSBCInitConfig, _ host: JourneyHost, _ params: JourneyStartParams, _ loading: LoadingScreen?,
        _ listener: @escaping HSBCPartnerSdk.EventListener
    ) async -> Outcome<JSONValue> {
        let surroundings = host.surroundings
        let correlationID = surroundings.uuid()
        let events = EventBus(correlationID: correlationID, log: surroundings.log, listener: listener)
        events.send(.journeyBegin(journey: params.journeyId, tracking: params.trackingContext))
        var ended: (session: SessionManager, run: JourneyRun)?
        // A run that is taken up and has not begun to go on: no end of this start may deny a payment that it made.
        var waiting: LeftRun?
        var outcome: Outcome<JSONValue>
        do {
            let id = try params.checked()
            let tokens = ResumeDesk(store: host.store, environment: config.environment, surroundings: surroundings)
            var left: LeftRun?
            if let token = params.resumeToken { left = try await tokens.find(token) }
            waiting = left
            if let left { try await tokens.spend(left) }
            let session = SessionManager(
                environment: config.environment, correlationID: correlationID, store: host.store,
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
            var client = ApiClient(
                transport: network.transport(believing: config.endpoints.trust), surroundings: surroundings,
                identity: identity, events: events, telemetry: telemetry)
            let source = JourneySource(
                config: config, client: client,
                memory: ManifestMemory(store: host.store, environment: config.environment),
                keyMemory: KeySetMemory(store: host.store, environment: config.environment), surroundings: surroundings)
            let journey = try await source.journey(id)
            client.identity.language = journey.locale(for: config.languageTag)
            let key = try await DeviceKey(host, config).load(for: .fingerprint)
            var person = Person(subject: params.subject, key: key)
            let desk = GatewayDesk(client: client, endpoints: config.endpoints)
            if let left {
                do { try left.check(person) } catch {
                    // What became of another person's payment is not told to this one.
                    waiting = nil
                    throw error
                }
                do { try left.check(journey, instanceKey: host.instanceThumbprint, now: surroundings.now()) } catch {
                    // It can never be taken up again, so this is when the bank is asked.
                    waiting = await LeftPayments(host, config, desk, person).settle(left)
                    throw error
                }
                try await desk.confirm(left.snapshot)
                events.send(.journeyResume(run: left.run, step: left.snapshot.step))
            }
            await session.begin(journey, instanceKey: host.instanceThumbprint)
            let run = try JourneyRun(
                journey: journey,
                config: config, host: host, params: params, session: session, client: client, events: events,
                fingerprintKey: key, webClock: webClock ?? surroundings.clock, loading: loading,
                resuming: left?.snapshot.point)
            let watching = Task { await watch.watch(from: word) { run.stop($0) } }
            // Not waited for: a network that does not hear of it must not keep the result from the host.
            defer { watching.cancel() }
            let attestation = AttestationDesk(
                host: host, config: config,
                gateway: AttestationGateway(
                    client: client, endpoints: config.endpoints, instance: host.instanceThumbprint),
                mutex: attestations, clock: webClock ?? surroundings.clock)
            // Before anything is shown, and before the person is asked for anything.
            var bar: JourneyError?
            do {
                let ticket = try await run.unlessStopped { try await attestation.admission(to: journey) }
                if let ticket = ticket ?? nil { await run.carry(ticket) }
            } catch let error as JourneyError where error.code != .userCancelled { bar = error }
            if bar == nil, let profile = try config.signIn(for: journey) {
                let subject = try await run.signInUnlessStopped(with: profile, redirectScheme: config.redirectScheme)
                person.sign(in: subject, of: profile.issuer, key: key)
            }
            if bar == nil, await !run.isStopped {
                if let left, !left.snapshot.person.mayGoOn(as: person) {
                    waiting = nil
                    throw LeftRun.notThisPerson
                }
                await session.belongs(to: person)
                await run.settleWhatWasLeft()
                let others = LeftPayments(host, config, await run.desk, person)
                await others.settle(of: journey, except: session.run, events)
            }
            // What did not begin leaves what was kept of an earlier run as it was.
            if bar == nil { waiting = nil }
            outcome = await run.outcome(barredBy: bar)
            if bar == nil { ended = (session, run) }
        } catch let error as JourneyError where error.code == .userCancelled {
            outcome = .cancelled
        } catch let error as JourneyError {
            events.send(error)
            outcome = .failed(error)
        } catch is CancellationError {
            outcome = .cancelled
        } catch {
            let unknown = JourneyError(.unknown, "The journey could not be started.")
            events.send(unknown)
            outcome = .failed(unknown)
        }
        await loading?.end()
        if let waiting { outcome = waiting.end(outcome) }
        events.send(.result(outcome))
        // Only now: where the process dies before the listener was told, the run can be taken up and tells it again.
        if let ended { await ended.session.end(outcome, open: ended.run.open, terminal: ended.run.terminal) }
        sayFarewell()
        return outcome
    }

    /// Has telemetry send what is left of the run, and lets go of it: it holds the run's token. The result does not wait.
    private func sayFarewell() {
        state.withLock { state in
            guard let exporter = state.exporter else { return }
            state.farewell = Task { [weak self] in
                await exporter.finish(within: RunTelemetry.farewell)
                self?.state.withLock { if $0.exporter === exporter { $0.exporter = nil } }
            }
        }
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
