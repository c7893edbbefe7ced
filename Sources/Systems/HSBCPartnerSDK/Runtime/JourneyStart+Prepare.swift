internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage

/// A start whose journey was fetched and verified, and is allowed by the remote configuration.
struct PreparedStart: Sendable {
    /// The host's configuration, with the feature flags and pins of the remote configuration.
    let config: HSBCInitConfig
    let journey: Journey
    let session: SessionManager
    /// The client, in the journey's language.
    let client: ApiClient
    /// The key of fingerprints of guessable values.
    let fingerprintKey: Secret
    /// The person as named by the host, before any sign-in.
    let person: Subject
    /// The run to resume, of which only the token has been checked; `nil` for a new run.
    let suspendedRun: SuspendedRun?
    let watch: RemoteConfigurationMonitor
    /// The remote configuration at the start.
    let remoteState: RemoteSource.RemoteState
}

extension JourneyStart {
    /// Checks the parameters, spends the resume token, requests the remote configuration, and fetches the journey.
    ///
    /// - Returns: The prepared start. Nothing has been shown or requested from the bank.
    /// - Throws: The errors of `JourneyStartParams.checked`, `ResumeTokenStore.find`, `RemoteConfigurationMonitor.admission` and
    ///   `JourneySource.journey`, and `STORE_FAILED`.
    func prepare() async throws(StartFailure) -> PreparedStart {
        events.send(.journeyBegin(journey: params.journeyId, tracking: params.trackingContext))
        let tokens = ResumeTokenStore(
            store: host.store, environment: config.environment, dependencies: host.dependencies)
        let (id, suspendedRun) = try await StartFailure.carrying(nil) { () -> (JourneyID, SuspendedRun?) in
            let id = try params.checked()
            guard let token = params.resumeToken else { return (id, nil) }
            return (id, try await tokens.find(token))
        }
        return try await StartFailure.carrying(suspendedRun) {
            if let suspendedRun { try await tokens.spend(suspendedRun) }
            return try await prepare(id, resuming: suspendedRun)
        }
    }

    private func prepare(_ id: JourneyID, resuming suspendedRun: SuspendedRun?) async throws -> PreparedStart {
        let (store, environment, dependencies) = (host.store, config.environment, host.dependencies)
        let session = SessionManager(
            environment: environment, correlationID: correlationID, store: store, dependencies: dependencies,
            resuming: suspendedRun)
        let identity = RequestIdentity(
            partnerID: config.partnerId, clientID: config.clientId, language: config.languageTag,
            token: ContextToken(params.contextToken, clock: dependencies.clock, renewal: params.renewContextToken),
            traceID: session.traceID, isRecorded: config.telemetryOptIn)
        let network = RunNetwork(host.makeTransport)
        let remote = RemoteSource(
            config: config, network: network, identity: identity,
            memory: RemoteConfigurationCache(store: store, environment: environment), dependencies: dependencies)
        let known = config.with(await remote.knownPins()).endpoints.trust
        let recorder = await makeTelemetry(id, session, identity, network.transport(believing: known))
        let watch = RemoteConfigurationMonitor(source: remote, journey: id, clock: watchClock, events: events)
        // Before any request for the journey.
        let remoteState = try await watch.admission()
        let inForce = config.with(remoteState, for: id)
        var client = ApiClient(
            transport: network.transport(believing: inForce.endpoints.trust), dependencies: dependencies,
            identity: identity, events: events, telemetry: recorder, observer: host.observer)
        let source = JourneySource(
            config: inForce, client: client, memory: ManifestVersionStore(store: store, environment: environment),
            keyMemory: KeySetVersionStore(store: store, environment: environment), dependencies: dependencies)
        let journey = try await source.journey(id)
        client.identity.language = journey.locale(for: inForce.languageTag)
        let key = try await DeviceKey(host, inForce).load(for: .fingerprint)
        return PreparedStart(
            config: inForce, journey: journey, session: session, client: client, fingerprintKey: key,
            person: Subject(subject: params.subject, key: key), suspendedRun: suspendedRun, watch: watch,
            remoteState: remoteState)
    }

    /// Creates the run's telemetry and attaches it to the events, where the person consents.
    private func makeTelemetry(
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
