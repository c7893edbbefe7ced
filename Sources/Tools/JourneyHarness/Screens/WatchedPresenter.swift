package import JourneyBase

/// Reports each screen before it is presented, and each answer.
package struct WatchedPresenter: Presenter {
    private let base: any Presenter
    private let shown: @Sendable (Screen) async -> Void
    private let answered: @Sendable (Screen, ScreenAction) -> Void

    package init(
        base: any Presenter, shown: @escaping @Sendable (Screen) async -> Void,
        answered: @escaping @Sendable (Screen, ScreenAction) -> Void
    ) {
        self.base = base
        self.shown = shown
        self.answered = answered
    }

    /// Creates a presenter that reports to `output`: the screen with its texts and errors, and the pressed action, never typed
    /// values. Screens in `passing` are not reported. `shown` is called after the report.
    package init(
        base: any Presenter, telling output: RunOutput, passing: Set<String> = [],
        shown: @escaping @Sendable (Screen) async -> Void = { _ in }
    ) {
        self.init(
            base: base,
            shown: { screen in
                guard !passing.contains(screen.id) else { return }
                output.event(
                    "screen",
                    [
                        "screen": .string(screen.id), "title": .string(screen.title),
                        "text": screen.text.map { .string($0) } ?? .null,
                        "error": screen.inlineError.map { .string($0) } ?? .null,
                    ], [screen.title, screen.inlineError].compactMap(\.self).joined(separator: ": "))
                await shown(screen)
            },
            answered: { screen, action in
                guard !passing.contains(screen.id) else { return }
                let label = screen.action(action.action)?.label ?? action.action
                output.event(
                    "answer",
                    [
                        "screen": .string(screen.id), "action": .string(action.action), "label": .string(label),
                    ], nil)
            })
    }

    package var language: Language { base.language }

    package func ask(_ screen: Screen) async -> ScreenAction {
        await shown(screen)
        let answer = await base.ask(screen)
        answered(screen, answer)
        return answer
    }

    package func show(_ screen: Screen) async { await base.show(screen) }

    package func dismiss() async { await base.dismiss() }

    package func speak(_ language: Language) async { await base.speak(language) }
    package func apply(_ brand: Theme.Brand?) async { await base.apply(brand) }
}
