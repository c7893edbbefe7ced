public import JourneyBase
internal import Synchronization

/// Messages between a holder and a reader over Bluetooth Low Energy (ISO/IEC 18013-5, section 8.3.3.1.1), whatever the radio.
///
/// `LinkMachine` decides; this acts. Connections belong to their handles; a transport that goes ends those that are left.
public final class BluetoothTransport: Sendable {
    private struct State {
        var lastID: ConnectionHandle.ID = 0
        var connections: [ConnectionHandle.ID: Connection] = [:]
    }

    public let radio: any ProximityTransport
    private let clock: any Clock<Duration>
    private let limits: TransportLimits
    private let state = Mutex(State())

    /// A transport over `radio`, with the clock of `dependencies`.
    public init(
        _ radio: any ProximityTransport, dependencies: Dependencies = .system,
        limits: TransportLimits = TransportLimits()
    ) {
        self.radio = radio
        self.limits = limits
        clock = dependencies.clock
    }

    deinit {
        for connection in state.withLock(\.connections).values { connection.close() }
    }

    /// How many connections are not over.
    public var openConnections: Int { state.withLock(\.connections.count) }

    /// Starts advertising or looking at once, as `plan` says. What comes of it is told by the handle's events.
    public func open(_ plan: ConnectionPlan) -> ConnectionHandle {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let connection = Connection(plan, limits: limits, clock: clock) { [weak self] in self?.forget(id) }
        state.withLock { $0.connections[id] = connection }
        connection.start(plan, over: radio)
        return ConnectionHandle(id, of: self, connection)
    }

    /// Sends a message after those that were given before; returns when the radio has taken all of it.
    ///
    /// Throws `TransportError` when nobody is connected, when it is empty or longer than allowed, and when the connection
    /// ends before. Cancelling the task ends the connection at once: half a message is of no use to anybody.
    public func send(_ message: [UInt8], over handle: ConnectionHandle) async throws(TransportError) {
        guard let connection = connection(handle) else {
            throw TransportError(.closed, "The connection has ended.")
        }
        try await connection.send(message)
    }

    /// Ends a connection in order: what is queued goes, then the end, the peer gets a moment, then the link goes. Returns when
    /// it is gone; where nobody was connected yet, or the task is cancelled, at once.
    public func finish(_ handle: ConnectionHandle) async { await connection(handle)?.finish() }

    /// Ends a connection at once, in whatever state it is, any number of times.
    public func disconnect(_ handle: ConnectionHandle) {
        if handle.belongs(to: self) { disconnect(handle.id) }
    }

    func disconnect(_ id: ConnectionHandle.ID) { state.withLock { $0.connections[id] }?.close() }

    private func connection(_ handle: ConnectionHandle) -> Connection? {
        handle.belongs(to: self) ? state.withLock { $0.connections[handle.id] } : nil
    }

    private func forget(_ id: ConnectionHandle.ID) {
        _ = state.withLock { $0.connections.removeValue(forKey: id) }
    }
}
