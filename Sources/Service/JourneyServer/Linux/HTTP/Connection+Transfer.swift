/// Receiving and sending, for what speaks HTTP on a connection.
extension Connection {
    // MARK: Receiving

    /// What has been received and not been consumed.
    var received: UnsafeRawBufferPointer { input.bytes }

    func consume(_ count: Int) { input.consume(count) }

    /// Whether the socket may hold bytes that nobody has read.
    var mayHaveMore: Bool { channel.canRead }

    enum Fill { case more, nothing, ended }

    /// Reads once, if the socket has something. At most `limit` bytes are kept.
    func fill(limit: Int) -> Fill {
        guard taken < Connection.mostPerStep else {
            if !isPostponed { loop.postpone { self.goOn() } }
            isPostponed = true
            return .nothing
        }
        guard channel.canRead, let room = input.room(shared: loop.shared.bytes, limit: limit) else { return .nothing }
        switch channel.read(into: room) {
        case .bytes(let count):
            input.received(count)
            taken += count
            return .more
        case .wouldBlock: return .nothing
        case .ended, .failed: return .ended
        }
    }

    // MARK: Sending

    /// Whether all that was handed over has been taken by the socket.
    var hasSentAll: Bool { channel.unsentCount == 0 }

    /// Sends what stands in the loop's output buffer. Whether the socket has taken everything; what it has not is kept and
    /// sent by the next call. Closes the connection when it is broken.
    func flush() -> Bool {
        guard isOpen else { return false }
        guard let isDone = channel.flush(loop.output) else {
            close()
            return false
        }
        if isDone { blockedSince = nil } else if blockedSince == nil { blockedSince = loop.now }
        return isDone
    }

    /// Hands `bytes` to the socket as they are. How many it took; closes the connection when it is broken.
    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        if let count = channel.send(bytes) { return count }
        close()
        return 0
    }
}
