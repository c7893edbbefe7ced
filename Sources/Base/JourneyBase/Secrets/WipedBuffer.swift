internal import Synchronization

/// A buffer for sensitive data that is too large for locked memory, such as a picture of a face. It is overwritten by `wipe` and
/// at its end.
///
/// The data must not pass through `Array`, `Data` or `String`: fill the buffer in place and borrow it in place. Unlike a
/// `Secret`, it may be paged out.
package final class WipedBuffer: Sendable {
    private struct Memory {
        let address: UInt
        let capacity: Int
        let count: Int

        var bytes: UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: address), count: capacity)
        }
    }

    /// The memory; `nil` after `wipe`.
    private let memory: Mutex<Memory?>
    /// The number of bytes written at creation.
    package let count: Int

    /// Creates a buffer that `fill` writes.
    ///
    /// - Parameters:
    ///   - capacity: The most bytes.
    ///   - fill: Writes into the buffer's memory and returns the number of bytes written from its start.
    /// - Throws: The error of `fill`, after the memory was overwritten.
    package init<E: Error>(
        capacity: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int
    ) throws(E) {
        // At least one byte, so that there is an address.
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

    /// Creates a buffer by copying `bytes`. Their owner should overwrite the original.
    package convenience init(copying bytes: UnsafeRawBufferPointer) {
        self.init(capacity: bytes.count) { memory in
            memory.copyMemory(from: bytes)
            return bytes.count
        }
    }

    deinit { wipe() }

    /// Overwrites and frees the memory. Later readers get nothing.
    package func wipe() {
        let taken = memory.withLock { memory in
            defer { memory = nil }
            return memory
        }
        guard let taken else { return }
        WipedBuffer.overwrite(UnsafeRawBufferPointer(taken.bytes))
        taken.bytes.deallocate()
    }

    /// Calls `body` with the bytes, which can't be wiped meanwhile. They must not be copied or outlive the call.
    ///
    /// - Returns: The result of `body`, or `nil` if the buffer was wiped.
    package func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R? {
        try memory.withLock { memory throws(E) -> R? in
            guard let memory else { return nil }
            return try body(UnsafeRawBufferPointer(rebasing: memory.bytes[..<memory.count]))
        }
    }

    /// Zeroes memory that the caller owns, even if the compiler can prove that it isn't read again.
    package static func overwrite(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        LockedMemory.wipe(UnsafeMutableRawPointer(mutating: start), count: bytes.count)
    }
}
