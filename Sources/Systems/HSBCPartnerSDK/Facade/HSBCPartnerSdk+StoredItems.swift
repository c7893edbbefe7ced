public import JourneyBase

extension HSBCPartnerSdk {
    /// Returns all items that the SDK stores in the host's store, sorted by name.
    ///
    /// - Throws: `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    public static func storedItems(of host: JourneyHost) async throws -> [StoredItem] {
        try await storedItems(in: host.store)
    }

    /// Erases all items that the SDK stores in the host's store. Other items of the host stay.
    ///
    /// Suspended runs can no longer be resumed, and unresolved payments are no longer reconciled: call `unfinishedJourneys(of:)`
    /// first. Afterwards this is a new instance, to banks too.
    ///
    /// - Throws: `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    public static func eraseAll(of host: JourneyHost) async throws { try await eraseAll(in: host.store) }

    /// Erases the key that signs approvals, and nothing else.
    ///
    /// Use it for a key that can no longer be opened because biometrics were enrolled or removed (`ENROLMENT_CHANGED`). The next
    /// approval creates a new key. A bank must enrol it out of band, such as in a branch or with another factor.
    ///
    /// - Throws: `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    public static func eraseApprovalKey(of host: JourneyHost) async throws {
        try await eraseApprovalKey(in: host.store)
    }
}

/// Data management without a host, for installations whose key can't be used (`KEY_UNUSABLE`).
extension HSBCPartnerSdk {
    /// Returns all items that the SDK keeps in `store`, the store of this app's hosts, sorted by name.
    ///
    /// - Throws: `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    public static func storedItems(in store: any SecureStore) async throws -> [StoredItem] {
        try await whileIdle { try await StoredItem.all(in: store) }
    }

    /// Erases all items that the SDK keeps in `store`, the store of this app's hosts. Uses no key.
    ///
    /// - Throws: `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    public static func eraseAll(in store: any SecureStore) async throws {
        discardTelemetry()
        try await whileIdle { try await StoredItem.eraseAll(in: store) }
    }

    /// Erases the key that signs approvals from `store`, the store of this app's hosts. Uses no key.
    ///
    /// - Throws: `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    public static func eraseApprovalKey(in store: any SecureStore) async throws {
        try await whileIdle { try await StoredItem.erase(.approvalKey, in: store) }
    }
}
