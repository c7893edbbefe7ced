extension CoordinatorAccessible {
    /// Handles the Back button by the rule of `BackStep`, with the host's `pop` and `dismiss`.
    @MainActor
    func backButtonTapped(
        depth: Int, pop: () -> Void, dismiss: () async -> Void, onUserCancel: CashBabaSDK.OnUserCancel?
    ) async {
        switch BackStep(depth: depth, hasCoordinator: coordinator != nil) {
        case .pop: pop()
        case .cancelThroughCoordinator: coordinatorCloseSDKSuccess()
        case .dismissThenCancel:
            await dismiss()
            onUserCancel?()
        }
    }
}
