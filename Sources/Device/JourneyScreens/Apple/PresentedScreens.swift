#if canImport(UIKit)
public import JourneyBase
internal import SwiftUI
public import UIKit

/// Shows screens over a view controller: comes up with the first, above whatever that controller presents by then, and goes
/// with `dismiss`. When the host or the system takes them away, what is asked is cancelled.
///
/// For whoever has no `ScreensView` in a window of its own.
@MainActor
public final class PresentedScreens: Presenter {
    public nonisolated var language: Language { screens.language }
    private nonisolated let screens: SwiftUIPresenter
    private weak var controller: UIViewController?
    private let hasBar: Bool
    private let clock: any Clock<Duration>
    private let place = PresentationPlace()

    /// Over `controller`, which is not kept. `hasBar` puts the screens into a navigation controller, whose bar has their way
    /// back.
    public init(
        over controller: UIViewController, language: Language = .english, theme: Theme = .standard,
        hasBar: Bool = false, dependencies: Dependencies = .system
    ) {
        self.controller = controller
        self.hasBar = hasBar
        clock = dependencies.clock
        screens = SwiftUIPresenter(language: language, theme: theme, dependencies: dependencies)
        screens.hasBar = hasBar
    }

    /// Says the screens' own words in `language` from now on.
    public func speak(_ language: Language) async { await screens.speak(language) }

    /// `Screen.cancelled` at once when nobody could see the screen: the view controller is gone or in no window, UIKit presents
    /// nothing over it, or somebody has taken the screens away and `dismiss` was not called since.
    public func ask(_ screen: Screen) async -> ScreenAction {
        guard await comesUp() else { return ScreenAction(action: Screen.cancelled) }
        return await screens.ask(screen)
    }

    public func show(_ screen: Screen) async {
        if await comesUp() { await screens.show(screen) }
    }

    /// Returns when nothing of them shows any more. What is on its way does not come up: it is cancelled.
    public func dismiss() async {
        await screens.dismiss()
        await place.hide()
    }

    /// Whether the screens stand over the controller. Who is asked while they come up comes up with them.
    private func comesUp() async -> Bool {
        let (screens, hasBar, clock) = (screens, hasBar, clock)
        return await place.show { [weak controller] in
            guard !screens.isTakenAway else { return nil }
            let content = UIHostingController(rootView: ScreensView(screens))
            let host = hasBar ? UINavigationController(rootViewController: content) : content
            return await Presentation.begin(
                CoverController(around: host), over: controller, clock: clock,
                takenAway: { screens.wasTakenAway() })
        }
    }
}
#endif
