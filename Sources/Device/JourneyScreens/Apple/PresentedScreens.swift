#if canImport(UIKit)
public import JourneyBase
internal import SwiftUI
public import UIKit

/// A presenter that shows screens over a view controller, above whatever it presents by then, until `dismiss`.
///
/// When the host or the system dismisses the screens, questions are cancelled. For hosts without a `ScreensView` in a window of
/// their own.
@MainActor
public final class PresentedScreens: Presenter {
    public nonisolated var language: Language { screens.language }
    private nonisolated let screens: SwiftUIPresenter
    private weak var controller: UIViewController?
    private let hasBar: Bool
    private let clock: any Clock<Duration>
    private let place = PresentationPlace()

    /// Creates a presenter over `controller`, which is held weakly.
    ///
    /// - Parameters:
    ///   - controller: The view controller over which screens are presented.
    ///   - language: The language of the screens.
    ///   - theme: The appearance of the screens.
    ///   - hasBar: `true` to show the screens in a navigation controller, with the back button in its bar.
    ///   - dependencies: Clock and random source.
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

    /// Sets the language of the screens' built-in texts.
    public func speak(_ language: Language) async { await screens.speak(language) }
    public func apply(_ brand: Theme.Brand?) async { await screens.apply(brand) }

    /// Shows `screen` and returns the person's answer.
    ///
    /// Returns `Screen.cancelled` at once when the screen can't be visible: the view controller is gone or in no window, UIKit
    /// presents nothing over it, or the screens were dismissed from elsewhere and `dismiss` was not called since.
    ///
    /// - Parameter screen: The question.
    /// - Returns: The answer.
    public func ask(_ screen: Screen) async -> ScreenAction {
        guard await comesUp() else { return ScreenAction(action: Screen.cancelled) }
        return await screens.ask(screen)
    }

    public func show(_ screen: Screen) async {
        if await comesUp() { await screens.show(screen) }
    }

    /// Dismisses the screens, and returns when they are no longer visible. Screens that are about to appear are cancelled.
    public func dismiss() async {
        await screens.dismiss()
        await place.hide()
    }

    /// Presents the screens over the controller. A question that is asked meanwhile appears with them. Returns `true` when they
    /// are presented.
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
