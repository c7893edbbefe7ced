/// What a host's own face detection tells, under the seed's names; exactly one of the three, once.
@MainActor
public protocol CBFaceDetectionSDKDelegate: AnyObject {
    /// Both pictures: PNG or JPEG in base64, or the path of a file that holds one, which is read once and removed.
    func images(smile: String, blink: String)
    /// The person left.
    func userCancelled(_ message: String)
    /// It cannot be done.
    func errorOccured(_ error: String)
}
