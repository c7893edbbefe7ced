import Synchronization

/// A piece of locked memory, owned by one object that releases it exactly once.
struct SecretSlot: Sendable {
    fileprivate let address: UInt
    /// The number of bytes in use.
    let count: Int
    /// The number of bytes in the slot.
    fileprivate let capacity: Int

    /// The bytes in use. The address is valid even if there are none.
    var memory: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: address), count: count)
    }
}

/// An allocator for secrets: slots of a few sizes in locked pages that are excluded from core dumps.
///
/// A page per secret would cost microseconds and soon exhaust the system's limit; a slot costs one lock. Pages are never freed. A
/// released slot is wiped and reused.
final class SecretArena: Sendable {
    static let shared = SecretArena()

    /// The first free slot of each size, indexed by the size's power of two; 0 for none. A free slot starts with the address of
    /// the next one and is otherwise zero.
    private let free = Mutex([UInt](repeating: 0, count: Int.bitWidth))

    /// Allocates a zeroed slot of `count` bytes. Ends the process if no locked memory is left: a secret is never stored where it
    /// could be paged out or dumped.
    func allocate(_ count: Int) -> SecretSlot {
        precondition(count >= 0, "the size of a secret must not be negative")
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

    /// Wipes the slot and makes it available again.
    func release(_ slot: SecretSlot) {
        let next = SecretArena.next(of: slot.address)
        LockedMemory.wipe(next, count: slot.capacity)
        let place = slot.capacity.trailingZeroBitCount
        free.withLock { free in
            next.pointee = free[place]
            free[place] = slot.address
        }
    }

    /// Returns the location of the link to the next slot in a free slot.
    private static func next(of address: UInt) -> UnsafeMutablePointer<UInt> {
        guard let next = UnsafeMutablePointer<UInt>(bitPattern: address) else {
            preconditionFailure("the address of a slot must not be zero")
        }
        return next
    }

    /// Allocates pages and links their slots; returns the first. Few pages at a time, because containers may lock only 64 KiB in
    /// all.
    private static func lockedPages(for size: Int) -> UInt {
        let (start, count) = LockedMemory.pages(atLeast: size)
        let first = UInt(bitPattern: start)
        for offset in stride(from: size, to: count - size + 1, by: size) {
            next(of: first + UInt(offset - size)).pointee = first + UInt(offset)
        }
        return first
    }
}
