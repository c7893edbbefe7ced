internal import JourneyBase
internal import JourneyWeb

extension HSBCPartnerSdk {
    /// The runs of `subject` on this device that can be taken up again: for the first screen of an app whose process had died.
    ///
    /// Throws `NOT_INITIALIZED`, `ALREADY_RUNNING` while a journey runs, and `STORE_FAILED` when the Keychain cannot be used. Start
    /// one with its `resumeToken`; nothing goes on by itself.
    public static func unfinishedJourneys(subject: String? = nil) async throws -> [UnfinishedJourney] {
        // Nothing is shown by asking.
        let stage = PageStage(show: { _, _ in }, hide: {})
        return try await unfinishedJourneys(of: try await JourneyHost.apple(stage: stage), subject: subject)
    }
}
