public import JourneyBase

/// A store that also keeps secrets, which go from locked memory to the seal and back and touch no other memory.
public protocol SecretStore: SecureStore {
    /// The secret, or `nil` when there is none. Throws `JourneyError` with `STORE_FAILED`.
    func loadSecret(_ key: StoreKey) async throws -> Secret?
    /// Stores `secret` in place of what stood, as `save` does for items. Throws `JourneyError` with `STORE_FAILED`.
    func saveSecret(_ secret: Secret, for key: StoreKey) async throws
}
