/// Puts the chunks of a message together (ISO/IEC 18013-5, section 8.3.3.1.1.6): `01` says that more follow, `00` that this
/// is the last.
struct ChunkAssembler: Sendable {
    /// The longest message, in bytes.
    let limit: Int
    private var buffer: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// How much of a message is there.
    var count: Int { buffer.count }

    /// The message that `value` completes; `nil` while more follow. Throws `TransportError`, and keeps nothing then.
    mutating func take(_ value: [UInt8]) throws(TransportError) -> [UInt8]? {
        guard let first = value.first, first <= 1 else {
            throw fault(.protocolFault, "A chunk says neither that it is the last nor that more follow.")
        }
        // Such a chunk could be repeated for ever and never reach the limit.
        guard value.count > 1 || first == 0 && !buffer.isEmpty else {
            throw fault(.protocolFault, "A chunk carries nothing.")
        }
        guard value.count - 1 <= limit - buffer.count else {
            throw fault(.tooLarge, "A message is longer than allowed.")
        }
        buffer += value[1...]
        guard first == 0 else { return nil }
        defer { drop() }
        return buffer
    }

    /// Forgets what is there.
    mutating func drop() { buffer = [] }

    private mutating func fault(_ reason: TransportError.Reason, _ message: String) -> TransportError {
        drop()
        return TransportError(reason, message)
    }
}
