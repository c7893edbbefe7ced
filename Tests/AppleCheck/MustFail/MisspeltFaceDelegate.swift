// must fail: type 'Sample' does not conform to protocol 'CBFaceDetectionSDKDelegate'
// The seed's spelling counts: what is spelled right is never called.
import CashBaba

final class Sample: CBFaceDetectionSDKDelegate {
    func images(smile: String, blink: String) {}
    func userCancelled(_ message: String) {}
    func errorOccurred(_ error: String) {}
}
