internal import Synchronization

/// A secret while it is typed, byte by byte, into locked memory: what a PIN pad or a password field fills.
///
/// It holds at most `limit` bytes and is wiped when it is cleared or let go.
package final class SecretInput: Sendable {
    /// The most bytes that it holds.
    package let limit: Int
    private let slot: SecretSlot
    private let used = Mutex(0)

    /// An empty one. Locked memory is scarce: `limit` is a PIN's or a password's length, not a document's.
    package init(limit: Int) {
        self.limit = limit
        slot = SecretArena.shared.take(limit)
    }

    deinit { SecretArena.shared.give(slot) }

    /// How many bytes were typed.
    package var count: Int { used.withLock { $0 } }

    /// How many Unicode scalars were typed, which is what a drawer shows a dot for.
    package var scalars: Int {
        used.withLock { used in slot.memory[..<used].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
    }

    /// Adds one byte of UTF-8. `false` when there is no room.
    @discardableResult
    package func append(_ byte: UInt8) -> Bool {
        used.withLock { used in
            guard used < limit else { return false }
            slot.memory[used] = byte
            used += 1
            return true
        }
    }

    /// Takes back the last Unicode scalar, all its bytes.
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

    /// Wipes what was typed.
    package func clear() {
        used.withLock { used in
            slot.memory.initializeMemory(as: UInt8.self, repeating: 0)
            used = 0
        }
    }

    /// What was typed, as a secret of its own; the input keeps it until it is cleared.
    package func copy() -> Secret {
        used.withLock { used in
            Secret(count: used) { memory in
                memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: slot.memory[..<used]))
            }
        }
    }
}
