extension [UInt8] {
    /// `capacity` bytes that `fill` writes, all of them.
    init<E: Error>(capacity: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
        var bytes = [UInt8](repeating: 0, count: capacity)
        var failure: E?
        bytes.withUnsafeMutableBytes { memory in
            do throws(E) { try fill(memory) } catch { failure = error }
        }
        if let failure { throw failure }
        self = bytes
    }
}
