#if canImport(UIKit)
package import UIKit

extension Presentation {
    /// Presents `shown` over `base`, above whatever stands there once nothing comes or goes.
    ///
    /// `nil` when UIKit shows nothing, of which it tells nobody: `base` is gone or stands in no window, or what is above it refuses.
    /// `takenAway` is told once, when the host or the system takes it away: by dismissing it or what is below, or with its scene.
    package static func begin(
        _ shown: UIViewController, over base: UIViewController?, clock: any Clock<Duration>,
        takenAway: @escaping @MainActor () -> Void
    ) async -> Presentation? {
        guard let base else { return nil }
        _ = await wait(clock: clock) { !base.topmost.isMoving }
        let top = base.topmost
        guard !Task.isCancelled, let window = top.viewIfLoaded?.window else { return nil }
        let presentation = Presentation(
            clock: clock, stands: { [weak shown] in shown?.presentingViewController != nil },
            takeAway: { [weak shown] gone in
                guard let below = shown?.presentingViewController else { return gone() }
                // Somebody else's dismissal tells somebody else; asking again might take away what is below.
                if shown?.isLeaving == true { return }
                // By who presents it: what stands above it goes along.
                below.dismiss(animated: true) { gone() }
            }, takenAway: takenAway)
        top.present(shown, animated: true) { [weak presentation] in presentation?.hear(.cameUp) }
        guard shown.presentingViewController != nil else { return nil }
        (shown as? CoverController)?.disappeared = { [weak presentation] in presentation?.hear(.disappeared) }
        if let scene = window.windowScene {
            presentation.companion = SceneObserver(scene) { [weak presentation] standing in
                if standing.place == .gone { presentation?.hear(.gone) }
            }
        }
        return presentation
    }
}

extension UIViewController {
    /// What stands above it and everything it presents.
    fileprivate var topmost: UIViewController {
        var top = self
        while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
        return top
    }

    /// Whether somebody dismisses it, or what it stands on.
    var isLeaving: Bool { isBeingDismissed || presentingViewController?.isLeaving == true }

    /// Whether it comes or goes, or what was above it still goes: UIKit presents nothing over it then.
    fileprivate var isMoving: Bool { isBeingPresented || isBeingDismissed || presentedViewController != nil }
}
#endif
