#if canImport(UIKit)
internal import Foundation
package import UIKit

/// Observes one scene and the app's state, and reports each change of the scene's visibility. Observation ends with `deinit`.
@MainActor
package final class SceneObserver {
    package private(set) var standing = SceneVisibility()
    private weak var scene: UIWindowScene?
    private let changed: @MainActor (SceneVisibility) -> Void
    private var observations: [Observation] = []
    private var prompts: SystemPrompts.PromptObservation?

    /// Starts to observe `scene`. `changed` receives changes only, not the initial visibility in `standing`.
    package init(_ scene: UIWindowScene, changed: @escaping @MainActor (SceneVisibility) -> Void) {
        self.scene = scene
        self.changed = changed
        standing.see(.found(SceneObserver.activation(of: scene)))
        observe(UIScene.didActivateNotification, of: scene) { _ in .sceneActivated }
        observe(UIScene.willDeactivateNotification, of: scene) { _ in .sceneDeactivated }
        observe(UIScene.didEnterBackgroundNotification, of: scene) { _ in .sceneInBackground }
        observe(UIScene.didDisconnectNotification, of: scene) { _ in .sceneGone }
        // Single-window apps may get only the app's notifications.
        observe(UIApplication.didBecomeActiveNotification) { .appActivated(SceneObserver.activation(of: $0)) }
        observe(UIApplication.willResignActiveNotification) { _ in .appDeactivated }
        observe(UIApplication.didEnterBackgroundNotification) { _ in .appInBackground }
        if SystemPrompts.shared.isShowing { standing.see(.promptBegan) }
        prompts = SystemPrompts.shared.observe { [weak self] isShowing in
            self?.see { _ in isShowing ? .promptBegan : .promptEnded }
        }
    }

    /// `true` if this observer observes `scene`.
    package func follows(_ scene: UIWindowScene) -> Bool { self.scene === scene }

    private func observe(
        _ name: Notification.Name, of scene: UIWindowScene? = nil,
        _ sign: @escaping @MainActor @Sendable (UIWindowScene) -> SceneVisibility.Sign
    ) {
        // UIKit posts these on the main thread, so they arrive before the system takes its snapshot.
        let token = NotificationCenter.default.addObserver(forName: name, object: scene, queue: .main) {
            @Sendable [weak self] _ in
            MainActor.assumeIsolated { self?.see(sign) }
        }
        observations.append(Observation(token: token))
    }

    private func see(_ sign: @MainActor (UIWindowScene) -> SceneVisibility.Sign) {
        guard let scene else { return }
        let before = standing
        standing.see(sign(scene))
        if standing != before { changed(standing) }
    }

    private static func activation(of scene: UIWindowScene) -> SceneVisibility.Activation {
        switch scene.activationState {
        case .foregroundActive: .active
        case .foregroundInactive: .inactive
        case .background: .background
        case .unattached: .unattached
        @unknown default: .inactive
        }
    }
}

/// A notification token that is removed in `deinit`.
private final class Observation {
    private let token: any NSObjectProtocol

    init(token: any NSObjectProtocol) { self.token = token }

    deinit { NotificationCenter.default.removeObserver(token) }
}
#endif
