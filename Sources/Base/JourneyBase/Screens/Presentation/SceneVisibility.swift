/// The visibility of a view's scene, derived from notifications: decides whether private content may be shown.
///
/// A single-window app gets notifications of the app, an app with several windows those of its scenes. Some get both, in either
/// order.
package struct SceneVisibility: Sendable, Equatable {
    /// The states of a scene.
    package enum Place: Sendable {
        /// In no window yet.
        case unknown
        /// In front of a person.
        case front
        /// At most visible: the system may take a snapshot of it.
        case inactive
        /// In the background: the app switcher shows its snapshot.
        case background
        /// Closed. Only another scene brings the view back.
        case gone
    }

    /// A scene's own activation state.
    package enum Activation: Sendable { case active, inactive, background, unattached }

    /// The notifications to evaluate.
    package enum Sign: Sendable {
        /// The view is in a window of this scene.
        case found(Activation)
        case sceneActivated, sceneDeactivated, sceneInBackground, sceneGone
        case appActivated(Activation), appDeactivated, appInBackground
        /// The first of this package's system prompts is about to appear; the last of them has ended (`SystemPrompts`).
        case promptBegan, promptEnded
    }

    package private(set) var place = Place.unknown
    /// `true` while one of this package's system prompts is shown.
    private var isPrompting = false
    /// `true` if the scene has been in front since the prompt began, so that the prompt is why it is inactive.
    private var isHeldByPrompt = false

    package init() {}

    /// `true` if a person is looking at the scene. `false` without evidence.
    ///
    /// A scene that is inactive because this package's own prompt covers it counts: the person must be able to read what the
    /// prompt is about. A scene that was inactive before, or is in the background, doesn't.
    package var isInFront: Bool { place == .front || (place == .inactive && isHeldByPrompt) }
    /// `true` if no person can be looking at the scene.
    package var isPutAway: Bool { place == .background || place == .gone }

    /// Evaluates a notification.
    package mutating func see(_ sign: Sign) {
        switch sign {
        case .found(let activation): place = SceneVisibility.place(activation)
        case .promptBegan: isPrompting = true
        case .promptEnded: isPrompting = false
        default: if place != .gone { updatePlace(for: sign) }
        }
        switch place {
        case .front: isHeldByPrompt = isPrompting
        // The system takes a snapshot: the person has left the scene, whatever covers it.
        case .unknown, .background, .gone: isHeldByPrompt = false
        case .inactive: isHeldByPrompt = isHeldByPrompt && isPrompting
        }
    }

    private mutating func updatePlace(for sign: Sign) {
        switch sign {
        case .found, .promptBegan, .promptEnded: break
        case .sceneActivated: place = .front
        case .sceneDeactivated, .appDeactivated: if place != .background { place = .inactive }
        case .sceneInBackground, .appInBackground: place = .background
        case .sceneGone: place = .gone
        // The app reports it before or after its scenes, and for all at once. A scene's own state counts, so one that stays in
        // the background stays covered.
        case .appActivated(let activation):
            if activation == .active || activation == .inactive { place = SceneVisibility.place(activation) }
        }
    }

    private static func place(_ activation: Activation) -> Place {
        switch activation {
        case .active: .front
        case .inactive: .inactive
        case .background: .background
        // Not connected yet.
        case .unattached: .unknown
        }
    }
}
