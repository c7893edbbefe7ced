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
    public nonisolated let language: Language
    private let screens: SwiftUIPresenter
    private weak var controller: UIViewController?
    private var shown: UIViewController?

    /// Over `controller`, which is not kept.
    public init(
        over controller: UIViewController, language: Language = .english, theme: Theme = .standard,
        surroundings: Surroundings = .system
    ) {
        self.language = language
        self.controller = controller
        screens = SwiftUIPresenter(language: language, theme: theme, surroundings: surroundings)
    }

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
        shown?.dismiss(animated: true)
        shown = nil
    }

    /// Whether the screens stand over the controller.
    private func comesUp() -> Bool {
        if let shown, shown.presentingViewController != nil, !shown.isBeingDismissed { return true }
        guard var top = controller else { return false }
        while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
        let host = UIHostingController(rootView: ScreensView(screens))
        host.modalPresentationStyle = .fullScreen
        host.isModalInPresentation = true
        shown = host
        top.present(host, animated: true)
        return true
    }
}
#endif
