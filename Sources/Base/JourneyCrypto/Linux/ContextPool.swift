import Synchronization

/// Contexts of one key that wait to be used again: making one anew costs up to a tenth of what it is made for.
final class ContextPool: Sendable {
    /// What a context is set up for.
    enum Purpose: Hashable {
        case sign(RSASignaturePadding? = nil, HashAlgorithm? = nil)
        case verify(RSASignaturePadding? = nil, HashAlgorithm? = nil)
        case agree
    }

    private struct Idle {
        var purpose: Purpose
        /// The context's address; whoever takes it out is its only user.
        var context: UInt
    }

    /// More than these are not kept: as many threads as work at once.
    private static let most = 8

    private let idle = Mutex<[Idle]>([])
    private let free: @Sendable (OpaquePointer) -> Void

    init(free: @escaping @Sendable (OpaquePointer) -> Void) { self.free = free }

    deinit {
        idle.withLock { for entry in $0 { OpaquePointer(bitPattern: entry.context).map(free) } }
    }

    /// What `use` makes of a context for `purpose`, which `make` makes when none waits. `nil` when it cannot be made.
    func with<R>(_ purpose: Purpose, make: () -> OpaquePointer?, use: (OpaquePointer) -> R) -> R? {
        let waiting = idle.withLock { idle in
            idle.lastIndex { $0.purpose == purpose }.map { idle.remove(at: $0).context }
        }
        guard let context = waiting.flatMap(OpaquePointer.init(bitPattern:)) ?? make() else { return nil }
        let result = use(context)
        let isKept = idle.withLock { idle in
            guard idle.count < ContextPool.most else { return false }
            idle.append(Idle(purpose: purpose, context: UInt(bitPattern: context)))
            return true
        }
        if !isKept { free(context) }
        return result
    }
}
