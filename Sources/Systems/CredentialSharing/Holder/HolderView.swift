import JourneyBase
import MobileDocument

/// The design's View, over a `Presenter`: it renders states, and turns what the person does into calls.
///
/// One screen at a time. What is answered on a screen that made way counts for nothing.
struct HolderView: Sendable {
    let screens: HolderScreens
    private let display: ScreenDisplay
    private let log: Log

    init(_ presenter: any Presenter, log: Log) {
        screens = HolderScreens(language: presenter.language)
        display = ScreenDisplay(presenter)
        self.log = log
    }

    /// Shows what belongs to `state`, and hands what the person does there to `answered`; without a screen, the flow is
    /// dismissed.
    func render(
        _ state: HolderSessionState.Kind, _ screen: Screen?, answered: @escaping @Sendable (ScreenAction) -> Void
    ) async {
        log.record(.debug, "OR->>UI: render", [.step: state.rawValue])
        if let screen { await display.put(screen, answered) } else { await dismiss() }
    }

    /// Shows the next of the steps that are left; with none, nothing is asked any more.
    func updateProgress(_ screen: Screen?, left: Int, answered: @escaping @Sendable (ScreenAction) -> Void) async {
        log.record(.debug, "OR->>UI: updateProgress", [.count: "\(left)"])
        if let screen { await display.put(screen, answered) } else { await display.withdraw() }
    }

    /// Takes away what is shown.
    func dismiss() async { await display.dismiss() }
}
