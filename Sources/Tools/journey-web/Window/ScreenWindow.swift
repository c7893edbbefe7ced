import JourneyBase
import JourneyWeb

/// The window for native screens, made when the first one is due: most of a journey needs none.
actor ScreenWindow: Presenter {
    nonisolated let language: Language
    private var opening: Task<WebPresenter, any Error>?

    /// Whether a web engine was started for it.
    var isOpen: Bool { opening != nil }

    init(language: Language) { self.language = language }

    /// The presenter with its window. Throws `DISPLAY_UNAVAILABLE` when there is no display.
    func presenter() async throws -> WebPresenter {
        if let opening { return try await opening.value }
        let task = Task { try await WebPresenter.make(language: language) }
        opening = task
        return try await task.value
    }

    func ask(_ screen: Screen) async -> ScreenAction {
        guard let presenter = try? await presenter() else { return ScreenAction(action: Screen.cancelled) }
        return await presenter.ask(screen)
    }

    func show(_ screen: Screen) async { await (try? presenter())?.show(screen) }

    func dismiss() async {
        // Nothing was ever shown: nothing to make only to take it away.
        guard let opening else { return }
        await (try? opening.value)?.dismiss()
    }

    /// Closes the window for good.
    func close() async {
        guard let opening else { return }
        await (try? opening.value)?.close()
    }
}
