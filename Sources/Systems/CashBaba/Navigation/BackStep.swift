/// The action of the Back button by the screen's position: the one rule for every screen.
enum BackStep: Hashable, Sendable {
    /// Returns to the screen below.
    case pop
    /// At the root: the coordinator closes the presentation as cancelled by the user.
    case cancelThroughCoordinator
    /// At the root without a coordinator: dismisses the screen, then calls `onUserCancel`.
    case dismissThenCancel

    /// Creates the action. `depth` counts the screens on the stack, including the top one.
    init(depth: Int, hasCoordinator: Bool) {
        self = depth > 1 ? .pop : hasCoordinator ? .cancelThroughCoordinator : .dismissThenCancel
    }
}

/// An object that can reach the coordinator of a presentation, such as a host's own view controller.
protocol CoordinatorAccessible {
    var coordinator: (any Coordinating)? { get }
}

extension CoordinatorAccessible {
    /// Closes the presentation as cancelled by the user. Returns `false` if there is no coordinator.
    @discardableResult
    func coordinatorCloseSDKSuccess() -> Bool {
        coordinator?.closeSDKSuccess()
        return coordinator != nil
    }
}
