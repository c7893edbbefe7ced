public import JourneyBase
public import JourneyWeb
internal import Synchronization

/// A web engine without a web: each load starts a document whose script is a Swift closure.
///
/// The documents speak the bridge as real pages do, with keys and seals of their own. A test can also report anything
/// that an engine could, true or not.
public final class ScriptedPage: WebContainer {
    public typealias Script = @Sendable (ScriptedDocument) async throws -> Void

    private struct State {
        var receive: (@Sendable (WebEvent, Int) -> Void)?
        /// The number of the load that is shown.
        var shown = 0
        var document: WebDocument?
        var loads: [HTTPSURL] = []
        var scripts: [Task<Void, Never>] = []
        var isClosed = false
        var faults: [String] = []
        var closeWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let dependencies: Dependencies
    private let script: Script

    /// A page that runs `script` for each document. What the script throws ends that document's script alone.
    public init(dependencies: Dependencies = .system, script: @escaping Script = { _ in }) {
        self.dependencies = dependencies
        self.script = script
    }

    /// The addresses loaded so far, in order.
    public var loads: [HTTPSURL] { state.withLock(\.loads) }
    public var isClosed: Bool { state.withLock(\.isClosed) }
    /// What scripts have thrown, as text.
    public var faults: [String] { state.withLock(\.faults) }

    public func start(_ receive: @escaping @Sendable (_ event: WebEvent, _ load: Int) -> Void) async {
        state.withLock { $0.receive = receive }
    }

    public func load(_ url: HTTPSURL, number: Int) async {
        let goesAhead = state.withLock { state in
            guard !state.isClosed, number > state.shown else { return false }
            state.shown = number
            state.loads.append(url)
            return true
        }
        if goesAhead { begin(url, origin: url.origin) }
    }

    public func close() async {
        let (scripts, waiters) = state.withLock { state in
            state.isClosed = true
            state.receive = nil
            defer { state.closeWaiters = [] }
            return (state.scripts, state.closeWaiters)
        }
        for task in scripts { task.cancel() }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the engine's owner has closed it.
    public func waitUntilClosed() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.closeWaiters.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    /// Starts a document as if the page had gone to `url`; `origin` is what the engine says of it. It belongs to load
    /// `load`: the one that is shown, unless a page that makes way goes there.
    public func begin(_ url: HTTPSURL, origin: Origin?, load: Int? = nil) {
        let document = WebDocument(token: dependencies.identifier(), origin: origin)
        state.withLock { $0.document = document }
        report(.documentStarted(document), load: load)
        report(.loaded, load: load)
        let page = ScriptedDocument(url: url, document: document, page: self, dependencies: dependencies)
        let task = Task { [script, weak self] in
            do { try await script(page) } catch {
                self?.state.withLock { $0.faults.append("\(error)") }
            }
        }
        state.withLock { $0.scripts.append(task) }
    }

    /// Reports anything at all; of the load that is shown, unless told otherwise.
    public func report(_ event: WebEvent, load: Int? = nil) {
        let (receive, shown) = state.withLock { ($0.receive, $0.shown) }
        receive?(event, load ?? shown)
    }
}
