#if canImport(UIKit)
package import UIKit

extension Presentation {
    /// Presents `shown` above the topmost controller of `base`, once no other transition is in progress.
    ///
    /// - Parameters:
    ///   - shown: The controller to present.
    ///   - base: The host's controller.
    ///   - clock: The clock that limits waiting for transitions.
    ///   - takenAway: Called once if the host or the system dismisses it: directly, with a presenter below it, or with its scene.
    /// - Returns: The presentation, or `nil` if UIKit presented nothing: `base` is gone, has no window, or its topmost controller
    ///   refuses. UIKit reports no error in these cases.
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
                // A dismissal started elsewhere completes elsewhere; a second `dismiss` might close the controller below.
                if shown?.isLeaving == true { return }
                // Dismissed by its presenter, so that whatever it presents itself goes too.
                below.dismiss(animated: true) { gone() }
            }, takenAway: takenAway)
        top.present(shown, animated: true) { [weak presentation] in presentation?.handle(.appeared) }
        guard shown.presentingViewController != nil else { return nil }
        (shown as? CoverController)?.disappeared = { [weak presentation] in presentation?.handle(.disappeared) }
        if let scene = window.windowScene {
            presentation.companion = SceneObserver(scene) { [weak presentation] standing in
                if standing.place == .gone { presentation?.handle(.gone) }
            }
        }
        return presentation
    }
}

extension UIViewController {
    /// The last controller in the chain of presented controllers.
    fileprivate var topmost: UIViewController {
        var top = self
        while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
        return top
    }

    /// `true` while it, or a controller that presents it, is being dismissed.
    var isLeaving: Bool { isBeingDismissed || presentingViewController?.isLeaving == true }

    /// `true` while it is being presented or dismissed, or still presents a controller: UIKit then refuses to present another.
    fileprivate var isMoving: Bool { isBeingPresented || isBeingDismissed || presentedViewController != nil }
}
#endif
