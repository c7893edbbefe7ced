/// What happens on a connection, in order.
public enum ConnectionEvent: Hashable, Sendable {
    /// Ready: the client has subscribed to both characteristics and has written the start. A message may be sent.
    case connected
    /// One whole message.
    case received([UInt8])
    /// The last event, exactly once.
    case disconnected(ConnectionEnd)
}

/// How a connection ended.
public enum ConnectionEnd: Hashable, Sendable {
    /// The peer said that it is done.
    case finished
    /// This side ended it.
    case here
    /// It broke, or broke a rule.
    case dropped(TransportError)
}

/// How far the messages of a connection are, in bytes of theirs.
public struct TransferProgress: Hashable, Sendable {
    /// Taken by the radio, of the message that is being sent.
    public var sent = 0
    /// The length of that message; 0 while none is being sent.
    public var total = 0
    /// Received of a message that is not whole yet: nobody says how long it will be.
    public var received = 0
}
