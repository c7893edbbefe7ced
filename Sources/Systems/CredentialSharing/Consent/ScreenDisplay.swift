import JourneyBase

/// Shows one screen at a time over a `Presenter`. An answer to a screen that was replaced counts for nothing.
actor ScreenDisplay {
    private let presenter: any Presenter
    private var asking: Task<Void, Never>?

    init(_ presenter: any Presenter) { self.presenter = presenter }

    /// Shows `screen` in place of the last one, and hands the answer to `answered`.
    func put(_ screen: Screen, _ answered: @escaping @Sendable (ScreenAction) -> Void) async {
        // Not before the last question is over: two that are asked at once come up in any order.
        await withdraw()
        asking = Task { [presenter] in
            let answer = await presenter.ask(screen)
            // A question that was withdrawn was answered by nobody.
            if !Task.isCancelled { answered(answer) }
        }
    }

    /// Ends the question that is open.
    func withdraw() async {
        let last = asking
        asking = nil
        last?.cancel()
        await last?.value
    }

    /// Takes away what is shown.
    func dismiss() async {
        await withdraw()
        await presenter.dismiss()
    }
}
