#if canImport(UIKit)
internal import JourneyBase
internal import Observation
package import SwiftUI
package import UIKit

/// How the scene of a view stands, for what must be covered in it.
///
/// UIKit is asked, because SwiftUI's own environment has the phase of SwiftUI's scenes only: over a host's view controllers it may
/// say “background” for ever.
@MainActor @Observable
package final class SceneVisibilityModel {
    private var standing = SceneVisibility()
    @ObservationIgnored private var watch: SceneObserver?

    package init() {}

    /// Whether a person has the view before them; not before it stands in a window.
    package var isInFront: Bool { standing.isInFront }
    /// Whether nobody can have it before them.
    package var isPutAway: Bool { standing.isPutAway }

    fileprivate func enter(_ scene: UIWindowScene) {
        if watch?.follows(scene) != true { watch = SceneObserver(scene) { [weak self] in self?.standing = $0 } }
        if let now = watch?.standing, now != standing { standing = now }
    }
}

/// Finds the scene for a follower: it stands in the background of the view whose scene is meant.
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

    /// What covers the view takes it out of its window, which does not change its scene.
    override func didMoveToWindow() {
        super.didMoveToWindow()
        if let scene = window?.windowScene { follower.enter(scene) }
    }
}
#endif
