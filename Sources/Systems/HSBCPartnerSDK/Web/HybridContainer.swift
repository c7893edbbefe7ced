internal import Foundation
internal import JourneyBase
internal import JourneyCrypto
internal import JourneyDevice
internal import JourneyLanguage
internal import JourneyWeb

/// The web side of one run: one web engine, made when the first page is due, and the bridge to its pages.
///
/// There is no popup, and no address but `https` on the manifest's origins. Signing in happens before, in a browser of its own
/// of which nothing is kept.
actor HybridContainer {
    private let host: JourneyHost
    private let trust: TLSTrust
    private let journey: Journey
    private let receive: @Sendable (BridgeReport) -> Void
    private let clock: any Clock<Duration>
    private var channel: Task<BridgeChannel, any Error>?
    /// The bridge to the page that was handed to the engine.
    private var shown: BridgeChannel?
    private var pump: Task<Void, Never>?
    /// The visit whose page was asked for last.
    private var visit = 0
    /// Events for that page until it is handed to the engine, or for a later one.
    private var unsent: [(visit: Int, name: String, payload: JSONValue)] = []
    private var untold: JSONValue?
    private var isClosed = false

    /// How long a host may take to make a web engine.
    static let patience = Duration.seconds(60)

    /// A container that hands to `receive` what its pages do, in order. `clock` bounds how long a host may take.
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

    /// Shows the page of `step`; what it does is reported under `visit`. A page that was asked for later takes its place.
    /// Throws when there is no web engine to be had.
    func show(_ url: HTTPSURL, step: Step, visit: Int, methods: Set<String>, context: JSONValue) async throws {
        guard visit > self.visit else { return }
        (self.visit, shown, untold) = (visit, nil, nil)
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
        if let untold { channel.tell(untold) }
        untold = nil
    }

    /// Shows the authorization server's pages from `authURL` on, and gives the address of `redirectScheme` that they end at.
    ///
    /// Throws `AUTH_FAILED` when the host has no browser to sign in with or `authURL` is no plain `https` address;
    /// `USER_CANCELLED` when the person closes it; else a code of pages'.
    func signInIfNeeded(authURL: URL, redirectScheme: String) async throws -> URL {
        guard let address = HTTPSURL(authURL.absoluteString), let make = host.makeSignInBrowser else {
            throw SignInRequest.failed("The host has no browser to sign in with.")
        }
        let redirect = try await make(trust).authorize(address, redirectScheme: redirectScheme)
        guard let url = URL(string: redirect) else {
            throw SignInRequest.failed("The sign-in ended at what is no address.")
        }
        return url
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

    /// The host's engine, or what kept it. One that comes too late is closed.
    private func makeContainer() async throws -> any WebContainer {
        let (ends, end) = AsyncStream<Result<any WebContainer, any Error>>.makeStream()
        let making = Task { [host, journey, trust] in
            do {
                let container = try await host.makeContainer(journey.origins, trust)
                if case .terminated = end.yield(.success(container)) { await container.close() }
            } catch { end.yield(.failure(error)) }
        }
        let timer = Task { [clock] in
            if (try? await clock.sleep(for: HybridContainer.patience)) != nil {
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

    private static let noEngine = JourneyError(.pageLoadFailed, "The host has no web engine to show pages in.")

    /// Sends an event to the page of `visit`, which may not have been shown yet, and to no other: what is for one page may be
    /// no business of the page before it, and is encrypted as its own step says.
    func emit(_ name: String, _ payload: JSONValue, visit: Int) {
        if visit == self.visit, let shown { return shown.emit(name: name, payload: payload) }
        if visit >= self.visit { unsent.append((visit, name, payload)) }
    }

    /// Tells the page how the run stands.
    func tell(_ state: JSONValue) {
        if let shown { shown.tell(state) } else { untold = state }
    }

    /// Closes the page and its processes; nothing is received afterwards. An engine that is still being made is not waited
    /// for: it is closed when it comes.
    func close() async {
        isClosed = true
        channel?.cancel()
        guard let pump else { return }
        try? await channel?.value.close()
        await pump.value
    }
}
