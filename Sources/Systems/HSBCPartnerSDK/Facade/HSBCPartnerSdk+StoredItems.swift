public import JourneyBase

extension HSBCPartnerSdk {
    /// All that the SDK keeps on this device in the host's store, in the order of names. Throws `STORE_FAILED`, and
    /// `ALREADY_RUNNING` while a journey runs.
    public static func storedItems(of host: JourneyHost) async throws -> [StoredItem] {
        try await storedItems(in: host.store)
    }

    /// Erases all that the SDK keeps on this device in the host's store, as if the app had never run a journey; what the host
    /// itself keeps there stays. Throws `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    ///
    /// A run that was left cannot be taken up any more, and a payment whose end nobody has heard is not asked about again:
    /// look at `unfinishedJourneys(of:)` first. The instance is another one afterwards, to banks too.
    public static func eraseAll(of host: JourneyHost) async throws { try await eraseAll(in: host.store) }

    /// Erases the key that signs what the person approves, and nothing else: for one that does not open any more, because a finger
    /// or a face was enrolled or taken away (`ENROLMENT_CHANGED`). Throws `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    ///
    /// The next approval makes another. A bank believes it only after a way of its own, such as a branch or another factor.
    public static func eraseApprovalKey(of host: JourneyHost) async throws {
        try await eraseApprovalKey(in: host.store)
    }
}

/// The same without a host: one cannot be made where the installation's key cannot be used (`KEY_UNUSABLE`).
extension HSBCPartnerSdk {
    /// As `storedItems(of:)`, in `store`, which hosts of this app are given.
    public static func storedItems(in store: any SecureStore) async throws -> [StoredItem] {
        try await shieldedFromCancellation { try await StoredItem.all(in: store) }
    }

    /// As `eraseAll(of:)`, in `store`, which hosts of this app are given. No key is used for it.
    public static func eraseAll(in store: any SecureStore) async throws {
        discardTelemetry()
        try await shieldedFromCancellation { try await StoredItem.eraseAll(in: store) }
    }

    /// As `eraseApprovalKey(of:)`, in `store`, which hosts of this app are given. No key is used for it.
    public static func eraseApprovalKey(in store: any SecureStore) async throws {
        try await shieldedFromCancellation { try await StoredItem.erase(.approvalKey, in: store) }
    }
}
