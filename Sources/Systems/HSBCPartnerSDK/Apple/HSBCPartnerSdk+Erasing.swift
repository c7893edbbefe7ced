internal import JourneyBase

/// What the SDK keeps in the Keychain of this device, without a `JourneyHost`: a device whose keys cannot be used any more has none.
extension HSBCPartnerSdk {
    /// All that the SDK keeps on this device. Throws as `storedItems(in:)`.
    public static func storedItems() async throws -> [StoredItem] { try await storedItems(in: JourneyHost.appleStore) }

    /// Erases all that the SDK keeps on this device. Throws as `eraseAll(in:)`.
    ///
    /// The way out of `KEY_UNUSABLE`: the next journey begins as on a new installation.
    public static func eraseAll() async throws { try await eraseAll(in: JourneyHost.appleStore) }

    /// Erases the key that signs what the person approves, and nothing else. Throws as `eraseApprovalKey(in:)`.
    ///
    /// The way out of `ENROLMENT_CHANGED`: the next approval makes another key, which the bank has to be told of by a way of its own.
    public static func eraseApprovalKey() async throws { try await eraseApprovalKey(in: JourneyHost.appleStore) }
}
