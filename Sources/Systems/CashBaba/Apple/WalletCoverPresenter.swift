#if canImport(UIKit)
internal import JourneyBase
internal import JourneyScreens
internal import Observation

/// Shows the wallet's screens in a cover over a SwiftUI view. The cover is up while something is shown.
///
/// When the host or the system dismisses the cover, the pending question is cancelled.
@MainActor @Observable
final class WalletCoverPresenter: Presenter {
    nonisolated var language: Language { screens.language }
    nonisolated let screens: SwiftUIPresenter
    private(set) var isUp = false
    /// The camera whose picture is shown above the screens.
    private(set) var camera: FaceCamera?
    @ObservationIgnored private var presentation: Presentation?

    init(theme: Theme) { screens = SwiftUIPresenter(theme: theme) }

    func ask(_ screen: Screen) async -> ScreenAction {
        comeUp()
        return await screens.ask(screen)
    }

    func show(_ screen: Screen) async {
        comeUp()
        await screens.show(screen)
    }

    func speak(_ language: Language) async { await screens.speak(language) }
    func apply(_ brand: Theme.Brand?) async { await screens.apply(brand) }

    func look(through camera: FaceCamera?) { self.camera = camera }

    /// Dismisses the cover and returns when it is no longer visible.
    func dismiss() async {
        await screens.dismiss()
        camera = nil
        // A removed view does not report its cover's dismissal: `end` waits for a limited time.
        await presentation?.end()
        // Clear `isUp` even without a presentation: SwiftUI may have started to present before the removal.
        (presentation, isUp) = (nil, false)
    }

    /// Handles the end of SwiftUI's presentation animation.
    func cameUp() { presentation?.handle(.appeared) }

    /// Handles the cover's removal by SwiftUI, whatever the cause.
    func wasDismissed() { if hasBeenUp { presentation?.handle(.gone) } }

    /// Handles a dismissal by SwiftUI that this presenter did not request.
    func wasTakenDown() { if hasBeenUp { presentation?.handle(.disappeared) } }

    /// `true` once the current cover has appeared. Until then a dismissal concerns the cover before it.
    private var hasBeenUp: Bool {
        presentation.map { $0.phase != .presenting && $0.phase != .dismissalPending } ?? false
    }

    private func comeUp() {
        guard presentation == nil, !screens.isTakenAway else { return }
        isUp = true
        presentation = Presentation(
            clock: ContinuousClock(), stands: { true }, takeAway: { [weak self] _ in self?.isUp = false },
            takenAway: { [weak self] in
                self?.isUp = false
                self?.presentation = nil
                self?.screens.wasTakenAway()
            })
    }
}

/// The presentations of one view: its cover, and the queue of runs, which ends with the view.
@MainActor
final class WalletRun {
    let cover: WalletCoverPresenter
    let runs = ViewRunQueue()

    init(theme: Theme) { cover = WalletCoverPresenter(theme: theme) }
}
#endif
