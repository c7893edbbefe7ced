#if canImport(UIKit)
internal import AVFoundation
internal import Foundation
internal import UIKit

/// A preview of a camera session, kept upright however the device is rotated.
///
/// `CashBaba` has a symbolic link to this file. In a module below both, every product would reference the camera, and
/// the App Store would ask every host for its purpose.
final class CameraPreview: UIView {
    private var turns: AVCaptureDevice.RotationCoordinator?
    private var observations: [NSKeyValueObservation] = []

    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

    private var video: AVCaptureVideoPreviewLayer? { layer as? AVCaptureVideoPreviewLayer }

    /// Creates a preview of `session`, whose input is `device`.
    init(of session: AVCaptureSession, from device: AVCaptureDevice?) {
        super.init(frame: .zero)
        video?.session = session
        video?.videoGravity = .resizeAspectFill
        guard let device else { return }
        let turns = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        self.turns = turns
        // Half a turn triggers no layout, and before the session runs there is no connection to rotate.
        observations = [
            turns.observe(\.videoRotationAngleForHorizonLevelPreview) { @Sendable [weak self] _, _ in
                // Documented to be called on the main queue, in the frame in which the screen rotates.
                MainActor.assumeIsolated { self?.turn() }
            },
            session.observe(\.isRunning) { @Sendable [weak self] _, _ in
                // Called on the queue on which the session was started.
                Task { @MainActor in self?.turn() }
            },
        ]
    }

    required init?(coder _: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        turn()
    }

    private func turn() {
        guard let angle = turns?.videoRotationAngleForHorizonLevelPreview, let connection = video?.connection,
            connection.isVideoRotationAngleSupported(angle)
        else { return }
        connection.videoRotationAngle = angle
    }
}
#endif
