internal import Synchronization

/// Bytes that are too many for locked memory, such as a picture of a face: overwritten when they are wiped or let go.
///
/// They pass through no `Array`, `Data` or `String`: fill the buffer in place and borrow it in place. Unlike a `Secret` it may
/// be paged out.
package final class WipedBuffer: Sendable {
    private struct Memory {
        let address: UInt
        let capacity: Int
        let count: Int

        var bytes: UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: address), count: capacity)
        }
    }

    /// `nil` once it was wiped.
    private let memory: Mutex<Memory?>
    /// How many bytes it was made with.
    package let count: Int

    /// A buffer that `fill` writes.
    ///
    /// - Parameters:
    ///   - capacity: The most bytes that it can hold.
    ///   - fill: Writes into the buffer's own memory and returns how many bytes, from the start. What it throws is thrown on,
    ///     after the memory was overwritten.
    package init<E: Error>(
        capacity: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) {
        // One byte at least, so that there is an address.
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(capacity, 1), alignment: 16)
        let address = UInt(bitPattern: bytes.baseAddress)
        do throws(E) {
            count = min(max(try fill(UnsafeMutableRawBufferPointer(rebasing: bytes[..<capacity])), 0), capacity)
        } catch {
            WipedBuffer.overwrite(UnsafeRawBufferPointer(bytes))
            bytes.deallocate()
            throw error
        }
        memory = Mutex(Memory(address: address, capacity: bytes.count, count: count))
    }

    /// A buffer that copies `bytes`. Their owner overwrites them, if they are a secret there, too.
    package convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(capacity: bytes.count) { memory in
            memory.copyMemory(from: bytes)
            return bytes.count
        }
    }

    deinit { wipe() }

    /// Overwrites the bytes and gives their memory back. A reader that comes later gets nothing.
    package func wipe() {
        let taken = memory.withLock { memory in
            defer { memory = nil }
            return memory
        }
        guard let taken else { return }
        WipedBuffer.overwrite(UnsafeRawBufferPointer(taken.bytes))
        taken.bytes.deallocate()
    }

    /// Lends the bytes to `body`, and keeps them from being wiped meanwhile. They must not be copied out or outlive the call.
    ///
    /// - Returns: What `body` returns, or `nil` when the buffer was wiped.
    package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R? {
        try memory.withLock { memory throws(E) -> R? in
            guard let memory else { return nil }
            return try body(UnsafeRawBufferPointer(rebasing: memory.bytes[..<memory.count]))
        }
    }

    /// Overwrites memory that was made for the caller alone, also where the compiler can see that nobody reads it again.
    package static func overwrite(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        LockedMemory.wipe(UnsafeMutableRawPointer(mutating: start), count: bytes.count)
    }
}
