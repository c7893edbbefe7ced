public import JourneyBase
public import JourneyWeb
internal import Synchronization

/// A web container without a web engine: each load starts a document whose script is a Swift closure.
///
/// The documents use the bridge as real pages do, with keys and signatures of their own. A test can also report any event, true
/// or not.
public final class ScriptedPage: WebContainer {
    /// The script of a document.
    public typealias Script = @Sendable (ScriptedDocument) async throws -> Void

    private struct State {
        var receive: (@Sendable (WebEvent, Int) -> Void)?
        /// The number of the current load.
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

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - dependencies: The randomness and time of its documents.
    ///   - script: The script of each document. An error that it throws ends only that document's script.
    public init(dependencies: Dependencies = .system, script: @escaping Script = { _ in }) {
        self.dependencies = dependencies
        self.script = script
    }

    /// The URLs loaded so far, in order.
    public var loads: [HTTPSURL] { state.withLock(\.loads) }
    /// `true` once the container is closed.
    public var isClosed: Bool { state.withLock(\.isClosed) }
    /// The errors thrown by scripts, as text.
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

    /// Waits until the container is closed.
    public func waitUntilClosed() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.closeWaiters.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    /// Starts a document as if the page had navigated to `url`.
    ///
    /// - Parameters:
    ///   - url: The document's URL.
    ///   - origin: The origin that the engine reports.
    ///   - load: The number of the load; the current one by default.
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

    /// Reports any event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - load: The number of the load; the current one by default.
    public func report(_ event: WebEvent, load: Int? = nil) {
        let (receive, shown) = state.withLock { ($0.receive, $0.shown) }
        receive?(event, load ?? shown)
    }
}
