/// Bytes that must not leak: they live in locked memory, never print, and are wiped when the last owner lets go.
///
/// A secret never passes through `Array`, `Data` or `String` on its way: fill it in place and borrow it in place.
public final class Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let slot: SecretSlot

    /// A secret of `count` bytes, zeroed, then filled by `fill`, which sees the locked memory itself.
    ///
    /// Locked memory is scarce (8 MiB on Debian): secrets are keys, tokens and codes, not documents. The process ends
    /// when the system has none left to give (see `SecretArena`), so a length that comes from outside is bounded first.
    public init<E: Error>(count: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
        let slot = SecretArena.shared.take(count)
        do throws(E) { try fill(slot.memory) } catch {
            // `deinit` does not run for a secret that has no slot yet, so the slot is given back once, here.
            SecretArena.shared.give(slot)
            throw error
        }
        self.slot = slot
    }

    /// A secret that copies `bytes`, for what arrives in ordinary memory anyway (a host's token, a file's content); the
    /// caller wipes its own copy if it can.
    public convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { memory in memory.copyBytes(from: bytes) }
    }

    deinit { SecretArena.shared.give(slot) }

    /// How many bytes it holds; may be none.
    public var count: Int { slot.count }

    /// Lends the bytes to `body`. They must not be copied out or outlive the call.
    public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try body(UnsafeRawBufferPointer(slot.memory))
    }

    /// Lends `count` zeroed bytes of locked memory to `body` and wipes them then: for what is secret on the way to a secret.
    package static func withScratch<R, E: Error>(
        count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        let slot = SecretArena.shared.take(count)
        defer { SecretArena.shared.give(slot) }
        return try body(slot.memory)
    }

    public var description: String { "‹secret›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
