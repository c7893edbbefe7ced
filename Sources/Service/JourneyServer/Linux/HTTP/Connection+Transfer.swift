/// Receiving and sending, for what speaks HTTP on a connection.
extension Connection {
    // MARK: Receiving

    /// The received bytes that haven't been consumed.
    var received: UnsafeRawBufferPointer { input.bytes }

    func consume(_ count: Int) { input.consume(count) }

    /// `true` if the socket may hold unread bytes.
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

    /// `true` if all that was handed over has been taken by the socket.
    var hasSentAll: Bool { channel.unsentCount == 0 }

    /// Sends the contents of the loop's output buffer. Closes the connection when it is broken.
    ///
    /// - Returns: `true` if the socket has taken everything; the rest is kept, and the next call sends it.
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
