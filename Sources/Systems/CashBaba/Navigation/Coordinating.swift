public import JourneyBase

/// Leads a presentation from screen to screen and to its end. Each end tells one callback, whoever asks for how many.
///
/// The closings take the standing question away. A call under way is waited for, because it may have done something: when it
/// has, the presentation ends with that.
public protocol Coordinating: AnyObject, Sendable {
    /// Moves on to `route`; `false` for a move that the flow does not have. Whether it moves visibly is the drawer's choice.
    @discardableResult
    func navigate(to route: Route, animated: Bool) -> Bool

    /// `onFailed`, then the screens go.
    func closeSDK(withError message: String)

    /// Closed *by the person*: the screens go, then `onUserCancel`. It never means that something was done.
    func closeSDKSuccess()

    /// The screens go, then `onSuccess`.
    func closeSDKSuccessWithResult(_ result: OnSuccessModel)

    /// Has the pictures for a face check taken.
    func startFaceKYC(from presenter: any Presenter) async throws -> FacePictures

    /// Validates a QR payment, before anybody is asked for anything.
    func startCpqrcFlow(from presenter: any Presenter) async throws(SDKError) -> CpqrcValidationResponse
}
