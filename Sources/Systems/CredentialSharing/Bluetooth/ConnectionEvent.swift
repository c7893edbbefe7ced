/// An event of a connection, in the order of occurrence.
public enum ConnectionEvent: Hashable, Sendable {
    /// The connection is ready: the client has subscribed to both characteristics and written the start. Messages may
    /// be sent.
    case connected
    /// One complete message was received.
    case received([UInt8])
    /// The connection has ended. Always the last event, exactly once.
    case disconnected(ConnectionEnd)
}

/// The end of a connection.
public enum ConnectionEnd: Hashable, Sendable {
    /// The peer signalled the end.
    case finished
    /// Closed by this side.
    case here
    /// The connection was lost, or the peer violated the protocol.
    case dropped(TransportError)
}

/// The transfer progress of the messages of a connection, in bytes.
public struct TransferProgress: Hashable, Sendable {
    /// The number of bytes that the radio has accepted of the message being sent.
    public var sent = 0
    /// The length of the message being sent; 0 while none is.
    public var total = 0
    /// The number of bytes received of an incomplete message, whose length is not known in advance.
    public var received = 0
}
