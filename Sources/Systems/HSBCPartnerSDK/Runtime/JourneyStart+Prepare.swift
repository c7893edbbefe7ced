internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage

/// A start whose journey was fetched and verified, and may run as far as the remote configuration says.
struct PreparedStart: Sendable {
    /// The host's configuration, with the feature flags and pins of the remote configuration.
    let config: HSBCInitConfig
    let journey: Journey
    let session: SessionManager
    /// Speaks the journey's language.
    let client: ApiClient
    /// Makes fingerprints of what could be guessed.
    let fingerprintKey: Secret
    /// The person as far as the host names them; nobody has signed in yet.
    let person: Subject
    /// The run to resume, of which only the token has been checked; `nil` for a new run.
    let left: SuspendedRun?
    let watch: RemoteConfigurationMonitor
    /// The remote configuration that the start began with.
    let word: RemoteSource.Word
}

extension JourneyStart {
    /// Checks the parameters, spends the resume token, asks for the remote configuration, and fetches the journey.
    ///
    /// - Returns: The prepared start. Nothing has been shown, and the bank has been asked for nothing.
    /// - Throws: The errors of `JourneyStartParams.checked`, `ResumeTokenStore.find`, `RemoteConfigurationMonitor.admission` and
    ///   `JourneySource.journey`, and `STORE_FAILED`.
    func prepare() async throws(StartFailure) -> PreparedStart {
        events.send(.journeyBegin(journey: params.journeyId, tracking: params.trackingContext))
        let tokens = ResumeTokenStore(
            store: host.store, environment: config.environment, dependencies: host.dependencies)
        let (id, left) = try await StartFailure.carrying(nil) { () -> (JourneyID, SuspendedRun?) in
            let id = try params.checked()
            guard let token = params.resumeToken else { return (id, nil) }
            return (id, try await tokens.find(token))
        }
        return try await StartFailure.carrying(left) {
            if let left { try await tokens.spend(left) }
            return try await prepare(id, resuming: left)
        }
    }

    private func prepare(_ id: JourneyID, resuming left: SuspendedRun?) async throws -> PreparedStart {
        let (store, environment, dependencies) = (host.store, config.environment, host.dependencies)
        let session = SessionManager(
            environment: environment, correlationID: correlationID, store: store, dependencies: dependencies,
            resuming: left)
        let identity = RequestIdentity(
            partnerID: config.partnerId, clientID: config.clientId, language: config.languageTag,
            token: ContextToken(params.contextToken, clock: dependencies.clock, renewal: params.renewContextToken),
            traceID: session.traceID, isRecorded: config.telemetryOptIn)
        let network = RunNetwork(host.makeTransport)
        let remote = RemoteSource(
            config: config, network: network, identity: identity,
            memory: RemoteConfigurationCache(store: store, environment: environment), dependencies: dependencies)
        let known = config.with(await remote.knownPins()).endpoints.trust
        let recorder = await record(id, session, identity, network.transport(believing: known))
        let watch = RemoteConfigurationMonitor(source: remote, journey: id, clock: watchClock, events: events)
        // Before anything of the journey is asked for.
        let word = try await watch.admission()
        let inForce = config.with(word, for: id)
        var client = ApiClient(
            transport: network.transport(believing: inForce.endpoints.trust), dependencies: dependencies,
            identity: identity, events: events, telemetry: recorder)
        let source = JourneySource(
            config: inForce, client: client, memory: ManifestVersionStore(store: store, environment: environment),
            keyMemory: KeySetVersionStore(store: store, environment: environment), dependencies: dependencies)
        let journey = try await source.journey(id)
        client.identity.language = journey.locale(for: inForce.languageTag)
        let key = try await DeviceKey(host, inForce).load(for: .fingerprint)
        return PreparedStart(
            config: inForce, journey: journey, session: session, client: client, fingerprintKey: key,
            person: Subject(subject: params.subject, key: key), left: left, watch: watch, word: word)
    }

    /// Has telemetry follow the run, where the person agrees.
    private func record(
        _ journey: JourneyID, _ session: SessionManager, _ identity: RequestIdentity, _ transport: any HTTPTransport
    ) async -> RunTelemetry? {
        let exporter = await RunTelemetry.exporter(
            config: config, host: host, transport: transport, identity: identity)
        let isAgreed = telemetry.adopt(exporter)
        guard let exporter, isAgreed, let trace = TraceID(session.traceID) else { return nil }
        let recorder = RunTelemetry(
            traceID: trace, journey: journey, correlationID: correlationID, exporter: exporter,
            dependencies: host.dependencies)
        events.attach { recorder.observe($0) }
        return recorder
    }
}
