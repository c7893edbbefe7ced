#if canImport(UIKit)
internal import JourneyBase
internal import Observation
package import SwiftUI
package import UIKit

/// The visibility of a view's scene, for content that must be covered.
///
/// Uses UIKit, because SwiftUI's environment has the phase of SwiftUI scenes only: over a host's view controllers it may stay
/// “background” forever.
@MainActor @Observable
package final class SceneVisibilityModel {
    private var standing = SceneVisibility()
    @ObservationIgnored private var watch: SceneObserver?

    package init() {}

    /// `true` while the scene is in front; `false` before the view is in a window.
    package var isInFront: Bool { standing.isInFront }
    /// `true` while the scene can't be visible.
    package var isPutAway: Bool { standing.isPutAway }

    fileprivate func enter(_ scene: UIWindowScene) {
        if watch?.follows(scene) != true { watch = SceneObserver(scene) { [weak self] in self?.standing = $0 } }
        if let now = watch?.standing, now != standing { standing = now }
    }
}

/// Finds a view's scene: place it in the background of that view.
package struct SceneProbe: UIViewControllerRepresentable {
    private let follower: SceneVisibilityModel

    package init(_ follower: SceneVisibilityModel) { self.follower = follower }

    package func makeUIViewController(context: Context) -> UIViewController { SceneProbeController(follower) }
    package func updateUIViewController(_: UIViewController, context: Context) {}
}

private final class SceneProbeController: UIViewController {
    private let follower: SceneVisibilityModel

    init(_ follower: SceneVisibilityModel) {
        self.follower = follower
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder _: NSCoder) { nil }

    override func loadView() { view = SceneProbeView(follower) }
}

private final class SceneProbeView: UIView {
    private let follower: SceneVisibilityModel

    init(_ follower: SceneVisibilityModel) {
        self.follower = follower
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    required init?(coder _: NSCoder) { nil }

    /// Observes the scene. A cover takes the view out of its window, which does not change its scene.
    override func didMoveToWindow() {
        super.didMoveToWindow()
        if let scene = window?.windowScene { follower.enter(scene) }
    }
}
#endif
