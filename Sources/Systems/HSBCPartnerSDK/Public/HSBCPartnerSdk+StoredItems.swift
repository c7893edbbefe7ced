internal import JourneyBase

extension HSBCPartnerSdk {
    /// All that the SDK keeps on this device in the host's store, in the order of names. Throws `STORE_FAILED`, and
    /// `ALREADY_RUNNING` while a journey runs.
    public static func storedItems(of host: JourneyHost) async throws -> [StoredItem] {
        try await undisturbed { try await StoredItem.all(in: host.store) }
    }

    /// Erases all that the SDK keeps on this device in the host's store, as if the app had never run a journey; what the host
    /// itself keeps there stays. Throws `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    ///
    /// A run that was left cannot be taken up any more, and a payment whose end nobody has heard is not asked about again:
    /// look at `unfinishedJourneys(of:)` first. The instance is another one afterwards, to banks too.
    public static func eraseAll(of host: JourneyHost) async throws {
        try await eraseTelemetry(of: host)
        try await undisturbed { try await StoredItem.eraseAll(in: host.store) }
    }

    /// Erases the key that signs what the person approves, and nothing else: for one that does not open any more, because a finger
    /// or a face was enrolled or taken away. Throws `STORE_FAILED`, and `ALREADY_RUNNING` while a journey runs.
    ///
    /// The next approval makes another. A bank believes it only after a way of its own, such as a branch or another factor.
    public static func eraseApprovalKey(of host: JourneyHost) async throws {
        try await undisturbed { try await StoredItem.erase(.approvalKey, in: host.store) }
    }
}
