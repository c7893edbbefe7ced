#if canImport(UIKit)
internal import JourneyBase
internal import JourneyScreens
internal import Observation

/// The wallet's screens in a cover over a SwiftUI view: up while something is shown. When the host or the system takes it away,
/// what is asked is cancelled.
@MainActor @Observable
final class WalletCoverPresenter: Presenter {
    nonisolated var language: Language { screens.language }
    nonisolated let screens: SwiftUIPresenter
    private(set) var isUp = false
    /// The camera whose picture stands above the screens.
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

    func look(through camera: FaceCamera?) { self.camera = camera }

    /// Returns when nothing of it shows any more.
    func dismiss() async {
        await screens.dismiss()
        camera = nil
        // A view that was taken away tells nobody that its cover has gone: this waits for so long, and no longer.
        await presentation?.end()
        // Without one it may be up all the same: SwiftUI had begun when its owner heard that it was taken away.
        (presentation, isUp) = (nil, false)
    }

    /// SwiftUI has moved it in.
    func cameUp() { presentation?.handle(.appeared) }

    /// SwiftUI has taken it out, whoever wanted that.
    func wasDismissed() { if hasBeenUp { presentation?.handle(.gone) } }

    /// SwiftUI takes it out, and nobody here has asked for that.
    func wasTakenDown() { if hasBeenUp { presentation?.handle(.disappeared) } }

    /// Before one has come up it is the cover before it that goes.
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

/// One view's presentations: the cover, and what runs, which ends with the view.
@MainActor
final class WalletRun {
    let cover: WalletCoverPresenter
    let runs = ViewRunQueue()

    init(theme: Theme) { cover = WalletCoverPresenter(theme: theme) }
}
#endif
