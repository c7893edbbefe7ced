public import JourneyBase
internal import Synchronization

/// A transport of messages between a holder and a reader over Bluetooth Low Energy (ISO/IEC 18013-5, section
/// 8.3.3.1.1), on any radio.
///
/// `LinkMachine` makes the decisions; this class performs them. Connections belong to their handles. Releasing the
/// transport closes the remaining connections.
public final class BluetoothTransport: Sendable {
    private struct State {
        var lastID: ConnectionHandle.ID = 0
        var connections: [ConnectionHandle.ID: Connection] = [:]
    }

    /// The radio that carries the values.
    public let radio: any ProximityTransport
    private let clock: any Clock<Duration>
    private let limits: TransportLimits
    private let state = Mutex(State())

    /// Creates a transport over `radio`.
    ///
    /// - Parameters:
    ///   - radio: The radio that carries the values.
    ///   - dependencies: The source of the clock.
    ///   - limits: The bounds of each connection.
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

    /// The number of connections that have not ended.
    public var openConnections: Int { state.withLock(\.connections.count) }

    /// Starts to advertise or scan at once, as `plan` says. The handle's events report the outcome.
    ///
    /// - Parameter plan: The options to connect.
    /// - Returns: The handle that owns the connection.
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

    /// Sends a message after those queued before it. Returns when the radio has accepted all of it.
    ///
    /// Cancelling the task closes the connection at once: half a message is of no use to the peer.
    ///
    /// - Parameters:
    ///   - message: The message; not empty and within the limits.
    ///   - handle: The connection.
    /// - Throws: `TransportError`: `BLE_DISCONNECTED` or `BLE_CLOSED` without a connected peer or when the connection
    ///   ends first; `BLE_TOO_LARGE` for an empty message or one beyond the limit.
    public func send(_ message: [UInt8], over handle: ConnectionHandle) async throws(TransportError) {
        guard let connection = connection(handle) else {
            throw TransportError(.closed, "The connection has ended.")
        }
        try await connection.send(message)
    }

    /// Closes a connection in order: sends what is queued, signals the end, gives the peer a moment, and disconnects.
    ///
    /// Returns when the link is closed. Without a connected peer, or when the task is cancelled, the link closes at
    /// once.
    ///
    /// - Parameter handle: The connection.
    public func finish(_ handle: ConnectionHandle) async { await connection(handle)?.finish() }

    /// Closes a connection at once, in any state. May be called repeatedly.
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
