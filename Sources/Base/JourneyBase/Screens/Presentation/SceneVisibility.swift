/// How the scene of a view stands, as far as it was told: whether what is private may be seen in it.
///
/// An app of one window hears of the app, one of several of its scenes, and some of both in either order.
package struct SceneVisibility: Sendable, Equatable {
    package enum Place: Sendable {
        /// In no window yet.
        case unknown
        /// Before a person.
        case front
        /// In sight at most: the system may take a picture of it.
        case inactive
        /// Put away: the app switcher has its picture.
        case background
        /// Closed: only another scene brings the view back.
        case gone
    }

    /// What a scene says of itself when it is asked.
    package enum Activation: Sendable { case active, inactive, background, unattached }

    package enum Sign: Sendable {
        /// The view stands in a window of this scene.
        case found(Activation)
        case sceneActivated, sceneDeactivated, sceneInBackground, sceneGone
        case appActivated(Activation), appDeactivated, appInBackground
        /// The first of this package's own system prompts is about to come up; the last of them is over (`SystemPrompts`).
        case promptBegan, promptEnded
    }

    package private(set) var place = Place.unknown
    /// `true` while a system prompt of this package's own stands.
    private var isPrompting = false
    /// `true` if the scene has been in front since that prompt began: then the prompt is why it is inactive.
    private var isHeldByPrompt = false

    package init() {}

    /// Whether a person has it before them. Without a sign of it: no.
    ///
    /// A scene that is inactive because this package's own prompt stands over it is before the person: what the prompt asks about
    /// has to be read under it. A scene that was inactive before, and one in the background, is not.
    package var isInFront: Bool { place == .front || (place == .inactive && isHeldByPrompt) }
    /// Whether nobody can have it before them.
    package var isPutAway: Bool { place == .background || place == .gone }

    package mutating func see(_ sign: Sign) {
        switch sign {
        case .found(let activation): place = SceneVisibility.place(activation)
        case .promptBegan: isPrompting = true
        case .promptEnded: isPrompting = false
        default: if place != .gone { hear(sign) }
        }
        switch place {
        case .front: isHeldByPrompt = isPrompting
        // The system takes its picture: whatever stands over the scene, the person has left it.
        case .unknown, .background, .gone: isHeldByPrompt = false
        case .inactive: isHeldByPrompt = isHeldByPrompt && isPrompting
        }
    }

    private mutating func hear(_ sign: Sign) {
        switch sign {
        case .found, .promptBegan, .promptEnded: break
        case .sceneActivated: place = .front
        case .sceneDeactivated, .appDeactivated: if place != .background { place = .inactive }
        case .sceneInBackground, .appInBackground: place = .background
        case .sceneGone: place = .gone
        // The app says so before or after its scenes do, and of all at once: what the scene says itself counts, and one that
        // stays behind stays covered.
        case .appActivated(let activation):
            if activation == .active || activation == .inactive { place = SceneVisibility.place(activation) }
        }
    }

    private static func place(_ activation: Activation) -> Place {
        switch activation {
        case .active: .front
        case .inactive: .inactive
        case .background: .background
        // It has not come up yet.
        case .unattached: .unknown
        }
    }
}
