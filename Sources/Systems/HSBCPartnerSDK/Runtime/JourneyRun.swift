internal import Foundation
internal import JourneyBase
internal import JourneyLanguage
internal import JourneyWeb

/// One run from its first step to its one outcome.
///
/// Everything that happens stands in one queue; the machine decides; this performs. What the run owns (the page, timers,
/// plugins, calls) ends with it.
actor JourneyRun {
    let journey: Journey
    let plugins: PluginRegistry
    let session: SessionManager
    var client: ApiClient
    var gateway: GatewayClient
    let events: EventBus
    let clock: any Clock<Duration>
    let pageContext: JSONValue
    let web: HybridContainer
    /// Ends with the first thing that the run shows.
    let loading: LoadingScreen?
    let inputs: AsyncStream<RunInput>.Continuation
    private let queue: AsyncStream<RunInput>

    var machine: StateMachine
    var timers: [StateMachine.TimerID: Task<Void, Never>] = [:]
    var calls: [PendingCall.ID: Task<Void, Never>] = [:]
    var work = PluginWork()
    /// What the page is told of the run.
    var board = PageStateReporter()
    /// The visit of the step that was entered last: whose page is meant by what follows, though the machine may be ahead.
    var entered = 0
    /// Documents that shook hands since the step was entered.
    var documents = 0
    /// The page that is on its way to the screen.
    var showing: Task<Void, Never>?
    /// Ends what the start waits for: an attestation, or a sign-in.
    private var abandon: (@Sendable () -> Void)?
    /// Whether the bank has stopped the journey.
    private(set) var isStopped = false

    /// A run of `journey`, from its start or from `point`. Throws `PLUGIN_UNKNOWN` when a native step names what the host
    /// does not have, `PERMISSION_DENIED` when it is not granted what it needs, and `BRIDGE_FORBIDDEN` when its method was taken
    /// away: that is said before anything is shown.
    init(
        journey: Journey, config: HSBCInitConfig, host: JourneyHost, params: JourneyStartParams,
        session: SessionManager, client: ApiClient, events: EventBus, fingerprintKey: Secret,
        webClock: any Clock<Duration>, loading: LoadingScreen? = nil, resuming point: ResumePoint? = nil
    ) throws {
        self.journey = journey
        self.session = session
        self.client = client
        gateway = GatewayClient(client: client, endpoints: config.endpoints)
        self.events = events
        self.loading = loading
        clock = host.dependencies.clock
        var plugins = PluginRegistry(
            host.plugins, granted: host.permissions, capabilities: params.capabilitiesOverride ?? [:])
        plugins.telemetry = client.telemetry
        self.plugins = plugins
        try JourneyRun.check(journey, against: plugins)
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
        known["featureFlags"] = .object(config.featureFlags.mapValues { .bool($0) })
        machine = StateMachine(
            journey: journey, session: .object(known),
            headerValues: JourneyRun.headerValues(config, params, session, language: client.identity.language),
            fingerprintKey: fingerprintKey,
            resuming: point)
    }

    /// What header templates may name.
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

    /// Has the person sign in before the first step; calls to the bank carry what that grants instead of the host's token. When
    /// it runs out, it is renewed without the person, who is asked again only where the server refuses that.
    ///
    /// Gives who signed in. Throws what `SignInClient.signIn` does.
    private func signIn(with profile: SignInProfile, redirectScheme: String) async throws -> String? {
        let signIn = SignInClient(
            profile: profile, redirectScheme: redirectScheme, transport: client.transport,
            dependencies: client.dependencies)
        let web = web
        let show: SignInRenewal.Show = { address in
            guard let url = URL(string: address.description) else {
                throw SignInRequest.failed("The sign-in has no usable address.")
            }
            return try await web.signInIfNeeded(authURL: url, redirectScheme: redirectScheme).absoluteString
        }
        let answer = try await signIn.signIn { [loading] address in
            // The authorization server's pages come up in the progress's place. The token and the first page are yet to come.
            await loading?.pause()
            let redirect = try await show(address)
            loading?.resume()
            return redirect
        }
        client = client.signedIn(answer, renewal: SignInRenewal(signIn, after: answer, show: show))
        gateway.grant = client.identity.token
        return answer.subject
    }

    /// As above, and gives `nil` at once when the run is stopped meanwhile, or was: then there is nothing to sign in for.
    func signInUnlessStopped(with profile: SignInProfile, redirectScheme: String) async throws -> String? {
        try await unlessStopped { try await self.signIn(with: profile, redirectScheme: redirectScheme) } ?? nil
    }

    /// Does `work`, which may not hear that it is cancelled, and gives `nil` at once when the run is stopped meanwhile, or was.
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
        // Who cancels the start has closed the window.
        for await result in ends { return try result.get() }
        throw CancellationError()
    }

    /// Has the bank say what became of the payments that the run was left with, before it goes on: what it is taken up
    /// with is less than what it was left with, and the same wish may look like another.
    func reconcileRestoredCalls() async {
        let keys = await session.keysInDoubt
        guard !keys.isEmpty else { return }
        await book(keys, among: keys.keys.sorted())
    }

    private static func check(_ journey: Journey, against plugins: PluginRegistry) throws {
        for step in journey.steps.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
            guard case .native(let name, let params) = step.kind else { continue }
            let missing = plugins.missingPermissions(of: name)
            guard missing.isEmpty else {
                let list = missing.map(\.rawValue).sorted().joined(separator: ", ")
                throw JourneyError(
                    .permissionDenied, "The step \(step.id) needs the plugin '\(name)', which is not granted: \(list).")
            }
            guard let plugin = plugins.plugin(named: name), let method = method(of: plugin, params),
                plugin.canHandle(method)
            else {
                throw JourneyError(
                    .pluginUnknown, "The step \(step.id) needs the plugin '\(name)', which this app does not have.")
            }
            guard plugins.canCall(method, of: name) else {
                throw JourneyError(.bridgeForbidden, "The step \(step.id) needs a method that the host has taken away.")
            }
        }
    }

    /// The method that a native step calls: `params.method`, or the plugin's only one.
    static func method(of plugin: any JourneyPlugin, _ params: JSONValue) -> String? {
        if let named = params["method"] { return named.string }
        return plugin.methods.count == 1 ? plugin.methods.first : nil
    }

    /// The journey's own end, where it has come to one.
    var terminal: Terminal.Kind? {
        if case .terminal(let terminal) = journey.steps[machine.currentStep]?.kind { terminal.outcome } else { nil }
    }

    /// The attempts with a key whose end the run has not heard.
    var open: Set<String> { Set(machine.resumePoint.attempts.filter { $0.value.state == .open }.keys) }

    /// The run's ticket goes with each call to the bank from now on.
    func carry(_ ticket: Secret) { client.ticket = ticket }

    /// Runs to the end; `bar` is what keeps it from beginning. Cancelling the task closes the window.
    func outcome(barredBy bar: JourneyError? = nil) async -> Outcome<JSONValue> {
        if let bar { events.send(bar) }
        // The run outlives its caller's cancellation: a payment under way is waited for.
        let run = Task { await loop() }
        return await withTaskCancellationHandler {
            // Behind whatever has happened by now: a run that was stopped or closed before its first step has none.
            inputs.yield(.machine(bar.map { .barred($0) } ?? .start))
            return await run.value
        } onCancel: {
            inputs.yield(.machine(.closed))
        }
    }

    /// Ends the run with `error`, or as pending where the bank may have done something.
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
        for await input in queue {
            outcome =
                switch input {
                case .machine(let event): await take(event)
                case .page(let event): await take(event)
                case .progress(let id, let progress): note(id, progress)
                }
            if outcome != nil { break }
            await tellPage()
        }
        inputs.finish()
        await release()
        return outcome ?? .cancelled
    }

    /// Hands `event` to the machine and performs what it says; gives the outcome when that was the end.
    func take(_ event: StateMachine.Event) async -> Outcome<JSONValue>? {
        if case .callFinished(let id, let answer) = event {
            calls[id] = nil
            board.ended(id, answer, isOfThisStep: machine.callsUnderWay.first { $0.id == id }?.visit == machine.visit)
        }
        var outcome: Outcome<JSONValue>?
        for effect in machine.handle(event) {
            if case .finish(let end) = effect { outcome = end } else { await perform(effect) }
        }
        if machine.isEnding { windDown() }
        return outcome
    }

    /// Of a run that is about to end only its payments are waited for: no prompt stays up, and no call opens one.
    private func windDown() {
        work.cancel()
        client.identity.token.end()
    }

    private func note(_ id: PendingCall.ID, _ progress: CallProgress) -> Outcome<JSONValue>? {
        board.progressed(id, progress)
        return nil
    }

    /// Tells the page how the run stands, when that has changed and there is a page that listens.
    private func tellPage() async {
        guard documents > 0, case .web = journey.steps[machine.currentStep]?.kind,
            let news = board.news(step: machine.currentStep, visit: machine.visit)
        else { return }
        await web.tell(news)
    }

    /// Ends whatever the run still owns. Calls are waited for; plugins are the host's, and one that ignores its
    /// cancellation must not keep the result from it.
    private func release() async {
        let calls = Array(calls.values)
        for task in Array(timers.values) + calls { task.cancel() }
        showing?.cancel()
        work.cancel()
        await web.close()
        for call in calls { await call.value }
    }
}
