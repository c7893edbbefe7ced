public import JourneyBase

/// A radio in a process of its own, behind a Unix socket: Google's Bumble on a virtual air, on a dongle or on the kernel's
/// adapter (`docs/reference/credential-sharing.md`).
///
/// The process is another program: what it sends is bounded and checked, and whatever it does, a link ends with an error and
/// nothing waits for ever.
public final class RadioProcess: ProximityTransport {
    private let path: String
    private let dependencies: Dependencies
    private let patience: Duration

    /// The radio that listens at `socket`, a path of at most 107 bytes.
    ///
    /// `patience` is how long an answer of the process may take: more than the supervision timeout of a connection, because
    /// values wait while nothing is heard of the peer.
    public init(
        socket: String, dependencies: Dependencies = .system, patience: Duration = .seconds(40)
    ) {
        path = socket
        self.dependencies = dependencies
        self.patience = patience
    }

    public func state() async -> RadioState {
        let (watched, clock) = (RadioStateObserver.states(path), dependencies.clock)
        return await withTaskGroup(of: RadioState.self) { group in
            group.addTask {
                for await state in watched { return state }
                return .unsupported
            }
            group.addTask {
                try? await clock.sleep(for: .seconds(5))
                return .unsupported
            }
            defer { group.cancelAll() }
            return await group.next() ?? .unsupported
        }
    }

    public func states() -> AsyncStream<RadioState> {
        let (path, clock) = (path, dependencies.clock)
        return AsyncStream { continuation in
            let watching = Task {
                var last: RadioState?
                while !Task.isCancelled {
                    for await state in RadioStateObserver.states(path) where state != last {
                        // The first one is how it stands, no change.
                        if last != nil { continuation.yield(state) }
                        last = state
                    }
                    // A process that ended may be started anew.
                    try? await clock.sleep(for: .seconds(1))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in watching.cancel() }
        }
    }

    /// Nobody is asked on Linux: who may open the socket may use the radio.
    public func requestAuthorization() async -> RadioState { await state() }

    public func advertise(_ service: GATTService) -> any ProximityLink { link(.advertise(service)) }

    public func connect(to service: GATTService) -> any ProximityLink { link(.connect(service)) }

    private func link(_ request: RadioRequest) -> RadioLink {
        RadioLink(request, path: path, dependencies: dependencies, patience: patience)
    }
}

/// A connection that asks for nothing and hears how the radio is.
enum RadioStateObserver {
    /// Its states, the last one `unsupported` when there is no process, or none any more.
    static func states(_ path: String) -> AsyncStream<RadioState> {
        AsyncStream(bufferingPolicy: .bufferingNewest(8)) { continuation in
            guard let socket = try? RadioSocket(path: path) else {
                continuation.yield(.unsupported)
                return continuation.finish()
            }
            continuation.onTermination = { _ in socket.close() }
            socket.read(
                { report in
                    guard case .success(.ready(let state)) = report else { return false }
                    continuation.yield(state)
                    return true
                },
                ended: {
                    continuation.yield(.unsupported)
                    continuation.finish()
                })
        }
    }
}
