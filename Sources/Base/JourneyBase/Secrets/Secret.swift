/// Sensitive bytes in locked memory. They are never printed and are wiped with the last reference.
///
/// A secret must not pass through `Array`, `Data` or `String`: fill it in place and borrow it in place.
public final class Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let slot: SecretSlot

    /// Creates a secret of `count` bytes, zeroed and then filled in place.
    ///
    /// Locked memory is scarce (8 MiB on Debian): secrets are keys, tokens and codes, not documents. The process ends if none is
    /// left (see `SecretArena`), so bound a length that comes from outside first.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - fill: Fills the locked memory.
    /// - Throws: The error of `fill`.
    public init<E: Error>(count: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
        let slot = SecretArena.shared.allocate(count)
        do throws(E) { try fill(slot.memory) } catch {
            // `deinit` doesn't run if the initialiser throws, so the slot is released here, exactly once.
            SecretArena.shared.release(slot)
            throw error
        }
        self.slot = slot
    }

    /// Creates a secret by copying `bytes`, for data that arrives in ordinary memory anyway (a host's token, a file). The caller
    /// should wipe its own copy.
    public convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { memory in memory.copyBytes(from: bytes) }
    }

    deinit { SecretArena.shared.release(slot) }

    /// The number of bytes; may be zero.
    public var count: Int { slot.count }

    /// Calls `body` with the bytes. They must not be copied or outlive the call.
    ///
    /// - Parameter body: The code that uses the bytes.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try body(UnsafeRawBufferPointer(slot.memory))
    }

    /// Calls `body` with `count` zeroed bytes of locked memory and wipes them afterwards, for intermediate values.
    package static func withScratch<R, E: Error>(
        count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        let slot = SecretArena.shared.allocate(count)
        defer { SecretArena.shared.release(slot) }
        return try body(slot.memory)
    }

    public var description: String { "‹secret›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
