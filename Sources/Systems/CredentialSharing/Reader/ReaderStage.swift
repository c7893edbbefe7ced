import JourneyBase

/// Shows one screen at a time. What is done on a screen that made way counts for nothing.
actor ReaderStage {
    private let presenter: any Presenter
    private var asking: Task<Void, Never>?

    nonisolated let screens: ReaderScreens

    init(_ presenter: any Presenter) {
        self.presenter = presenter
        screens = ReaderScreens(language: presenter.language)
    }

    /// Shows `screen` in place of what stands, and hands what is done there to `answered`.
    func put(_ screen: Screen, _ answered: @escaping @Sendable (ScreenAction) -> Void) async {
        await withdraw()
        asking = Task { [presenter] in
            let answer = await presenter.ask(screen)
            if !Task.isCancelled { answered(answer) }
        }
    }

    /// Takes away what stands.
    func dismiss() async {
        await withdraw()
        await presenter.dismiss()
    }

    private func withdraw() async {
        let last = asking
        asking = nil
        last?.cancel()
        await last?.value
    }
}
