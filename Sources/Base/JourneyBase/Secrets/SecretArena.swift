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
/// A locked page for each secret would cost microseconds and soon the system's limit; a slot costs a lock and nothing of the
/// allocator. Pages stay with the process: a slot that was given back is wiped and used again.
final class SecretArena: Sendable {
    static let shared = SecretArena()

    /// The first free slot of each size, at the size's power of two; 0 for none. A free slot begins with the next one's
    /// address, and holds zeros else.
    private let free = Mutex([UInt](repeating: 0, count: Int.bitWidth))

    /// A zeroed slot of `count` bytes. Running out of locked memory ends the process: a secret is never put where it could
    /// be paged out or dumped, and whoever asks for one cannot go on without it.
    func take(_ count: Int) -> SecretSlot {
        precondition(count >= 0, "a secret cannot hold less than nothing")
        var capacity = 32
        while capacity < count { capacity *= 2 }
        let size = capacity
        let place = size.trailingZeroBitCount
        let address = free.withLock { free in
            let first = free[place] == 0 ? SecretArena.lockedPages(for: size) : free[place]
            let next = SecretArena.next(of: first)
            free[place] = next.pointee
            next.pointee = 0
            return first
        }
        return SecretSlot(address: address, count: count, capacity: size)
    }

    /// Wipes the slot and keeps it for the next secret.
    func give(_ slot: SecretSlot) {
        let next = SecretArena.next(of: slot.address)
        LockedMemory.wipe(next, count: slot.capacity)
        let place = slot.capacity.trailingZeroBitCount
        free.withLock { free in
            next.pointee = free[place]
            free[place] = slot.address
        }
    }

    /// Where a free slot keeps the next one's address.
    private static func next(of address: UInt) -> UnsafeMutablePointer<UInt> {
        guard let next = UnsafeMutablePointer<UInt>(bitPattern: address) else {
            preconditionFailure("a slot has an address")
        }
        return next
    }

    /// The first slot of fresh pages, which leads to the others: few at a time, because containers may lock as little as
    /// 64 KiB in all.
    private static func lockedPages(for size: Int) -> UInt {
        let (start, count) = LockedMemory.pages(atLeast: size)
        let first = UInt(bitPattern: start)
        for offset in stride(from: size, to: count - size + 1, by: size) {
            next(of: first + UInt(offset - size)).pointee = first + UInt(offset)
        }
        return first
    }
}
