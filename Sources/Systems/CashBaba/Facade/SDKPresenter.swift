public import JourneyBase

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
