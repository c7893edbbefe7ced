public import JourneyBase
internal import Synchronization

extension CashBabaSDK: CoordinatorAccessible {
    /// Presents what `args` asks for on `presenter`, and returns when it is over, the screens are gone and one of the three was
    /// told, on the main actor: after the screens are gone for a success and for a person who left, before for a failure.
    /// Those that are not given are `setCallbacks`'.
    ///
    /// While one is presented, another fails at once with `AlreadyPresented`, and the first is not disturbed; from a callback on
    /// another may begin, and waits for the screens to go. Cancelling the task takes the screens away; a call under way is waited
    /// for. `faces` takes pictures for a face check; without it they are those of `dataStorage.smileFacePath` and
    /// `blinkFacePath`.
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
        log("A flow of the wallet began", args.type)
        let flow = WalletFlow(
            calls: repository, coordinator: coordinator, args: args, dependencies: dependencies,
            language: { [api] in api.config.language })
        let ending = await ending(of: flow)
        sessionTimer.stop()
        log("A flow of the wallet ended", args.type)
        // Not a child: who gives up the presentation is told of its end all the same.
        let closing = state.withLock { state in
            let closing = Task { await self.close(ending, presenter) }
            state.closing = closing
            return closing
        }
        await closing.value
    }

    /// How a presentation ended: with one of its three callbacks.
    public enum End: Hashable, Sendable {
        case success(OnSuccessModel)
        case failed(OnFailedModel)
        case cancelled
    }

    /// Presents what `args` asks for and gives its end; `nil` unless one callback was called, once.
    package func end(
        of args: NavigationArgs, on presenter: any Presenter, faces: (any FaceCapture)? = nil
    ) async -> End? {
        let (ends, told) = AsyncStream<End>.makeStream()
        await present(
            args, on: presenter, faces: faces, onSuccess: { told.yield(.success($0)) },
            onFailed: { told.yield(.failed($0)) }, onUserCancel: { told.yield(.cancelled) })
        told.finish()
        let all = await ends.reduce(into: []) { $0.append($1) }
        return all.count == 1 ? all[0] : nil
    }

    /// Whether a presentation is under way.
    public var isPresented: Bool { coordinator != nil }

    /// Who leads the presentation under way.
    public var coordinator: (any Coordinating)? { state.withLock(\.coordinator) }

    /// Draws what stands anew, and tells who listens.
    func redraw(in language: Language) {
        state.withLock(\.coordinator)?.prompter.redraw()
        languageHandler.tell(language)
    }

    /// `false` when another is presented; one that is closing is waited for.
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

    /// A session that was, is forgotten without a word; the host's pictures stay.
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

    /// Signs in while the splash stands, then goes the flow's way.
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
