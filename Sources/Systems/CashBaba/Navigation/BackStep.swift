/// What Back does, by where it is pressed: the one rule for every screen.
enum BackStep: Hashable, Sendable {
    /// To the screen below.
    case pop
    /// At the root: the coordinator closes, as left by the person.
    case cancelThroughCoordinator
    /// At the root, and nobody coordinates: takes the screen away, then tells `onUserCancel`.
    case dismissThenCancel

    /// `depth` counts the screens that stand, the one on top included.
    init(depth: Int, hasCoordinator: Bool) {
        self = depth > 1 ? .pop : hasCoordinator ? .cancelThroughCoordinator : .dismissThenCancel
    }
}

/// Who can reach the coordinator of a presentation, such as a host's own view controllers.
protocol CoordinatorAccessible {
    var coordinator: (any Coordinating)? { get }
}

extension CoordinatorAccessible {
    /// Has the coordinator close as left by the person; `false` when there is none.
    @discardableResult
    func coordinatorCloseSDKSuccess() -> Bool {
        coordinator?.closeSDKSuccess()
        return coordinator != nil
    }
}
