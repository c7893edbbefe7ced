package import JourneyBase
internal import Synchronization

/// The loading screen of a start: shown until the first page or native step, while the configuration, the manifest and the
/// OpenAPI bundle are fetched.
///
/// It ends before the run uses the presenter, so that it never dismisses another screen.
package final class LoadingScreen: Sendable {
    /// The screen's id.
    static let id = "journey-loading"
    /// The delay before the screen appears, so that a fast start shows none. Below the 300 ms after which a person notices a
    /// wait.
    static let delay = Duration.milliseconds(200)
    private static let cancel = "cancel"

    private struct State {
        /// Counts begins and ends: only the latest turn may show or cancel something.
        var turn = 0
        var isShown = false
        var task: Task<Void, Never>?
        /// The action of “Cancel”; `nil` before the start and after the end.
        var cancel: (@Sendable () -> Void)?
    }

    private let presenter: any Presenter
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    init(presenter: any Presenter, clock: any Clock<Duration>) {
        self.presenter = presenter
        self.clock = clock
    }

    /// Shows the screen after `delay`, unless it has ended. `cancel` is called when the person presses “Cancel”, and not when the
    /// screen is dismissed.
    func begin(cancel: @escaping @Sendable () -> Void) {
        state.withLock { $0.cancel = cancel }
        resume()
    }

    /// Shows the screen again after `pause`. Does nothing after `end`.
    func resume() {
        state.withLock { state in
            guard let cancel = state.cancel, state.task == nil else { return }
            state.turn += 1
            let turn = state.turn
            state.task = Task { [self] in
                guard (try? await clock.sleep(for: LoadingScreen.delay)) != nil, mayShow(turn) else { return }
                let answer = await presenter.ask(LoadingScreen.screen(presenter.language))
                if answer.action == LoadingScreen.cancel, isLatest(turn) { cancel() }
            }
        }
    }

    /// Dismisses the screen for good. Does nothing where none was begun.
    func end() async {
        state.withLock { $0.cancel = nil }
        await pause()
    }

    /// Dismisses the screen until `resume`, for something else of the start, such as the sign-in's pages.
    func pause() async {
        let (task, isShown) = state.withLock { state in
            state.turn += 1
            defer { (state.task, state.isShown) = (nil, false) }
            return (state.task, state.isShown)
        }
        guard let task else { return }
        task.cancel()
        guard isShown else { return }
        await task.value
        await presenter.dismiss()
    }

    private func mayShow(_ turn: Int) -> Bool {
        state.withLock { state in
            guard state.turn == turn else { return false }
            state.isShown = true
            return true
        }
    }

    private func isLatest(_ turn: Int) -> Bool { state.withLock { $0.turn == turn } }

    package static func screen(_ language: Language) -> Screen {
        Screen(
            id: id, title: title(language), body: [.progress(Screen.Progress())],
            actions: [Screen.Action(id: cancel, label: language(.cancel), role: .cancel)])
    }

    private static func title(_ language: Language) -> String {
        switch language {
        case .english: "Opening…"
        case .bengali: "খোলা হচ্ছে…"
        case .arabic: "يجري الفتح…"
        }
    }
}
