import Synchronization

/// A piece of locked memory, in the hands of one `Secret`, which gives it back once.
struct SecretSlot: Sendable {
    fileprivate let address: UInt
    /// Bytes that the secret holds.
    let count: Int
    /// Bytes that the slot has.
    fileprivate let capacity: Int

    /// The memory itself. It has an address even when it holds nothing.
    var memory: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: address), count: count)
    }
}

/// Locked, undumped memory for secrets, in slots of a few sizes from pages that are shared.
///
/// A locked page for each secret would cost microseconds and soon the system's limit; a slot costs a lock and a list.
/// Pages stay with the process: a slot that was given back is wiped and used again.
final class SecretArena: Sendable {
    static let shared = SecretArena()

    /// Addresses of free slots, by capacity.
    private let free = Mutex<[Int: [UInt]]>([:])

    /// A zeroed slot of `count` bytes. Running out of locked memory ends the process: a secret is never put where it could
    /// be paged out or dumped, and whoever asks for one cannot go on without it.
    func take(_ count: Int) -> SecretSlot {
        precondition(count >= 0, "a secret cannot hold less than nothing")
        var capacity = 32
        while capacity < count { capacity *= 2 }
        let size = capacity
        let address = free.withLock { free in
            if let address = free[size]?.popLast() { return address }
            var slots = SecretArena.lockedPages(for: size)
            let address = slots.removeLast()
            free[size] = slots
            return address
        }
        return SecretSlot(address: address, count: count, capacity: size)
    }

    /// Wipes the slot and keeps it for the next secret.
    func give(_ slot: SecretSlot) {
        guard let start = UnsafeMutableRawPointer(bitPattern: slot.address) else { return }
        LockedMemory.wipe(start, count: slot.capacity)
        free.withLock { $0[slot.capacity, default: []].append(slot.address) }
    }

    /// The slots of fresh pages, at least one: few at a time, because containers may lock as little as 64 KiB in all.
    private static func lockedPages(for size: Int) -> [UInt] {
        let (start, count) = LockedMemory.pages(atLeast: size)
        return stride(from: 0, to: count, by: size).map { UInt(bitPattern: start + $0) }
    }
}
