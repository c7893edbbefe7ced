internal import JourneyBase
internal import JourneyWeb

extension HSBCPartnerSdk {
    /// Returns the runs of `subject` on this device that can be resumed.
    ///
    /// Call it on an app's first screen, in case the process died during a run. Start a run again with its `resumeToken`; nothing
    /// resumes by itself.
    ///
    /// - Parameter subject: The person, as in `JourneyStartParams.subject`; `nil` for runs without a subject.
    /// - Returns: The resumable runs, oldest first.
    /// - Throws: `NOT_INITIALIZED`; `ALREADY_RUNNING` while a journey runs; `STORE_FAILED` when the Keychain can't be used;
    ///   `KEY_UNUSABLE` when the installation's key belongs to another Secure Enclave (use `eraseAll()`).
    public static func unfinishedJourneys(subject: String? = nil) async throws -> [UnfinishedJourney] {
        // This call shows nothing.
        let stage = PagePresenter(show: { _, _ in }, hide: {})
        let host = try await JourneyHost.apple(stage: stage, presenter: NoPresenter())
        return try await unfinishedJourneys(of: host, subject: subject)
    }
}

/// A presenter that cancels every screen.
private struct NoPresenter: Presenter {
    let language = Language.english

    func ask(_: Screen) async -> ScreenAction { ScreenAction(action: Screen.cancelled) }
    func show(_: Screen) async {}
    func dismiss() async {}
}
