internal import Synchronization

/// A buffer in locked memory for a secret while it is typed, such as on a PIN pad or in a password field.
///
/// It holds at most `limit` bytes and is wiped by `clear` and at its end.
package final class SecretInput: Sendable {
    /// The most bytes it can hold.
    package let limit: Int
    private let slot: SecretSlot
    private let used = Mutex(0)

    /// Creates an empty buffer. Locked memory is scarce: `limit` should be the length of a PIN or password, not of a document.
    package init(limit: Int) {
        self.limit = limit
        slot = SecretArena.shared.allocate(limit)
    }

    deinit { SecretArena.shared.release(slot) }

    /// The number of bytes typed.
    package var count: Int { used.withLock { $0 } }

    /// The number of Unicode scalars typed, for which a renderer shows dots.
    package var scalars: Int {
        used.withLock { used in slot.memory[..<used].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
    }

    /// Appends one byte of UTF-8. Returns `false` if there is no room.
    @discardableResult
    package func append(_ byte: UInt8) -> Bool {
        used.withLock { used in
            guard used < limit else { return false }
            slot.memory[used] = byte
            used += 1
            return true
        }
    }

    /// Removes the last Unicode scalar with all its bytes.
    package func removeLast() {
        used.withLock { used in
            while used > 0 {
                used -= 1
                let byte = slot.memory[used]
                slot.memory[used] = 0
                if byte & 0xC0 != 0x80 { return }
            }
        }
    }

    /// Wipes the buffer.
    package func clear() {
        used.withLock { used in
            slot.memory.initializeMemory(as: UInt8.self, repeating: 0)
            used = 0
        }
    }

    /// Copies the content into a secret. The buffer keeps its content until it is cleared.
    package func copy() -> Secret {
        used.withLock { used in
            Secret(count: used) { memory in
                memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: slot.memory[..<used]))
            }
        }
    }
}
