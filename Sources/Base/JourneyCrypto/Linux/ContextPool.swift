import Synchronization

/// A pool of reusable OpenSSL contexts with the same setup. Creating a context costs up to a tenth of the operation it serves,
/// and more than hashing a short message.
final class ContextPool: Sendable {
    /// The maximum number of idle contexts besides `last`, about the number of threads that work at once.
    private static let most = 8

    /// The address of the most recently returned context, or 0. The thread that exchanges it for 0 owns it. With one user at a
    /// time, which is usual, no lock is needed.
    private let last = Atomic<UInt>(0)
    private let others = Mutex<[UInt]>([])
    private let free: @Sendable (OpaquePointer) -> Void

    init(free: @escaping @Sendable (OpaquePointer) -> Void) { self.free = free }

    deinit {
        OpaquePointer(bitPattern: last.load(ordering: .acquiring)).map(free)
        for context in others.withLock({ $0 }) { OpaquePointer(bitPattern: context).map(free) }
    }

    /// Runs `use` with an idle context, or with one from `make` when none is idle. Returns `nil` when `make` fails.
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
