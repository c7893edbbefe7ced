internal import JourneyBase

/// Data management without a `JourneyHost`, for devices on which the instance key can no longer be used (`KEY_UNUSABLE`).
extension HSBCPartnerSdk {
    /// Returns all items that the SDK stores in this device's Keychain.
    ///
    /// - Throws: The errors of `storedItems(in:)`.
    public static func storedItems() async throws -> [StoredItem] { try await storedItems(in: JourneyHost.appleStore) }

    /// Erases all items that the SDK stores in this device's Keychain.
    ///
    /// Use it to recover from `KEY_UNUSABLE`. The next journey starts as on a new installation.
    ///
    /// - Throws: The errors of `eraseAll(in:)`.
    public static func eraseAll() async throws { try await eraseAll(in: JourneyHost.appleStore) }

    /// Erases the key that signs approvals from this device's Keychain, and nothing else.
    ///
    /// Use it to recover from `ENROLMENT_CHANGED`. The next approval creates a new key, which must be enrolled with the bank out
    /// of band.
    ///
    /// - Throws: The errors of `eraseApprovalKey(in:)`.
    public static func eraseApprovalKey() async throws { try await eraseApprovalKey(in: JourneyHost.appleStore) }
}
