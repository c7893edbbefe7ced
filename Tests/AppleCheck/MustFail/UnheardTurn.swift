// must fail: result of call to 'observe(_:options:changeHandler:)' is unused
// An observation that nobody keeps ends at once, and the camera's picture stays upside down.
import AVFoundation
import Foundation

enum Sample {
    static func follow(_ turns: AVCaptureDevice.RotationCoordinator) {
        turns.observe(\.videoRotationAngleForHorizonLevelPreview) { _, _ in }
    }
}
