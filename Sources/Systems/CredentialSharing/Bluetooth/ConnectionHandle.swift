/// A connection, owned: when its handle goes, the connection ends and the radio is free.
///
/// It refers to its transport weakly. Whoever reads `events` in a task takes the stream first and not the handle, which the
/// task would keep.
public final class ConnectionHandle: Sendable {
    typealias ID = UInt64

    let id: ID
    private let transport: @Sendable () -> BluetoothTransport?
    private let connection: @Sendable () -> Connection?

    /// What happens, in order; one reader. The stream ends after `disconnected`.
    public let events: AsyncStream<ConnectionEvent>

    init(_ id: ID, of transport: BluetoothTransport, _ connection: Connection) {
        self.id = id
        self.transport = { [weak transport] in transport }
        self.connection = { [weak connection] in connection }
        let queue = connection.events
        events = AsyncStream(unfolding: { [weak connection] in
            let event = await queue.next()
            if case .received = event { connection?.looked() }
            return event
        })
    }

    deinit { transport()?.disconnect(id) }

    /// How far the messages under way are; nothing once the connection is over.
    public var progress: TransferProgress { connection()?.progress ?? TransferProgress() }

    /// Whether this is a connection of `transport`.
    func belongs(to transport: BluetoothTransport) -> Bool { self.transport() === transport }
}
