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
        var receive: (@Sendable (WebEvent) -> Void)?
        var document: WebDocument?
        var loads: [HTTPSURL] = []
        var scripts: [Task<Void, Never>] = []
        var isClosed = false
        var faults: [String] = []
        var closeWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let surroundings: Surroundings
    private let script: Script

    /// A page that runs `script` for each document. What the script throws ends that document's script alone.
    public init(surroundings: Surroundings = .system, script: @escaping Script = { _ in }) {
        self.surroundings = surroundings
        self.script = script
    }

    /// The addresses loaded so far, in order.
    public var loads: [HTTPSURL] { state.withLock(\.loads) }
    public var isClosed: Bool { state.withLock(\.isClosed) }
    /// What scripts have thrown, as text.
    public var faults: [String] { state.withLock(\.faults) }

    public func start(_ receive: @escaping @Sendable (WebEvent) -> Void) async {
        state.withLock { $0.receive = receive }
    }

    public func load(_ url: HTTPSURL) async {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.loads.append(url) }
            return state.isClosed
        }
        if !isClosed { begin(url, origin: url.origin) }
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

    /// Starts a document as if the page had gone to `url`; `origin` is what the engine says of it.
    public func begin(_ url: HTTPSURL, origin: Origin?) {
        let document = WebDocument(token: surroundings.identifier(), origin: origin)
        state.withLock { $0.document = document }
        report(.documentStarted(document))
        report(.loaded)
        let page = ScriptedDocument(url: url, document: document, page: self, surroundings: surroundings)
        let task = Task { [script, weak self] in
            do { try await script(page) } catch {
                self?.state.withLock { $0.faults.append("\(error)") }
            }
        }
        state.withLock { $0.scripts.append(task) }
    }

    /// Reports anything at all.
    public func report(_ event: WebEvent) { state.withLock(\.receive)?(event) }
}
