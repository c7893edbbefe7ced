import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Locked, undumped memory for secrets, in slots of a few sizes from chunks that are shared.
///
/// A locked page for each secret would cost microseconds; a slot costs a lock and a list.
final class SecretArena: Sendable {
    static let shared = SecretArena()

    /// A piece of a chunk, in the hands of one `Secret`.
    struct Slot: @unchecked Sendable {
        // Sendable because one secret owns it, hands it out read-only after filling, and gives it back once.
        let memory: UnsafeMutableRawBufferPointer
        let capacity: Int
        var count: Int { memory.count }
    }

    private struct State {
        var free: [Int: [UnsafeMutableRawPointer]] = [:]
    }

    // The pointers in the lists are owned by the arena; the mutex is the lock.
    private let state = Mutex(UncheckedBox(State()))

    private struct UncheckedBox: @unchecked Sendable {
        var value: State
        init(_ value: State) { self.value = value }
    }

    private static let chunk = 64 * 1024

    /// A zeroed slot of `count` bytes, 1 to 4,096. Running out of locked memory ends the process: a secret is never put
    /// where it could be paged out or dumped.
    func take(_ count: Int) -> Slot {
        precondition((1...4_096).contains(count), "a secret holds 1 to 4,096 bytes")
        var capacity = 32
        while capacity < count { capacity *= 2 }
        let size = capacity
        let address = state.withLock { box in
            if box.value.free[size, default: []].isEmpty {
                let start = SecretArena.lockedChunk()
                box.value.free[size] = stride(from: 0, to: SecretArena.chunk, by: size).map { start + $0 }
            }
            return UInt(bitPattern: box.value.free[size]?.popLast())
        }
        guard let base = UnsafeMutableRawPointer(bitPattern: address) else { preconditionFailure("no slot") }
        return Slot(memory: UnsafeMutableRawBufferPointer(start: base, count: count), capacity: size)
    }

    /// Wipes the slot and keeps it for the next secret.
    func give(_ slot: Slot) {
        guard let base = slot.memory.baseAddress else { return }
        SecretArena.wipe(base, slot.capacity)
        let address = UInt(bitPattern: base)
        state.withLock { box in
            guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
            box.value.free[slot.capacity, default: []].append(pointer)
        }
    }

    private static func wipe(_ pointer: UnsafeMutableRawPointer, _ count: Int) {
        #if canImport(Glibc)
        explicit_bzero(pointer, count)
        #else
        memset_s(pointer, count, 0, count)
        #endif
    }

    private static func lockedChunk() -> UnsafeMutableRawPointer {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let start = mmap(nil, chunk, PROT_READ | PROT_WRITE, flags, -1, 0), start != MAP_FAILED else {
            preconditionFailure("no memory for secrets")
        }
        guard mlock(start, chunk) == 0 else {
            preconditionFailure("memory for secrets cannot be locked: see ulimit -l")
        }
        #if canImport(Glibc)
        madvise(start, chunk, MADV_DONTDUMP)
        #endif
        return start
    }
}
