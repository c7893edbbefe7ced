import JourneyBase
import JourneyHarness
import JourneyScreens

/// A terminal that takes lines (a pipe, or a terminal without keys) is asked nothing while something is under way: the line that
/// comes next is the answer to the question that comes next.
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
}
