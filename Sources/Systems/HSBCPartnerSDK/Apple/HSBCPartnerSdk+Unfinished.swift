internal import JourneyBase
internal import JourneyWeb

extension HSBCPartnerSdk {
    /// The runs of `subject` on this device that can be taken up again: for the first screen of an app whose process had died.
    ///
    /// Throws `NOT_INITIALIZED`, `ALREADY_RUNNING` while a journey runs, `STORE_FAILED` when the Keychain cannot be used, and
    /// `KEY_UNUSABLE` when the installation's key belongs to another Secure Enclave (`eraseAll()`). Start one with its `resumeToken`; nothing goes on by itself.
    public static func unfinishedJourneys(subject: String? = nil) async throws -> [UnfinishedJourney] {
        // Nothing is shown by asking.
        let stage = PageStage(show: { _, _ in }, hide: {})
        let host = try await JourneyHost.apple(stage: stage, presenter: NoPresenter())
        return try await unfinishedJourneys(of: host, subject: subject)
    }
}

/// Nobody is there: what is asked is left.
private struct NoPresenter: Presenter {
    let language = Language.english

    func ask(_: Screen) async -> ScreenAction { ScreenAction(action: Screen.cancelled) }
    func show(_: Screen) async {}
    func dismiss() async {}
}
