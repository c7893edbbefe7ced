internal import JourneyBase
internal import Synchronization

/// The ends of sessions and presentations: one callback each, once.
extension CashBabaSDK {
    public typealias OnSuccess = @MainActor @Sendable (OnSuccessModel) -> Void
    public typealias OnFailed = @MainActor @Sendable (OnFailedModel) -> Void
    public typealias OnUserCancel = @MainActor @Sendable () -> Void

    struct Callbacks: Sendable {
        var onSuccess: OnSuccess?
        var onFailed: OnFailed?
        var onUserCancel: OnUserCancel?

        /// Returns these callbacks, with those of `others` where one is missing.
        func or(_ others: Callbacks) -> Callbacks {
            Callbacks(
                onSuccess: onSuccess ?? others.onSuccess, onFailed: onFailed ?? others.onFailed,
                onUserCancel: onUserCancel ?? others.onUserCancel)
        }
    }

    struct State {
        /// The host's callbacks for every session.
        var callbacks = Callbacks()
        /// The callbacks of the active presentation.
        var presented: Callbacks?
        /// `true` while a session is active whose end has not been reported.
        var isOpen = false
        /// The coordinator of the active presentation; `nil` if there is none.
        var coordinator: MainCoordinator?
        /// The task that reports the presentation's end and dismisses its screens, while it runs.
        var closing: Task<Void, Never>?
    }

    /// Sets the callbacks for the end of every session. One of them is called on the main actor, once for each session.
    ///
    /// A presentation's own callbacks take precedence.
    ///
    /// - Parameters:
    ///   - onSuccess: Called when a flow has succeeded.
    ///   - onFailed: Called when a flow or a session has failed.
    ///   - onUserCancel: Called when the user has left a flow.
    public func setCallbacks(
        onSuccess: OnSuccess? = nil, onFailed: OnFailed? = nil, onUserCancel: OnUserCancel? = nil
    ) {
        let callbacks = Callbacks(onSuccess: onSuccess, onFailed: onFailed, onUserCancel: onUserCancel)
        state.withLock { $0.callbacks = callbacks }
    }

    /// Discards the session without a callback. Does nothing during a presentation.
    public func resetSession() {
        let isPresented = state.withLock { state in
            if state.coordinator == nil { state.isOpen = false }
            return state.coordinator != nil
        }
        guard !isPresented else { return }
        sessionTimer.stop()
        dataStorage.reset()
    }

    /// Ends the session or the presentation with `onFailed`, as the SDK does for an error that closes it.
    ///
    /// - Parameter message: The text for the user.
    public func closeSdkOnFailed(_ message: String) {
        if let coordinator = state.withLock(\.coordinator) {
            coordinator.closeSDK(withError: message)
        } else {
            end(.failed(.closed(message)))
        }
    }

    /// Marks a session as active, so that its end will be reported.
    func open() { state.withLock { $0.isOpen = true } }

    /// Reports the end of the session, unless it was reported already, and returns the task that does so.
    ///
    /// During a presentation only the presentation itself reports an end, because it may first have to check a payment's status.
    /// Other causes are ignored then.
    @discardableResult
    func end(_ ending: Ending, ofPresentation isOwn: Bool = false) -> Task<Void, Never>? {
        let callbacks = state.withLock { state -> Callbacks? in
            guard state.isOpen, isOwn == (state.coordinator != nil) else { return nil }
            state.isOpen = false
            return state.presented?.or(state.callbacks) ?? state.callbacks
        }
        guard let callbacks else { return nil }
        let language = api.config.language
        sessionTimer.stop()
        dataStorage.reset()
        log(ending)
        return Task { @MainActor in
            switch ending {
            case .success(let model): callbacks.onSuccess?(model)
            case .failed(let error):
                callbacks.onFailed?(OnFailedModel(errorMessage: error.message(in: language), error: error))
            case .cancelled: callbacks.onUserCancel?()
            }
        }
    }

    private func log(_ ending: Ending) {
        guard api.config.logs.contains(.session) else { return }
        switch ending {
        case .success: dependencies.log.record(.info, "Wallet session succeeded")
        case .failed(let error):
            dependencies.log.record(.warning, "Wallet session failed", [.code: error.errorCode.rawValue])
        case .cancelled: dependencies.log.record(.info, "Wallet session cancelled by the user")
        }
    }
}
