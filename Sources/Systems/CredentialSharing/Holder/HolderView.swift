import JourneyBase
import MobileDocument

/// The design's View, over a `Presenter`: it renders states, and turns what the person does into calls.
///
/// One screen at a time. What is answered on a screen that made way counts for nothing.
actor HolderView {
    private let presenter: any Presenter
    private let log: Log
    private var asking: Task<Void, Never>?

    nonisolated let screens: HolderScreens

    init(_ presenter: any Presenter, log: Log) {
        self.presenter = presenter
        self.log = log
        screens = HolderScreens(language: presenter.language)
    }

    /// Shows what belongs to `state`, and hands what the person does there to `answered`; without a screen, the flow is
    /// dismissed.
    func render(
        _ state: HolderSessionState.Kind, _ screen: Screen?, answered: @escaping @Sendable (ScreenAction) -> Void
    ) async {
        log.record(.debug, "OR->>UI: render", [.step: state.rawValue])
        if let screen { await put(screen, answered) } else { await dismiss() }
    }

    /// Shows the next of the steps that are left; with none, nothing is asked any more.
    func updateProgress(_ screen: Screen?, left: Int, answered: @escaping @Sendable (ScreenAction) -> Void) async {
        log.record(.debug, "OR->>UI: updateProgress", [.count: "\(left)"])
        if let screen { await put(screen, answered) } else { await withdraw() }
    }

    /// Takes away what is shown.
    func dismiss() async {
        await withdraw()
        await presenter.dismiss()
    }

    private func put(_ screen: Screen, _ answered: @escaping @Sendable (ScreenAction) -> Void) async {
        // Not before the last question is over: two that are asked at once come up in any order.
        await withdraw()
        asking = Task { [presenter] in
            let answer = await presenter.ask(screen)
            // A question that was withdrawn was answered by nobody.
            if !Task.isCancelled { answered(answer) }
        }
    }

    private func withdraw() async {
        let last = asking
        asking = nil
        last?.cancel()
        await last?.value
    }
}
