#if canImport(UIKit)
public import JourneyBase
internal import JourneyScreens
public import UIKit

extension SDKPresenter {
    /// Presents what `args` asks for over `controller`, in a navigation controller; one of the three is told, once. Cancelling
    /// the task that comes back is what closing the window is, and so is letting go of `controller`.
    ///
    /// Pictures for a face check come from `faces`; without it from the files of `dataStorage.smileFacePath` and
    /// `blinkFacePath`, where the host has set one, else from the device's camera.
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
