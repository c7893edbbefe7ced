public import JourneyBase

/// A store that also keeps secrets, which go from locked memory to the seal and back and touch no other memory.
public protocol SecretStore: SecureStore {
    /// The secret, or `nil` when there is none. Throws `JourneyError` with `STORE_FAILED`.
    func loadSecret(_ key: StoreKey) async throws -> Secret?
    /// Stores `secret` in place of what stood, as `save` does for items. Throws `JourneyError` with `STORE_FAILED`.
    func saveSecret(_ secret: Secret, for key: StoreKey) async throws
    /// Keeps every other holder of this claim away, in this process and in others, for as long as what it gives is held; `nil`
    /// while somebody else has it. Throws `JourneyError` with `STORE_FAILED`.
    func claim(_ name: StoreKey) async throws -> (any StoreLease)?
}

/// A claim on items of a store: it ends when it goes.
public protocol StoreLease: AnyObject, Sendable {}

extension SecretStore {
    /// Where one process alone can see the items, as an app's own Keychain: there is nobody to keep away.
    public func claim(_ name: StoreKey) async throws -> (any StoreLease)? { InProcessStoreLease() }
}

private final class InProcessStoreLease: StoreLease {}
