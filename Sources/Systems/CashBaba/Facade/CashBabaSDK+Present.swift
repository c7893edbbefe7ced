public import JourneyBase

extension CashBabaSDK {
    /// Presents what `args` asks for on `presenter`, and returns when it is over, the screens are gone and one of the three was
    /// told, on the main actor: after the screens are gone for a success and for a person who left, before for a failure.
    ///
    /// While one is presented, another fails at once with `AlreadyPresented`, and the first is not disturbed. Cancelling the
    /// task takes the screens away; a call under way is waited for. `faces` takes pictures for a face check; without it they
    /// are those of `dataStorage.smileFacePath` and `blinkFacePath`.
    public func present(
        _ args: NavigationArgs, on presenter: any Presenter, faces: (any FaceCapture)? = nil,
        onSuccess: OnSuccess? = nil, onFailed: OnFailed? = nil, onUserCancel: OnUserCancel? = nil
    ) async {
        let desk = FlowDesk()
        let paths = (dataStorage.smileFacePath, dataStorage.blinkFacePath)
        guard begin(desk) else {
            let language = api.config.language
            let error = SDKError.alreadyPresented
            await onFailed?(OnFailedModel(errorMessage: error.message(in: language), error: error))
            return
        }
        setCallbacks(onSuccess: onSuccess, onFailed: onFailed, onUserCancel: onUserCancel)
        api.configure { config in
            config.environment = args.environment
            config.languageCode = args.languageCode
            config.scope = args.type.scope
            config.wToken = args.wToken?.secret
        }
        dataStorage.navigationArgs = args
        (dataStorage.smileFacePath, dataStorage.blinkFacePath) = paths
        let flow = WalletFlow(
            calls: repository, storage: dataStorage, presenter: presenter, args: args, surroundings: surroundings,
            desk: desk, faces: faces ?? FileFaceCapture(dataStorage), language: { [api] in api.config.language })
        let ending = await ending(of: flow)
        sessionTimer.stop()
        if case .failed = ending {
            await end(ending)?.value
            await presenter.dismiss()
        } else {
            await presenter.dismiss()
            await end(ending)?.value
        }
        finish()
    }

    /// Signs in while the splash stands, then goes the flow's way.
    private func ending(of flow: WalletFlow) async -> Ending {
        do throws(FlowExit) {
            let (id, secret) = (flow.args.clientId, flow.args.clientSecret.secret)
            let token = try await flow.attempt { calls throws(SDKError) in
                try await calls.clientVerification(clientId: id, clientSecret: secret)
            }
            switch token {
            case .failure(let error): throw .failed(error)
            case .success(let token):
                let desk = flow.desk
                sessionTimer.start(expiresIn: .seconds(token.expiresIn)) { desk.stop(.sessionExpired) }
            }
            if Task.isCancelled { throw .cancelled }
            return .success(try await flow.run())
        } catch {
            switch error {
            case .cancelled: return .cancelled
            case .failed(let error): return .failed(error)
            }
        }
    }
}

/// What the SDK is presented on.
public struct CashBabaHost: Sendable {
    public var presenter: any Presenter
    public var sdk: CashBabaSDK
    public var faces: (any FaceCapture)?

    public init(presenter: any Presenter, sdk: CashBabaSDK = .shared, faces: (any FaceCapture)? = nil) {
        self.presenter = presenter
        self.sdk = sdk
        self.faces = faces
    }
}

/// Presents the SDK, under the seed's name.
public enum SDKPresenter {
    /// Presents what `args` asks for; one of the three is told, once. Cancelling the task that comes back is what closing the
    /// window is.
    @discardableResult
    public static func present(
        from host: CashBabaHost, args: NavigationArgs, onSuccess: CashBabaSDK.OnSuccess? = nil,
        onFailed: CashBabaSDK.OnFailed? = nil, onUserCancel: CashBabaSDK.OnUserCancel? = nil
    ) -> Task<Void, Never> {
        Task {
            await host.sdk.present(
                args, on: host.presenter, faces: host.faces, onSuccess: onSuccess, onFailed: onFailed,
                onUserCancel: onUserCancel)
        }
    }
}
