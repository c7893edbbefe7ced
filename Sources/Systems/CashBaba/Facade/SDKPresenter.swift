public import JourneyBase

/// The host of a presentation: its presenter, the SDK and the source of pictures.
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

/// A presenter of the SDK, under the name of the published SDK.
public enum SDKPresenter {
    /// Presents the flow of `args` and calls one of the three callbacks, once.
    ///
    /// Cancelling the returned task closes the presentation as if the user had left it.
    ///
    /// - Parameters:
    ///   - host: The presenter, the SDK and the source of pictures.
    ///   - args: The flow, its sign-in data and its parameters.
    ///   - onSuccess: Called when the flow has succeeded; `nil` uses the one of `setCallbacks`.
    ///   - onFailed: Called when the flow has failed; `nil` uses the one of `setCallbacks`.
    ///   - onUserCancel: Called when the user has left; `nil` uses the one of `setCallbacks`.
    /// - Returns: The task of the presentation.
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
