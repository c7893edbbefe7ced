import JourneyBase
import JourneyHarness
import JourneyScreens

/// Shows progress without asking for input on a terminal that reads lines (a pipe, or a terminal without keys), so that the next
/// line answers the next question.
struct NonInteractiveWaiting: Presenter {
    private let base: TerminalPresenter
    private let isLive: Bool

    init(_ base: TerminalPresenter, on terminal: any TerminalDevice) {
        self.base = base
        isLive = terminal.isLive
    }

    var language: Language { base.language }

    func ask(_ screen: Screen) async -> ScreenAction {
        guard screen.id == "card-wait", !isLive else { return await base.ask(screen) }
        await base.show(screen)
        await Interruption.wait()
        return ScreenAction(action: Screen.cancelled)
    }

    func show(_ screen: Screen) async { await base.show(screen) }
    func dismiss() async { await base.dismiss() }
    func speak(_ language: Language) async { await base.speak(language) }
    func apply(_ brand: Theme.Brand?) async { await base.apply(brand) }
}
