/// Continuations that wait for CoreBluetooth. A link has one operation of a kind under way at a time.
struct LinkWaiters {
    typealias Done = CheckedContinuation<TransportError?, Never>
    typealias Read = CheckedContinuation<Result<[UInt8], TransportError>, Never>

    static let closed = TransportError(.closed, "The link was closed.")
    static let unusable = TransportError(.unusable, "The peer does not offer this characteristic.")
    static let failed = TransportError(.disconnected, "The peer did not answer.")

    /// Values that the radio had no room for.
    var writes: [(value: [UInt8], characteristic: GATTCharacteristic, peer: LinkPeer, done: Done)] = []
    var reads: [(characteristic: GATTCharacteristic, done: Read)] = []
    var subscriptions: [(characteristic: GATTCharacteristic, done: Done)] = []
    var channels: [Done] = []

    /// Resumes all continuations with `error`.
    mutating func end(_ error: TransportError) {
        for write in writes { write.done.resume(returning: error) }
        for read in reads { read.done.resume(returning: .failure(error)) }
        for subscription in subscriptions { subscription.done.resume(returning: error) }
        for channel in channels { channel.resume(returning: error) }
        self = LinkWaiters()
    }
}
