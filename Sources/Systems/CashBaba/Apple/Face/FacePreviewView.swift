#if canImport(UIKit)
internal import AVFoundation
internal import UIKit

/// Shows the camera's picture upright, however the device is held.
final class FacePreviewView: UIView {
    private var turns: AVCaptureDevice.RotationCoordinator?

    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

    var video: AVCaptureVideoPreviewLayer? { layer as? AVCaptureVideoPreviewLayer }

    override func layoutSubviews() {
        super.layoutSubviews()
        if turns == nil, let device = FaceCamera.device() {
            turns = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        }
        guard let angle = turns?.videoRotationAngleForHorizonLevelPreview, let connection = video?.connection,
            connection.isVideoRotationAngleSupported(angle)
        else { return }
        connection.videoRotationAngle = angle
    }
}
#endif
