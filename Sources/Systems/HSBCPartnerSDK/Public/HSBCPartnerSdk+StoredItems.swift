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
}
