/// The owner of a connection: releasing the handle closes the connection and frees the radio.
///
/// The handle refers to its transport weakly. A task that reads `events` captures the stream only: capturing the handle
/// would keep the connection open.
public final class ConnectionHandle: Sendable {
    typealias ID = UInt64

    let id: ID
    private let transport: @Sendable () -> BluetoothTransport?
    private let connection: @Sendable () -> Connection?

    /// The connection's events in order, for one consumer. The stream ends after `disconnected`.
    public let events: AsyncStream<ConnectionEvent>

    init(_ id: ID, of transport: BluetoothTransport, _ connection: Connection) {
        self.id = id
        self.transport = { [weak transport] in transport }
        self.connection = { [weak connection] in connection }
        let queue = connection.events
        events = AsyncStream(unfolding: { [weak connection] in
            let event = await queue.next()
            if case .received = event { connection?.didConsume() }
            return event
        })
    }

    deinit { transport()?.disconnect(id) }

    /// The progress of the messages in transfer; all zero once the connection has ended.
    public var progress: TransferProgress { connection()?.progress ?? TransferProgress() }

    /// Returns `true` if the connection belongs to `transport`.
    func belongs(to transport: BluetoothTransport) -> Bool { self.transport() === transport }
}
