#if canImport(UIKit)
internal import AVFoundation
internal import Foundation
internal import UIKit

/// Shows what a camera sees, upright however the device is held and turned.
///
/// This file belongs to `CredentialSharing` and to `CashBaba`, which has a symbolic link to it: in a module below both, every product
/// would name the camera, and the App Store would ask every host what for.
final class CameraPreview: UIView {
    private var turns: AVCaptureDevice.RotationCoordinator?
    private var observations: [NSKeyValueObservation] = []

    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

    private var video: AVCaptureVideoPreviewLayer? { layer as? AVCaptureVideoPreviewLayer }

    /// The picture of `session`, which `device` makes.
    init(of session: AVCaptureSession, from device: AVCaptureDevice?) {
        super.init(frame: .zero)
        video?.session = session
        video?.videoGravity = .resizeAspectFill
        guard let device else { return }
        let turns = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        self.turns = turns
        // Half a turn lays nothing out anew; and before the session runs there is no connection to turn.
        observations = [
            turns.observe(\.videoRotationAngleForHorizonLevelPreview) { @Sendable [weak self] _, _ in
                // On the main queue, as its page says: in the frame in which the screen turns.
                MainActor.assumeIsolated { self?.turn() }
            },
            session.observe(\.isRunning) { @Sendable [weak self] _, _ in
                // On whichever queue the session was started.
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
