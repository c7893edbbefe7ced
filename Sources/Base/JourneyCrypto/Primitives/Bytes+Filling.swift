extension [UInt8] {
    /// Creates an array of `capacity` bytes, all of which `fill` writes.
    init<E: Error>(capacity: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
        var failure: E?
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
            do throws(E) {
                try fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(memory)[..<capacity]))
                count = capacity
            } catch { failure = error }
        }
        if let failure { throw failure }
        self = bytes
    }
}
