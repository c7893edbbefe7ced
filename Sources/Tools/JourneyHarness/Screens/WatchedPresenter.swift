public import JourneyBase

/// Tells of each screen before it is asked, and of each answer.
public struct WatchedPresenter: Presenter {
    private let base: any Presenter
    private let shown: @Sendable (Screen) async -> Void
    private let answered: @Sendable (Screen, ScreenAction) -> Void

    public init(
        base: any Presenter, shown: @escaping @Sendable (Screen) async -> Void,
        answered: @escaping @Sendable (Screen, ScreenAction) -> Void
    ) {
        self.base = base
        self.shown = shown
        self.answered = answered
    }

    public var language: Language { base.language }

    public func ask(_ screen: Screen) async -> ScreenAction {
        await shown(screen)
        let answer = await base.ask(screen)
        answered(screen, answer)
        return answer
    }

    public func show(_ screen: Screen) async { await base.show(screen) }

    public func dismiss() async { await base.dismiss() }

    public func speak(_ language: Language) async { await base.speak(language) }
}
