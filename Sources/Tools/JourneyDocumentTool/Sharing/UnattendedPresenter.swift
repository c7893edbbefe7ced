import JourneyBase
import JourneyHarness
import Synchronization

/// A presenter without interaction: it draws screens if it can, and answers as given on the command line.
struct UnattendedPresenter: Presenter {
    let language: Language
    let consent: ConsentChoice
    let output: RunOutput
    var drawing: ScreenDrawing?

    func ask(_ screen: Screen) async -> ScreenAction {
        await draw(screen)
        if let answer = consent.answer(to: screen) { return answer }
        if screen.isResult, let close = screen.actions.first { return ScreenAction(action: close.id) }
        // Screens of work under way, and of a code, end by themselves.
        let waiting = AsyncStream<Void>.makeStream()
        await withTaskCancellationHandler {
            for await _ in waiting.stream {}
        } onCancel: {
            waiting.continuation.finish()
        }
        return ScreenAction(action: Screen.cancelled)
    }

    func show(_ screen: Screen) async { await draw(screen) }

    func dismiss() async {}

    private func draw(_ screen: Screen) async { await drawing?.draw(screen, telling: output) }
}

extension Screen {
    /// `true` if the screen can only be closed and nothing is under way.
    fileprivate var isResult: Bool {
        actions.count == 1
            && !body.contains { block in
                switch block {
                case .progress, .code, .picture, .countdown: true
                case .text, .points, .notice, .amount, .details, .outcome, .document, .card, .pass, .empty: false
                }
            }
    }
}
