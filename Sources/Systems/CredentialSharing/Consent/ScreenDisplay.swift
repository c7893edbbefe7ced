import JourneyBase

/// Shows one screen at a time through a `Presenter`. Answers to a replaced screen are ignored.
actor ScreenDisplay {
    private let presenter: any Presenter
    private var asking: Task<Void, Never>?

    init(_ presenter: any Presenter) { self.presenter = presenter }

    /// Shows `screen` in place of the last one and passes the answer to `answered`.
    func put(_ screen: Screen, _ answered: @escaping @Sendable (ScreenAction) -> Void) async {
        // The last question must have ended first: two concurrent questions may appear in any order.
        await withdraw()
        asking = Task { [presenter] in
            let answer = await presenter.ask(screen)
            // A withdrawn question has no answer.
            if !Task.isCancelled { answered(answer) }
        }
    }

    /// Withdraws the open question and waits until it has ended.
    func withdraw() async {
        let last = asking
        asking = nil
        last?.cancel()
        await last?.value
    }

    /// Removes the screen.
    func dismiss() async {
        await withdraw()
        await presenter.dismiss()
    }
}
