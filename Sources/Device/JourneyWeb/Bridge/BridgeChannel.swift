package import JourneyBase
package import JourneyCrypto
internal import Synchronization

/// The conversation between one journey and the pages that its container shows.
///
/// It decides what a page may do; the container acts. See `docs/reference/bridge.md` for what goes over the wire.
package final class BridgeChannel: Sendable {
    /// What pages do, after every check, in order. One consumer; it ends with `close`.
    package let inbound: AsyncStream<BridgeReport>

    private let continuation: AsyncStream<BridgeReport>.Continuation
    private let container: any WebContainer
    private let instanceKey: any SigningKey
    private let core: Mutex<BridgeCore>
    private let hasStarted = Mutex(false)
    private let clock: any Clock<Duration>
    private let patience: Duration
    /// Waits for the handshake of the page that is shown.
    private let waiting = Mutex<Task<Void, Never>?>(nil)

    /// A channel to `container`'s pages, of which `policy` says who may take part.
    ///
    /// `instanceKey` signs session proofs: it names this instance of the SDK to the page's server.
    package convenience init(
        container: any WebContainer, policy: SourcePolicy, instanceKey: any SigningKey, dependencies: Dependencies,
        sdkVersion: String, limits: BridgeLimits = BridgeLimits()
    ) {
        self.init(
            container: container, policy: policy, instanceKey: instanceKey, dependencies: dependencies,
            sdkVersion: sdkVersion, limits: limits, versions: BridgeVersion.allCases)
    }

    /// The same for an SDK that speaks `versions`.
    init(
        container: any WebContainer, policy: SourcePolicy, instanceKey: any SigningKey, dependencies: Dependencies,
        sdkVersion: String, limits: BridgeLimits, versions: [BridgeVersion]
    ) {
        (inbound, continuation) = AsyncStream.makeStream()
        self.container = container
        self.instanceKey = instanceKey
        clock = dependencies.clock
        patience = limits.handshake
        core = Mutex(
            BridgeCore(
                policy: policy, limits: limits, sdkVersion: sdkVersion, dependencies: dependencies, versions: versions))
    }

    /// Shows `url` as the page of `step`. Whatever was shown before is dead from here on: its id, its keys, its requests.
    package func present(_ url: HTTPSURL, step: BridgeStep) async {
        let isFirst = hasStarted.withLock { hasStarted in
            defer { hasStarted = true }
            return !hasStarted
        }
        if isFirst { await container.start { [weak self] event, load in self?.run { $0.receive(event, load: load) } } }
        await load(perform(core.withLock({ $0.present(url, step: step) }), visit: step.visit))
    }

    /// Sends an event to the page: at once when the page waits for one, else as soon as it does. Events for a page that
    /// goes away are dropped with it.
    package func emit(name: String, payload: JSONValue) { emit(name: name, payload: .plain(payload)) }

    /// The same for a payload that may be a secret: one that the step does not have encrypted is not sent, and is reported.
    package func emit(name: String, payload: BridgePayload) { run { $0.push(name: name, payload: payload) } }

    /// Tells the page how the journey stands (`journey_state`), when it speaks a version that has it. A word that it has not
    /// fetched is replaced by the next.
    package func tell(_ state: JSONValue) { run { $0.tell(state) } }

    /// Closes the page. Every post still gets its answer; `inbound` ends.
    package func close() async {
        run { $0.close() }
        wait(nil)
        continuation.finish()
        await container.close()
    }

    /// Decides under the lock and acts outside it: an answer may make the page post at once.
    private func run(_ decide: @Sendable (inout sending BridgeCore) -> [BridgeCore.Effect]) {
        let (effects, visit) = core.withLock { core in (decide(&core), core.visit) }
        let loads = perform(effects, visit: visit)
        guard !loads.isEmpty else { return }
        Task { await load(loads) }
    }

    /// Waits for one page at a time.
    private func wait(_ task: Task<Void, Never>?) {
        let earlier = waiting.withLock { waiting in
            defer { waiting = task }
            return waiting
        }
        earlier?.cancel()
    }

    /// A load may be overtaken by a later one on its way; the container goes by their numbers.
    private func load(_ effects: [BridgeCore.Effect]) async {
        for case .load(let url, let number) in effects { await container.load(url, number: number) }
    }

    /// Performs `effects`, decided in `visit`, in order and gives back the loads, which wait.
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
                    Task { [weak self, clock, patience] in
                        guard (try? await clock.sleep(for: patience)) != nil else { return }
                        self?.run { $0.handshakeDue(number) }
                    })
            case .load: loads.append(effect)
            }
        }
        return loads
    }
}
