public import JourneyBase

/// A radio in a separate process behind a Unix socket: Google's Bumble on a virtual medium, on a dongle or on the
/// kernel's adapter (`docs/reference/credential-sharing.md`).
///
/// Everything that the process sends is bounded and checked. Whatever it does, a link ends with an error and nothing
/// waits for ever.
public final class RadioProcess: ProximityTransport {
    private let path: String
    private let dependencies: Dependencies
    private let answerTimeout: Duration

    /// Creates a radio.
    ///
    /// - Parameters:
    ///   - socket: The path of the process's socket, at most 107 bytes.
    ///   - dependencies: The source of the clock.
    ///   - answerTimeout: The time that the process may take to answer. It has to exceed the supervision timeout of a
    ///     connection: values wait while a peer is out of contact.
    public init(
        socket: String, dependencies: Dependencies = .system, answerTimeout: Duration = .seconds(40)
    ) {
        path = socket
        self.dependencies = dependencies
        self.answerTimeout = answerTimeout
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
                        // The first one is the current state, not a change.
                        if last != nil { continuation.yield(state) }
                        last = state
                    }
                    // A process that ended may be started again.
                    try? await clock.sleep(for: .seconds(1))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in watching.cancel() }
        }
    }

    /// Returns the state of the radio. Linux has no permission prompt: access to the socket is the permission.
    public func requestAuthorization() async -> RadioState { await state() }

    public func advertise(_ service: GATTService) -> any ProximityLink { link(.advertise(service)) }

    public func connect(to service: GATTService) -> any ProximityLink { link(.connect(service)) }

    private func link(_ request: RadioRequest) -> RadioLink {
        RadioLink(request, path: path, dependencies: dependencies, answerTimeout: answerTimeout)
    }
}

/// A connection that sends no request and receives the state of the radio.
enum RadioStateObserver {
    /// Returns the states of the radio. The last is `unsupported` when the process does not exist or has ended.
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
