import JourneyBase
import JourneyWeb

/// The window for native screens, created with the first one, because most journeys need none.
actor ScreenWindow: Presenter {
    nonisolated let language: Language
    private var opening: Task<WebPresenter, any Error>?

    /// `true` after a web engine was started for the window.
    var isOpen: Bool { opening != nil }

    init(language: Language) { self.language = language }

    /// Returns the presenter with its window. Throws `DISPLAY_UNAVAILABLE` if there is no display.
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
        // Without a window, there is nothing to dismiss.
        guard let opening else { return }
        await (try? opening.value)?.dismiss()
    }

    /// Closes the window permanently.
    func close() async {
        guard let opening else { return }
        await (try? opening.value)?.close()
    }
}
