internal import Foundation
internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWeb

/// One run from its first step to its one outcome.
///
/// All input arrives in one queue; the machine decides and this actor performs. The run's resources (page, timers, plugins,
/// calls) end with it.
actor JourneyRun {
    let journey: Journey
    let plugins: PluginRegistry
    let session: SessionManager
    var client: ApiClient
    var gateway: GatewayClient
    let events: EventBus
    /// Watches a development run; `nil` in production.
    private let observer: RunObserver?
    let clock: any Clock<Duration>
    let pageContext: JSONValue
    let web: HybridContainer
    /// Ends when the run first shows something.
    let loading: LoadingScreen?
    let inputs: AsyncStream<RunInput>.Continuation
    private let queue: AsyncStream<RunInput>

    var machine: StateMachine
    var timers: [StateMachine.TimerID: Task<Void, Never>] = [:]
    var calls: [PendingCall.ID: Task<Void, Never>] = [:]
    var work = PluginWork()
    /// Wakes and ends the run's polls.
    nonisolated let front = PollSignal()
    let redirectScheme: String
    /// The returns from other parties' pages that the host hands over.
    let returns: AuthorizationReturns
    private let appReturns: (@Sendable () -> AsyncStream<Void>)?
    /// The state that is reported to the page.
    var pageState = PageStateReporter()
    /// The visit of the step that was entered last. Effects refer to its page, although the machine may be ahead.
    var entered = 0
    /// The number of documents that completed the handshake in this step.
    var documents = 0
    /// `false` if the last save failed.
    var isStored = true
    /// Shows the page of the current step.
    var showing: Task<Void, Never>?
    /// Ends the work that the start waits for: an attestation, or a sign-in.
    private var abandon: (@Sendable () -> Void)?
    /// `true` when the bank has stopped the journey.
    private(set) var isStopped = false

    /// Creates a run of `journey`, from its start or from `point`, and checks its plugins before anything is shown.
    ///
    /// - Throws: `PLUGIN_UNKNOWN` when a native step names a plugin that the host does not have, `PERMISSION_DENIED` when the
    ///   plugin's permissions are not granted, `BRIDGE_FORBIDDEN` when its method is disabled, and `CONFIGURATION_INVALID` when a
    ///   step opens another party's pages and the host has no browser session.
    init(
        journey: Journey, config: HSBCInitConfig, host: JourneyHost, params: JourneyStartParams,
        session: SessionManager, client: ApiClient, events: EventBus, fingerprintKey: Secret,
        webClock: any Clock<Duration>, loading: LoadingScreen? = nil, returns: AuthorizationReturns = .init(),
        resuming point: ResumePoint? = nil
    ) throws {
        self.journey = journey
        self.session = session
        self.client = client
        gateway = GatewayClient(client: client, endpoints: config.endpoints)
        self.events = events
        observer = host.observer
        self.loading = loading
        clock = host.dependencies.clock
        appReturns = host.appReturns
        redirectScheme = config.redirectScheme
        self.returns = returns
        var plugins = PluginRegistry(
            host.plugins, granted: host.permissions, capabilities: params.capabilitiesOverride ?? [:])
        plugins.telemetry = client.telemetry
        self.plugins = plugins
        try JourneyRun.check(journey, against: plugins, opens: host.makeBrowserSession != nil)
        let (queue, inputs) = AsyncStream<RunInput>.makeStream()
        self.queue = queue
        self.inputs = inputs
        web = HybridContainer(host: host, trust: config.endpoints.trust, journey: journey, clock: webClock) {
            inputs.yield(.page($0))
        }
        var known: [String: JSONValue] = ["locale": .string(client.identity.language)]
        known["productCode"] = params.productCode.map { .string($0) }
        known["campaignId"] = params.campaignId.map { .string($0) }
        pageContext = .object(known)
        known["idempotencyKey"] = .string(session.idempotencyKey)
        known["correlationId"] = .string(session.correlationID)
        known["featureFlags"] = .object(config.featureFlags.mapValues { .bool($0) })
        machine = StateMachine(
            journey: journey, session: .object(known),
            headerValues: JourneyRun.headerValues(config, params, session, language: client.identity.language),
            fingerprintKey: fingerprintKey,
            resuming: point)
        observer?.begin(journey, &machine)
    }

    /// Returns the values of header template variables.
    private static func headerValues(
        _ config: HSBCInitConfig, _ params: JourneyStartParams, _ session: SessionManager, language: String
    ) -> [HeaderVariable: String] {
        var values: [HeaderVariable: String] = [
            .correlationID: session.correlationID, .locale: language, .partnerID: config.partnerId,
            .clientID: config.clientId, .environment: config.environment.rawValue,
            .sdkVersion: JourneyKitVersion.current,
        ]
        values[.productCode] = params.productCode
        values[.campaignID] = params.campaignId
        return values
    }

    /// Signs the person in before the first step. Calls to the bank then carry the granted token instead of the host's.
    ///
    /// An expired token is renewed without the person, who signs in again only where the server refuses the renewal.
    ///
    /// - Returns: The subject that signed in.
    /// - Throws: The errors of `SignInClient.signIn`.
    private func signIn(with profile: SignInProfile, redirectScheme: String) async throws -> String? {
        let signIn = SignInClient(
            profile: profile, redirectScheme: redirectScheme, language: client.identity.language,
            transport: client.transport, dependencies: client.dependencies)
        let web = web
        let show: SignInRenewal.Show = { address in
            guard let url = URL(string: address.description) else {
                throw SignInRequest.failed("The authorization request's URL is invalid.")
            }
            return try await web.signInIfNeeded(authURL: url, redirectScheme: redirectScheme).absoluteString
        }
        let answer = try await signIn.signIn { [loading] address in
            // The authorization server's pages replace the loading screen, which returns for the token and the first page.
            await loading?.pause()
            let redirect = try await show(address)
            loading?.resume()
            return redirect
        }
        client = client.signedIn(answer, renewal: SignInRenewal(signIn, after: answer, show: show))
        gateway.grant = client.identity.token
        return answer.subject
    }

    /// Signs the person in; returns `nil` at once when the run is stopped before or meanwhile.
    func signInUnlessStopped(with profile: SignInProfile, redirectScheme: String) async throws -> String? {
        try await unlessStopped { try await self.signIn(with: profile, redirectScheme: redirectScheme) } ?? nil
    }

    /// Runs `work`, which may ignore cancellation; returns `nil` at once when the run is stopped before or meanwhile.
    func unlessStopped<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value? {
        guard !isStopped else { return nil }
        let (ends, end) = AsyncStream<Result<Value?, any Error>>.makeStream()
        let working = Task {
            do { end.yield(.success(try await work())) } catch { end.yield(.failure(error)) }
        }
        abandon = { end.yield(.success(nil)) }
        defer {
            abandon = nil
            working.cancel()
        }
        // The start was cancelled: the person has closed the window.
        for await result in ends { return try result.get() }
        throw CancellationError()
    }

    /// Asks the bank for the outcome of the resumed run's payments, before it goes on.
    ///
    /// A run is resumed with less state than it had, so a repeated payment may look like a different one.
    func reconcileRestoredCalls() async {
        let keys = await session.keysInDoubt
        guard !keys.isEmpty else { return }
        await reconcile(keys, among: keys.keys.sorted())
    }

    private static func check(_ journey: Journey, against plugins: PluginRegistry, opens: Bool) throws {
        for step in journey.steps.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
            if case .authorize = step.kind, !opens {
                throw JourneyError(
                    .configurationInvalid, "The step \(step.id) needs the host's makeBrowserSession, which is nil.")
            }
            guard case .native(let name, let params) = step.kind else { continue }
            let missing = plugins.missingPermissions(of: name)
            guard missing.isEmpty else {
                let list = missing.map(\.rawValue).sorted().joined(separator: ", ")
                throw JourneyError(
                    .permissionDenied,
                    "The step \(step.id) needs the plugin '\(name)', which lacks permissions: \(list).")
            }
            guard let plugin = plugins.plugin(named: name), let method = method(of: plugin, params),
                plugin.canHandle(method)
            else {
                throw JourneyError(
                    .pluginUnknown, "The step \(step.id) needs the plugin '\(name)', which this app does not have.")
            }
            guard plugins.canCall(method, of: name) else {
                throw JourneyError(
                    .bridgeForbidden,
                    "The step \(step.id) needs a method that the host disabled with capabilitiesOverride.")
            }
        }
    }

    /// Returns the method that a native step calls: `params.method`, or the plugin's only one.
    static func method(of plugin: any JourneyPlugin, _ params: JSONValue) -> String? {
        if let named = params["method"] { return named.string }
        return plugin.methods.count == 1 ? plugin.methods.first : nil
    }

    /// The outcome of the terminal step, where the journey has reached one.
    var terminal: Terminal.Kind? {
        if case .terminal(let terminal) = journey.steps[machine.currentStep]?.kind { terminal.outcome } else { nil }
    }

    /// The keyed attempts whose outcome the run does not know.
    var open: Set<String> { Set(machine.resumePoint.attempts.filter { $0.value.state == .open }.keys) }

    /// Adds the run's ticket to each call to the bank from now on.
    func attach(_ ticket: Secret) { client.ticket = ticket }

    /// Runs to the end. `startFailure` keeps the run from its first step. Cancelling the task closes the window.
    func outcome(startFailure: JourneyError? = nil) async -> Outcome<JSONValue> {
        if let startFailure { events.send(startFailure) }
        // The run outlives its caller's cancellation, because payments in progress are awaited.
        let run = Task { await loop() }
        return await withTaskCancellationHandler {
            // Queued behind earlier input: a run that was stopped or closed before its first step does not start.
            inputs.yield(.machine(startFailure.map { .barred($0) } ?? .start))
            return await run.value
        } onCancel: {
            inputs.yield(.machine(.closed))
        }
    }

    /// Ends the run with `error`, or as pending where the bank may have executed something.
    nonisolated func stop(_ error: JourneyError) {
        events.send(error)
        inputs.yield(.machine(.stopped(error)))
        Task { await halt() }
    }

    private func halt() {
        isStopped = true
        abandon?()
    }

    private func loop() async -> Outcome<JSONValue> {
        var outcome: Outcome<JSONValue>?
        let returning = appReturns.map { returns in
            Task { [front] in for await _ in returns() { front.appReturned() } }
        }
        defer { returning?.cancel() }
        for await input in queue {
            outcome =
                switch input {
                case .machine(let event): await handle(event)
                case .page(let event): await handle(event)
                case .progress(let id, let progress): recordProgress(id, progress)
                }
            if outcome != nil { break }
            await sendPageState()
        }
        inputs.finish()
        await release()
        return outcome ?? .cancelled
    }

    /// Passes `event` to the machine and performs its effects; returns the outcome when the run has ended.
    func handle(_ event: StateMachine.Event) async -> Outcome<JSONValue>? {
        if case .callFinished(let id, let answer) = event {
            calls[id] = nil
            pageState.ended(
                id, answer, isOfThisStep: machine.callsUnderWay.first { $0.id == id }?.visit == machine.visit)
        }
        var outcome: Outcome<JSONValue>?
        let now = ExpressionTimestamp(client.dependencies.now())
        let effects =
            if let observer { observer.handle(event, at: now, by: &machine) } else { machine.handle(event, at: now) }
        for effect in effects {
            if case .finish(let end) = effect { outcome = end } else { await perform(effect) }
        }
        if machine.isEnding { windDown() }
        return outcome
    }

    /// Cancels everything but payments of a run that is about to end: prompts close, and calls open none.
    private func windDown() {
        work.cancel()
        front.end()
        client.identity.token.end()
    }

    private func recordProgress(_ id: PendingCall.ID, _ progress: CallProgress) -> Outcome<JSONValue>? {
        pageState.progressed(id, progress)
        return nil
    }

    /// Sends the run's state to the page, when it has changed and a page is listening.
    private func sendPageState() async {
        guard documents > 0, case .web = journey.steps[machine.currentStep]?.kind,
            let state = pageState.update(step: machine.currentStep, visit: machine.visit)
        else { return }
        await web.sendState(state)
    }

    /// Ends all resources of the run. Calls are awaited; plugins are not, because a host's plugin may ignore its cancellation.
    private func release() async {
        let calls = Array(calls.values)
        for task in Array(timers.values) + calls { task.cancel() }
        showing?.cancel()
        work.cancel()
        await web.close()
        for call in calls { await call.value }
    }
}
