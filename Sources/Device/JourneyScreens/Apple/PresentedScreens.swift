#if canImport(UIKit)
public import JourneyBase
internal import SwiftUI
public import UIKit

/// Shows screens over a view controller: comes up with the first, above whatever that controller presents by then, and goes
/// with `dismiss`.
///
/// For whoever has no `ScreensView` in a window of its own.
@MainActor
public final class PresentedScreens: Presenter {
    public nonisolated var language: Language { screens.language }
    private nonisolated let screens: SwiftUIPresenter
    private weak var controller: UIViewController?
    private let hasBar: Bool
    private var shown: UIViewController?

    /// Over `controller`, which is not kept. `hasBar` puts the screens into a navigation controller, whose bar has their way
    /// back.
    public init(
        over controller: UIViewController, language: Language = .english, theme: Theme = .standard,
        hasBar: Bool = false, surroundings: Surroundings = .system
    ) {
        self.controller = controller
        self.hasBar = hasBar
        screens = SwiftUIPresenter(language: language, theme: theme, surroundings: surroundings)
        screens.hasBar = hasBar
    }

    /// Says the screens' own words in `language` from now on.
    public func speak(_ language: Language) async { await screens.speak(language) }

    /// `Screen.cancelled` at once when the view controller is gone: nobody could see the screen.
    public func ask(_ screen: Screen) async -> ScreenAction {
        guard comesUp() else { return ScreenAction(action: Screen.cancelled) }
        return await screens.ask(screen)
    }

    public func show(_ screen: Screen) async {
        if comesUp() { await screens.show(screen) }
    }

    public func dismiss() async {
        await screens.dismiss()
        // By who presents them: what stands above them goes along.
        guard let below = shown?.presentingViewController else { return shown = nil }
        shown = nil
        // Whoever waits for this goes on when nothing of it shows any more.
        await withCheckedContinuation { continuation in
            below.dismiss(animated: true) { continuation.resume() }
        }
    }

    /// Whether the screens stand over the controller.
    private func comesUp() -> Bool {
        if let shown, shown.presentingViewController != nil, !shown.isBeingDismissed { return true }
        guard var top = controller else { return false }
        while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
        let content = UIHostingController(rootView: ScreensView(screens))
        let host = hasBar ? UINavigationController(rootViewController: content) : content
        host.modalPresentationStyle = .fullScreen
        host.isModalInPresentation = true
        shown = host
        top.present(host, animated: true)
        return true
    }
}
#endif
