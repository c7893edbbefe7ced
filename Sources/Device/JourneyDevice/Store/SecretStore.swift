public import JourneyBase

/// A store for secrets too, which pass between locked memory and encryption without touching other memory.
public protocol SecretStore: SecureStore {
    /// Returns the secret, or `nil` when there is none. Throws `JourneyError` with `STORE_FAILED`.
    func loadSecret(_ key: StoreKey) async throws -> Secret?
    /// Stores `secret` in place of the earlier one, as `save` does for items.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - key: The item's name.
    /// - Throws: `JourneyError` with `STORE_FAILED`.
    func saveSecret(_ secret: Secret, for key: StoreKey) async throws
    /// Acquires an exclusive lease across processes, held as long as the returned object.
    ///
    /// - Parameter name: The lease's name.
    /// - Returns: The lease; `nil` while another holder has it.
    /// - Throws: `JourneyError` with `STORE_FAILED`.
    func claim(_ name: StoreKey) async throws -> (any StoreLease)?
}

/// A lease on items of a store; it ends when it is released.
public protocol StoreLease: AnyObject, Sendable {}

extension SecretStore {
    /// Returns a lease that excludes nobody. This default suits stores that only one process can access, such as an app's own
    /// Keychain.
    ///
    /// - Throws: Nothing.
    public func claim(_ name: StoreKey) async throws -> (any StoreLease)? { InProcessStoreLease() }
}

private final class InProcessStoreLease: StoreLease {}
