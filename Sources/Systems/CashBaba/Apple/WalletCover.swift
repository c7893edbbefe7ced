#if canImport(UIKit)
internal import JourneyBase
internal import JourneyScreens
internal import Observation

/// The wallet's screens in a cover over a SwiftUI view: up while something is shown.
@MainActor @Observable
final class WalletCover: Presenter {
    nonisolated var language: Language { screens.language }
    nonisolated let screens: SwiftUIPresenter
    private(set) var isUp = false
    /// The camera whose picture stands above the screens.
    private(set) var camera: FaceCamera?
    @ObservationIgnored private var isGone: CheckedContinuation<Void, Never>?

    init(theme: Theme) { screens = SwiftUIPresenter(theme: theme) }

    func ask(_ screen: Screen) async -> ScreenAction {
        isUp = true
        return await screens.ask(screen)
    }

    func show(_ screen: Screen) async {
        isUp = true
        await screens.show(screen)
    }

    func speak(_ language: Language) async { await screens.speak(language) }

    func look(through camera: FaceCamera?) { self.camera = camera }

    /// Returns when nothing of it shows any more.
    func dismiss() async {
        await screens.dismiss()
        camera = nil
        guard isUp else { return }
        isUp = false
        // A view that was taken away tells nobody that its cover has gone; no animation takes as long.
        let patience = Task {
            if (try? await Task.sleep(for: .seconds(2))) != nil { wasDismissed() }
        }
        await withCheckedContinuation { isGone = $0 }
        patience.cancel()
    }

    /// The cover has gone.
    func wasDismissed() {
        isGone?.resume()
        isGone = nil
    }
}

/// One view's presentations: the cover, and the task of the one under way, which ends with the view.
@MainActor
final class WalletRun {
    let cover: WalletCover
    private var task: Task<Void, Never>?

    init(theme: Theme) { cover = WalletCover(theme: theme) }

    deinit { task?.cancel() }

    func begin(_ work: @escaping @MainActor () async -> Void) { task = Task { await work() } }
    func cancel() { task?.cancel() }
}
#endif
