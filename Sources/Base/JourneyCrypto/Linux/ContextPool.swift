import Synchronization

/// Contexts, all set up for the same, that wait to be used again: making one anew costs up to a tenth of what it is made
/// for, and more than a short message's hash.
final class ContextPool: Sendable {
    /// More than these are not kept beside the last: as many threads as work at once.
    private static let most = 8

    /// The address of the context that came back last, or 0. Whoever takes it out is its only user: with one user at a time,
    /// as most keys have, nobody asks for a lock.
    private let last = Atomic<UInt>(0)
    private let others = Mutex<[UInt]>([])
    private let free: @Sendable (OpaquePointer) -> Void

    init(free: @escaping @Sendable (OpaquePointer) -> Void) { self.free = free }

    deinit {
        OpaquePointer(bitPattern: last.load(ordering: .acquiring)).map(free)
        for context in others.withLock({ $0 }) { OpaquePointer(bitPattern: context).map(free) }
    }

    /// What `use` makes of a context, which `make` makes when none waits. `nil` when it cannot be made.
    @inline(__always)
    func with<R>(make: () -> OpaquePointer?, use: (OpaquePointer) -> R) -> R? {
        let waiting = last.exchange(0, ordering: .acquiring)
        guard let context = OpaquePointer(bitPattern: waiting) ?? takeOther() ?? make() else { return nil }
        let result = use(context)
        let address = UInt(bitPattern: context)
        if !last.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged { giveOther(context) }
        return result
    }

    private func takeOther() -> OpaquePointer? {
        others.withLock { $0.popLast() }.flatMap(OpaquePointer.init(bitPattern:))
    }

    private func giveOther(_ context: OpaquePointer) {
        let isKept = others.withLock { others in
            guard others.count < ContextPool.most else { return false }
            others.append(UInt(bitPattern: context))
            return true
        }
        if !isKept { free(context) }
    }
}
