import JourneyBase
import MobileDocument

/// The View of the design, over a `Presenter`: it shows the screens of states and turns answers into calls.
///
/// It shows one screen at a time. Answers to a replaced screen are ignored.
struct HolderView: Sendable {
    let screens: HolderScreens
    private let display: ScreenDisplay
    private let log: Log

    init(_ presenter: any Presenter, log: Log) {
        screens = HolderScreens(language: presenter.language)
        display = ScreenDisplay(presenter)
        self.log = log
    }

    /// Shows the screen of `state` and passes the answer to `answered`; dismisses the flow without a screen.
    func render(
        _ state: HolderSessionState.Kind, _ screen: Screen?, answered: @escaping @Sendable (ScreenAction) -> Void
    ) async {
        log.record(.debug, "OR->>UI: render", [.step: state.rawValue])
        if let screen { await display.put(screen, answered) } else { await dismiss() }
    }

    /// Shows the next of the remaining steps; without a screen, withdraws the question.
    func updateProgress(_ screen: Screen?, left: Int, answered: @escaping @Sendable (ScreenAction) -> Void) async {
        log.record(.debug, "OR->>UI: updateProgress", [.count: "\(left)"])
        if let screen { await display.put(screen, answered) } else { await display.withdraw() }
    }

    /// Removes the screen.
    func dismiss() async { await display.dismiss() }
}
