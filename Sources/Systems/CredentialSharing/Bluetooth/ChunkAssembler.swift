/// Reassembles messages from chunks (ISO/IEC 18013-5, section 8.3.3.1.1.6): the first byte is `01` if more chunks
/// follow and `00` in the last one.
struct ChunkAssembler: Sendable {
    /// The longest message, in bytes.
    let limit: Int
    private var buffer: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// The number of bytes received of an incomplete message.
    var count: Int { buffer.count }

    /// Adds a chunk. Returns the message that it completes, or `nil` while more follow. Throws `TransportError` and
    /// then discards all chunks.
    mutating func append(_ value: [UInt8]) throws(TransportError) -> [UInt8]? {
        guard let first = value.first, first <= 1 else {
            throw fault(.protocolFault, "Received a chunk whose first byte is neither 00 (last) nor 01 (more follow).")
        }
        // An endless run of empty chunks would never reach the limit.
        guard value.count > 1 || first == 0 && !buffer.isEmpty else {
            throw fault(.protocolFault, "Received a chunk without data.")
        }
        guard value.count - 1 <= limit - buffer.count else {
            throw fault(.tooLarge, "The received message exceeds \(limit) bytes.")
        }
        buffer += value[1...]
        guard first == 0 else { return nil }
        defer { reset() }
        return buffer
    }

    /// Discards the incomplete message.
    mutating func reset() { buffer = [] }

    private mutating func fault(_ reason: TransportError.Reason, _ message: String) -> TransportError {
        reset()
        return TransportError(reason, message)
    }
}
