package import JourneyBase
package import JourneyCrypto
internal import Synchronization

/// The communication between one journey and the pages that its container shows.
///
/// It decides what a page may do; the container acts. `docs/reference/bridge.md` describes the messages.
package final class BridgeChannel: Sendable {
    /// The pages' input, after every check, in order. For one consumer; it ends with `close`.
    package let inbound: AsyncStream<BridgeReport>

    private let continuation: AsyncStream<BridgeReport>.Continuation
    private let container: any WebContainer
    private let instanceKey: any SigningKey
    private let core: Mutex<BridgeCore>
    private let hasStarted = Mutex(false)
    private let clock: any Clock<Duration>
    private let handshakeTimeout: Duration
    /// The timeout of the current page's handshake.
    private let waiting = Mutex<Task<Void, Never>?>(nil)

    /// Creates a channel to `container`'s pages.
    ///
    /// - Parameters:
    ///   - container: The web engine.
    ///   - policy: The origins whose pages may take part.
    ///   - instanceKey: Signs session proofs, which identify this SDK instance to the page's server.
    ///   - dependencies: Clock and random source.
    ///   - sdkVersion: The SDK's version.
    ///   - limits: The limits of a page.
    package convenience init(
        container: any WebContainer, policy: SourcePolicy, instanceKey: any SigningKey, dependencies: Dependencies,
        sdkVersion: String, limits: BridgeLimits = BridgeLimits()
    ) {
        self.init(
            container: container, policy: policy, instanceKey: instanceKey, dependencies: dependencies,
            sdkVersion: sdkVersion, limits: limits, versions: BridgeVersion.allCases)
    }

    /// Creates a channel that supports `versions`.
    init(
        container: any WebContainer, policy: SourcePolicy, instanceKey: any SigningKey, dependencies: Dependencies,
        sdkVersion: String, limits: BridgeLimits, versions: [BridgeVersion]
    ) {
        (inbound, continuation) = AsyncStream.makeStream()
        self.container = container
        self.instanceKey = instanceKey
        clock = dependencies.clock
        handshakeTimeout = limits.handshake
        core = Mutex(
            BridgeCore(
                policy: policy, limits: limits, sdkVersion: sdkVersion, dependencies: dependencies, versions: versions))
    }

    /// Shows `url` as the page of `step`. Invalidates the page before: its id, its keys, its requests.
    package func present(_ url: HTTPSURL, step: BridgeStep) async {
        let isFirst = hasStarted.withLock { hasStarted in
            defer { hasStarted = true }
            return !hasStarted
        }
        if isFirst { await container.start { [weak self] event, load in self?.run { $0.receive(event, load: load) } } }
        await load(perform(core.withLock({ $0.present(url, step: step) }), visit: step.visit))
    }

    /// Sends an event to the page, as soon as the page polls for events. Events for a page that goes away are dropped.
    package func emit(name: String, payload: JSONValue) { emit(name: name, payload: .plain(payload)) }

    /// Sends an event whose payload may be secret. A secret that the step does not encrypt is reported and not sent.
    package func emit(name: String, payload: BridgePayload) { run { $0.push(name: name, payload: payload) } }

    /// Sends the journey's state to the page (`journey_state`), if its bridge version supports it. A newer state replaces one
    /// that the page has not fetched.
    package func sendState(_ state: JSONValue) { run { $0.sendState(state) } }

    /// Closes the page. Every message still gets its answer; `inbound` ends.
    package func close() async {
        run { $0.close() }
        wait(nil)
        continuation.finish()
        await container.close()
    }

    /// Decides under the lock and acts outside it: an answer may cause the page to post at once.
    private func run(_ decide: @Sendable (inout sending BridgeCore) -> [BridgeCore.Effect]) {
        let (effects, visit) = core.withLock { core in (decide(&core), core.visit) }
        let loads = perform(effects, visit: visit)
        guard !loads.isEmpty else { return }
        Task { await load(loads) }
    }

    /// Sets the handshake timeout, and cancels the earlier one.
    private func wait(_ task: Task<Void, Never>?) {
        let earlier = waiting.withLock { waiting in
            defer { waiting = task }
            return waiting
        }
        earlier?.cancel()
    }

    /// Performs loads. A later load may overtake an earlier one; the container compares their numbers.
    private func load(_ effects: [BridgeCore.Effect]) async {
        for case .load(let url, let number) in effects { await container.load(url, number: number) }
    }

    /// Performs `effects`, decided in `visit`, in order, and returns the loads, which need to wait.
    private func perform(_ effects: [BridgeCore.Effect], visit: Int) -> [BridgeCore.Effect] {
        var loads: [BridgeCore.Effect] = []
        for effect in effects {
            switch effect {
            case .reply(let reply, let text): reply(text)
            case .inbound(let event): continuation.yield(BridgeReport(visit: visit, event: event))
            case .request(let number, let method, let payload):
                let request = BridgeRequest(method: method, payload: payload) { [weak self] result in
                    self?.run { $0.answer(number, with: result) }
                }
                continuation.yield(BridgeReport(visit: visit, event: .request(request)))
            case .sign(let proof):
                Task { [weak self, instanceKey] in
                    let text = try? await proof.sign(with: instanceKey)
                    self?.run { $0.signed(text, for: proof.documentID) }
                }
            case .awaitHandshake(let number):
                wait(
                    Task { [weak self, clock, handshakeTimeout] in
                        guard (try? await clock.sleep(for: handshakeTimeout)) != nil else { return }
                        self?.run { $0.handshakeDue(number) }
                    })
            case .load: loads.append(effect)
            }
        }
        return loads
    }
}
