public import JourneyBase

/// A coordinator that leads a presentation from screen to screen and to its end. However many closings are requested, one callback
/// is called.
///
/// A closing dismisses the current question. A call in progress is completed first, because it may take effect. If it does,
/// the presentation ends with that.
public protocol Coordinating: AnyObject, Sendable {
    /// Moves to `route`.
    ///
    /// - Parameters:
    ///   - route: The next screen.
    ///   - animated: A hint to the presenter.
    /// - Returns: `false` if the flow has no such move.
    @discardableResult
    func navigate(to route: Route, animated: Bool) -> Bool

    /// Calls `onFailed`, then dismisses the screens.
    func closeSDK(withError message: String)

    /// Closes the presentation as cancelled *by the user*: dismisses the screens, then calls `onUserCancel`. It never means
    /// success.
    func closeSDKSuccess()

    /// Dismisses the screens, then calls `onSuccess`.
    func closeSDKSuccessWithResult(_ result: OnSuccessModel)

    /// Takes the pictures for a face check.
    func startFaceKYC(from presenter: any Presenter) async throws -> FacePictures

    /// Validates a QR payment, before the user is asked anything.
    func startCpqrcFlow(from presenter: any Presenter) async throws(SDKError) -> CpqrcValidationResponse
}
