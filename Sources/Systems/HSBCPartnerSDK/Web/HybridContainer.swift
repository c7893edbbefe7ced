internal import Foundation
internal import JourneyBase
internal import JourneyCrypto
internal import JourneyDevice
internal import JourneyLanguage
internal import JourneyWeb

/// The web side of one run: one web engine, made for the first page, and the bridge to its pages.
///
/// Popups, and addresses other than `https` on the manifest's origins, are refused. Other parties' pages, such as a
/// sign-in's, are shown in a separate browser that stores nothing.
actor HybridContainer {
    private let host: JourneyHost
    private let trust: TLSTrust
    private let journey: Journey
    private let receive: @Sendable (BridgeReport) -> Void
    private let clock: any Clock<Duration>
    private var channel: Task<BridgeChannel, any Error>?
    /// The bridge to the page in the engine.
    private var shown: BridgeChannel?
    private var pump: Task<Void, Never>?
    /// The visit whose page was requested last.
    private var visit = 0
    /// Events for that page, until it is in the engine, or for a later one.
    private var unsent: [(visit: Int, name: String, payload: JSONValue)] = []
    private var unsentState: JSONValue?
    private var isClosed = false

    /// The time limit for a host to make a web engine.
    static let timeout = Duration.seconds(60)

    /// Creates a container that passes the reports of its pages to `receive`, in order. `clock` limits the host's time.
    init(
        host: JourneyHost, trust: TLSTrust, journey: Journey, clock: any Clock<Duration>,
        receive: @escaping @Sendable (BridgeReport) -> Void
    ) {
        self.clock = clock
        self.host = host
        self.trust = trust
        self.journey = journey
        self.receive = receive
    }

    /// Shows the page of `step` and reports its actions under `visit`. A page that is requested later replaces it. Throws when
    /// the host has no web engine.
    func show(_ url: HTTPSURL, step: Step, visit: Int, methods: Set<String>, context: JSONValue) async throws {
        guard visit > self.visit else { return }
        (self.visit, shown, unsentState) = (visit, nil, nil)
        unsent.removeAll { $0.visit < visit }
        let bridgeStep = BridgeStep(
            journey: journey.id, step: step.id, manifestHash: journey.manifestHash, methods: methods, context: context,
            visit: visit, encrypted: step.encrypted, requiresHandshake: journey.security.requiresHandshake)
        let channel = try await openChannel().value
        guard visit == self.visit, !isClosed, !Task.isCancelled else { return }
        await channel.present(url, step: bridgeStep)
        guard visit == self.visit else { return }
        shown = channel
        for event in unsent where event.visit == visit { channel.emit(name: event.name, payload: event.payload) }
        unsent.removeAll { $0.visit == visit }
        if let unsentState { channel.sendState(unsentState) }
        unsentState = nil
    }

    /// Shows the authorization server's pages from `authURL`, and returns the address of `redirectScheme` at which they end.
    ///
    /// - Throws: `AUTH_FAILED` when the host has no browser session or `authURL` is not a plain `https` address; `USER_CANCELLED`
    ///   when the person closes it; and the codes of pages.
    func signInIfNeeded(authURL: URL, redirectScheme: String) async throws -> URL {
        guard let address = HTTPSURL(authURL.absoluteString) else {
            throw SignInRequest.failed("The authorization URL is not https.")
        }
        let redirect = try await open(BrowserSessionRequest(signInAt: address, redirectScheme: redirectScheme))
        guard let url = URL(string: redirect) else {
            throw SignInRequest.failed("The browser session returned an invalid URL.")
        }
        return url
    }

    /// Shows another party's pages until they end at their return address, which is returned as written.
    ///
    /// - Throws: `AUTH_FAILED` when the host has no browser session; otherwise the errors of `BrowserSession.open`.
    func open(_ request: BrowserSessionRequest) async throws -> String {
        guard let make = host.makeBrowserSession else { throw SignInRequest.failed("The host has no browser session.") }
        return try await make(trust).open(request)
    }

    private func openChannel() -> Task<BridgeChannel, any Error> {
        if let channel { return channel }
        let channel = Task { [host, journey] in
            let channel = BridgeChannel(
                container: try await makeContainer(), policy: journey.origins, instanceKey: host.instanceKey,
                dependencies: host.dependencies, sdkVersion: JourneyKitVersion.current)
            guard !isClosed else {
                await channel.close()
                throw HybridContainer.noEngine
            }
            pump = Task { [receive] in for await report in channel.inbound { receive(report) } }
            return channel
        }
        self.channel = channel
        return channel
    }

    /// Returns the host's engine, or throws its error. An engine that is made too late is closed.
    private func makeContainer() async throws -> any WebContainer {
        let (ends, end) = AsyncStream<Result<any WebContainer, any Error>>.makeStream()
        let making = Task { [host, journey, trust] in
            do {
                let container = try await host.makeContainer(journey.origins, trust)
                if case .terminated = end.yield(.success(container)) { await container.close() }
            } catch { end.yield(.failure(error)) }
        }
        let timer = Task { [clock] in
            if (try? await clock.sleep(for: HybridContainer.timeout)) != nil {
                end.yield(.failure(HybridContainer.noEngine))
            }
        }
        defer {
            making.cancel()
            timer.cancel()
            end.finish()
        }
        for await result in ends {
            do { return try result.get() } catch let error as JourneyError { throw error } catch { break }
        }
        throw HybridContainer.noEngine
    }

    private static let noEngine = JourneyError(
        .pageLoadFailed, "The host did not provide a web engine for the journey's pages.")

    /// Sends an event to the page of `visit`, which may not be shown yet, and to no other: another page may not see it, and
    /// encryption depends on the step.
    func emit(_ name: String, _ payload: JSONValue, visit: Int) {
        if visit == self.visit, let shown { return shown.emit(name: name, payload: payload) }
        if visit >= self.visit { unsent.append((visit, name, payload)) }
    }

    /// Sends the run's state to the page.
    func sendState(_ state: JSONValue) {
        if let shown { shown.sendState(state) } else { unsentState = state }
    }

    /// Closes the page and its processes; nothing is received afterwards. An engine that is still being made is closed later,
    /// without waiting.
    func close() async {
        isClosed = true
        channel?.cancel()
        guard let pump else { return }
        try? await channel?.value.close()
        await pump.value
    }
}
