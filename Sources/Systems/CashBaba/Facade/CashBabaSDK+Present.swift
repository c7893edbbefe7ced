public import JourneyBase
internal import Synchronization

extension CashBabaSDK: CoordinatorAccessible {
    /// Presents the flow of `args` on `presenter`. Returns when the screens are gone and one of the callbacks has returned.
    ///
    /// Callbacks run on the main actor: after the screens are gone for a success and for a user who left, before that for a
    /// failure. During a presentation, a second one fails at once with `AlreadyPresented` and leaves the first untouched. From a
    /// callback on, another may start; it waits for the screens to go.
    ///
    /// Cancelling the task dismisses the screens. A call in progress is completed first.
    ///
    /// - Parameters:
    ///   - args: The flow, its sign-in data and its parameters.
    ///   - presenter: The presenter that shows the screens.
    ///   - faces: The source of pictures for a face check. Without it they are read from the files at
    ///     `dataStorage.smileFacePath` and `blinkFacePath`.
    ///   - onSuccess: Called when the flow has succeeded; `nil` uses the one of `setCallbacks`.
    ///   - onFailed: Called when the flow has failed; `nil` uses the one of `setCallbacks`.
    ///   - onUserCancel: Called when the user has left; `nil` uses the one of `setCallbacks`.
    public func present(
        _ args: NavigationArgs, on presenter: any Presenter, faces: (any FaceCapture)? = nil,
        onSuccess: OnSuccess? = nil, onFailed: OnFailed? = nil, onUserCancel: OnUserCancel? = nil
    ) async {
        let coordinator = MainCoordinator(
            args, over: presenter, calls: repository, faces: faces ?? FileFaceCapture(dataStorage))
        let callbacks = Callbacks(onSuccess: onSuccess, onFailed: onFailed, onUserCancel: onUserCancel)
        guard await begin(coordinator, callbacks) else {
            let error = SDKError.alreadyPresented
            let message = error.message(in: api.config.language)
            await (onFailed ?? state.withLock(\.callbacks.onFailed))?(
                OnFailedModel(errorMessage: message, error: error))
            return
        }
        prepare(args)
        log("Wallet flow started", args.type)
        let flow = WalletFlow(
            calls: repository, coordinator: coordinator, args: args, dependencies: dependencies,
            language: { [api] in api.config.language })
        let ending = await ending(of: flow)
        sessionTimer.stop()
        log("Wallet flow ended", args.type)
        // Not a child task: the callback runs even if the presentation is cancelled.
        let closing = state.withLock { state in
            let closing = Task { await self.close(ending, presenter) }
            state.closing = closing
            return closing
        }
        await closing.value
    }

    /// The end of a presentation: one of its three callbacks.
    public enum End: Hashable, Sendable {
        case success(OnSuccessModel)
        case failed(OnFailedModel)
        case cancelled
    }

    /// Presents the flow of `args` and returns its end, or `nil` unless exactly one callback was called, once.
    package func end(
        of args: NavigationArgs, on presenter: any Presenter, faces: (any FaceCapture)? = nil
    ) async -> End? {
        let (ends, continuation) = AsyncStream<End>.makeStream()
        await present(
            args, on: presenter, faces: faces, onSuccess: { continuation.yield(.success($0)) },
            onFailed: { continuation.yield(.failed($0)) }, onUserCancel: { continuation.yield(.cancelled) })
        continuation.finish()
        let all = await ends.reduce(into: []) { $0.append($1) }
        return all.count == 1 ? all[0] : nil
    }

    /// `true` while a presentation is active.
    public var isPresented: Bool { coordinator != nil }

    /// The coordinator of the active presentation; `nil` if there is none.
    public var coordinator: (any Coordinating)? { state.withLock(\.coordinator) }

    /// Redraws the current screen and notifies the language's delegates.
    func redraw(in language: Language) {
        state.withLock(\.coordinator)?.prompter.redraw()
        languageHandler.notify(language)
    }

    /// Registers a presentation. Returns `false` if another is active; waits for one that is closing.
    private func begin(_ coordinator: MainCoordinator, _ callbacks: Callbacks) async -> Bool {
        while true {
            let (isFirst, closing) = state.withLock { state in
                guard state.coordinator == nil else { return (false, state.closing) }
                (state.coordinator, state.presented, state.isOpen) = (coordinator, callbacks, true)
                return (true, nil)
            }
            if isFirst { return true }
            guard let closing else { return false }
            await closing.value
        }
    }

    /// Discards an earlier session without a callback, and keeps the host's picture files. Applies the configuration of `args`.
    private func prepare(_ args: NavigationArgs) {
        sessionTimer.stop()
        let paths = (dataStorage.smileFacePath, dataStorage.blinkFacePath)
        dataStorage.reset()
        (dataStorage.smileFacePath, dataStorage.blinkFacePath) = paths
        dataStorage.navigationArgs = args
        api.configure { config in
            config.environment = args.environment
            config.languageCode = args.languageCode
            config.scope = args.type.scope
            config.wToken = args.wToken?.secret
        }
    }

    /// Signs in while the splash is shown, then runs the flow and returns its end.
    private func ending(of flow: WalletFlow) async -> Ending {
        do throws(Ending) {
            let (id, secret) = (flow.args.clientId, flow.args.clientSecret.secret)
            let token = try await flow.need { calls throws(SDKError) in
                try await calls.clientVerification(clientId: id, clientSecret: secret)
            }
            let prompter = flow.coordinator.prompter
            sessionTimer.start(expiresIn: .seconds(token.expiresIn)) { prompter.stop(.failed(.sessionExpired)) }
            if Task.isCancelled { return .cancelled }
            return .success(try await flow.run())
        } catch {
            return error
        }
    }

    private func close(_ ending: Ending, _ presenter: any Presenter) async {
        if case .failed = ending {
            await end(ending, ofPresentation: true)?.value
            await presenter.dismiss()
        } else {
            await presenter.dismiss()
            await end(ending, ofPresentation: true)?.value
        }
        state.withLock { ($0.coordinator, $0.presented, $0.closing) = (nil, nil, nil) }
    }

    private func log(_ sentence: StaticString, _ type: MethodTypes) {
        guard api.config.logs.contains(.flow) else { return }
        dependencies.log.record(.info, sentence, [.operation: type.rawValue])
    }
}
