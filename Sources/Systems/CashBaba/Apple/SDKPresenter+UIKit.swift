#if canImport(UIKit)
public import JourneyBase
internal import JourneyScreens
public import UIKit

extension SDKPresenter {
    /// Presents the flow of `args` over `controller`, in a navigation controller, and calls one of the three callbacks, once.
    ///
    /// Cancelling the returned task closes the presentation as if the user had left it. So does the release of `controller`.
    ///
    /// Pictures for a face check come from `faces`. Without it, they come from the files at `dataStorage.smileFacePath` and
    /// `blinkFacePath` if the host has set one of them, else from the device's camera.
    ///
    /// - Parameters:
    ///   - controller: The view controller to present over.
    ///   - args: The flow, its sign-in data and its parameters.
    ///   - theme: The colours and fonts of the screens.
    ///   - faces: The source of pictures for a face check.
    ///   - sdk: The SDK that makes the calls.
    ///   - onSuccess: Called after the screens are gone, when the flow has succeeded. Replaces the one of `setCallbacks`.
    ///   - onFailed: Called before the screens go, when the flow has failed. Replaces the one of `setCallbacks`.
    ///   - onUserCancel: Called after the screens are gone, when the user has left. Replaces the one of `setCallbacks`.
    /// - Returns: The task of the presentation. It ends when the screens are gone and the callback has returned.
    @MainActor @discardableResult
    public static func present(
        from controller: UIViewController, args: NavigationArgs, theme: Theme = .standard,
        faces: (any FaceCapture)? = nil, sdk: CashBabaSDK = .shared, onSuccess: CashBabaSDK.OnSuccess? = nil,
        onFailed: CashBabaSDK.OnFailed? = nil, onUserCancel: CashBabaSDK.OnUserCancel? = nil
    ) -> Task<Void, Never> {
        let screens = PresentedScreens(over: controller, language: args.language, theme: theme, hasBar: true)
        let faces = faces ?? (sdk.dataStorage.hasFacePaths ? nil : CameraFaceCapture(over: controller, theme: theme))
        return present(
            from: CashBabaHost(presenter: screens, sdk: sdk, faces: faces), args: args, onSuccess: onSuccess,
            onFailed: onFailed, onUserCancel: onUserCancel)
    }
}
#endif
