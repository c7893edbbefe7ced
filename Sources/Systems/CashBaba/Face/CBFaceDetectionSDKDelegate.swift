/// A delegate that receives the result of a host's own face detection, under the names of the published SDK. Exactly one method is
/// called, once.
@MainActor
public protocol CBFaceDetectionSDKDelegate: AnyObject {
    /// Delivers both pictures, each as PNG or JPEG in base64 or as the path of such a file. A file is read once and removed.
    func images(smile: String, blink: String)
    /// Reports that the user left.
    func userCancelled(_ message: String)
    /// Reports that the detection failed.
    func errorOccured(_ error: String)
}
