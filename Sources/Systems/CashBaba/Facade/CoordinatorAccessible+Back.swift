extension CoordinatorAccessible {
    /// Acts by the rule. `pop` and `dismiss` are the host's ways to do so.
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
