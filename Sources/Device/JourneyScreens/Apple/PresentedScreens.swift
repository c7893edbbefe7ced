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
    private var presentation: Presentation?
    private var isComing = false

    /// Over `controller`, which is not kept. `hasBar` puts the screens into a navigation controller, whose bar has their way
    /// back.
    public init(
        over controller: UIViewController, language: Language = .english, theme: Theme = .standard,
        hasBar: Bool = false, surroundings: Surroundings = .system
    ) {
        self.controller = controller
        self.hasBar = hasBar
        clock = surroundings.clock
        screens = SwiftUIPresenter(language: language, theme: theme, surroundings: surroundings)
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

    /// Returns when nothing of them shows any more.
    public func dismiss() async {
        await screens.dismiss()
        let presentation = presentation
        self.presentation = nil
        await presentation?.end()
    }

    /// Whether the screens stand over the controller.
    private func comesUp() async -> Bool {
        // Who is asked meanwhile comes up with them.
        guard await Presentation.wait(clock: clock, until: { !isComing }), !screens.isTakenAway else { return false }
        if presentation != nil { return true }
        isComing = true
        defer { isComing = false }
        let content = UIHostingController(rootView: ScreensView(screens))
        let host = hasBar ? UINavigationController(rootViewController: content) : content
        presentation = await Presentation.begin(CoverController(around: host), over: controller, clock: clock) {
            [weak self] in
            self?.presentation = nil
            self?.screens.wasTakenAway()
        }
        return presentation != nil
    }
}
#endif
