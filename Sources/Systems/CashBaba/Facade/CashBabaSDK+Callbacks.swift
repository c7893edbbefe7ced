internal import JourneyBase
internal import Synchronization

/// How sessions and presentations end: one callback each, once.
extension CashBabaSDK {
    public typealias OnSuccess = @MainActor @Sendable (OnSuccessModel) -> Void
    public typealias OnFailed = @MainActor @Sendable (OnFailedModel) -> Void
    public typealias OnUserCancel = @MainActor @Sendable () -> Void

    struct Callbacks: Sendable {
        var onSuccess: OnSuccess?
        var onFailed: OnFailed?
        var onUserCancel: OnUserCancel?

        /// These, and the others where there are none.
        func or(_ others: Callbacks) -> Callbacks {
            Callbacks(
                onSuccess: onSuccess ?? others.onSuccess, onFailed: onFailed ?? others.onFailed,
                onUserCancel: onUserCancel ?? others.onUserCancel)
        }
    }

    struct State {
        /// The host's, for every session.
        var callbacks = Callbacks()
        /// Those of the presentation under way.
        var presented: Callbacks?
        /// Whether a session is under way whose end nobody was told of.
        var isOpen = false
        /// Who leads the presentation under way; `nil` when none is.
        var coordinator: MainCoordinator?
        /// The presentation's end, while it is told and its screens go.
        var closing: Task<Void, Never>?
    }

    /// Who is told how sessions end, on the main actor: one of them, once for each session. A presentation's own come first.
    public func setCallbacks(
        onSuccess: OnSuccess? = nil, onFailed: OnFailed? = nil, onUserCancel: OnUserCancel? = nil
    ) {
        let callbacks = Callbacks(onSuccess: onSuccess, onFailed: onFailed, onUserCancel: onUserCancel)
        state.withLock { $0.callbacks = callbacks }
    }

    /// Forgets the session, without a callback. Does nothing while the SDK is presented.
    public func resetSession() {
        let isPresented = state.withLock { state in
            if state.coordinator == nil { state.isOpen = false }
            return state.coordinator != nil
        }
        guard !isPresented else { return }
        sessionTimer.stop()
        dataStorage.reset()
    }

    /// Ends the session, or the presentation, with `onFailed`, as the SDK itself does for an error that closes it.
    public func closeSdkOnFailed(_ message: String) {
        if let coordinator = state.withLock(\.coordinator) {
            coordinator.closeSDK(withError: message)
        } else {
            end(.failed(.closed(message)))
        }
    }

    /// A session begins, or goes on: its end will be told.
    func open() { state.withLock { $0.isOpen = true } }

    /// Tells who listens, unless the end was told already: the task that does. A presentation ends by itself alone, because it
    /// may have to ask first what became of a payment: what else would end it is not told.
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
        case .success: dependencies.log.record(.info, "A session of the wallet ended well")
        case .failed(let error):
            dependencies.log.record(.warning, "A session of the wallet failed", [.code: error.errorCode.rawValue])
        case .cancelled: dependencies.log.record(.info, "A session of the wallet was left")
        }
    }
}
