#if canImport(UIKit)
internal import AVFoundation
internal import Dispatch
internal import Foundation

/// The device's camera, scanning for QR codes. It passes on their texts without interpreting them.
///
/// AVFoundation's own code detector is available on every device with a camera.
///
/// `@unchecked Sendable`: mutable state is used on `queue` only, which is AVFoundation's callback queue too. The
/// preview shows the session meanwhile, which AVFoundation allows.
final class CodeCamera: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
    let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "journey-camera")
    private let now: @Sendable () -> Date
    private let seen: @Sendable (String) -> Void
    private let cannotSee: @Sendable (Permission.MissingReason) -> Void
    private var texts = ScannedTexts()
    private var isWanted = false
    private var isReady = false

    /// Creates a stopped camera. `seen` receives each text once while it stays in view; `cannotSee` receives the reason
    /// why scanning is impossible.
    init(
        now: @escaping @Sendable () -> Date, seen: @escaping @Sendable (String) -> Void,
        cannotSee: @escaping @Sendable (Permission.MissingReason) -> Void
    ) {
        self.now = now
        self.seen = seen
        self.cannotSee = cannotSee
    }

    static func device() -> AVCaptureDevice? { AVCaptureDevice.default(for: .video) }

    /// Starts scanning once the user allows the camera; prompts if that is not determined yet.
    func start() {
        queue.async { self.isWanted = true }
        Task {
            // Checked first: a prompt for a camera that does not exist would be misleading.
            guard CodeCamera.device() != nil else { return cannotSee(.absent) }
            guard await AVCaptureDevice.requestAccess(for: .video) else { return cannotSee(.denied) }
            queue.async { self.look() }
        }
    }

    /// Stops scanning, even if the permission prompt is still open.
    func stop() {
        queue.async {
            self.isWanted = false
            if self.session.isRunning { self.session.stopRunning() }
        }
    }

    private func look() {
        guard isWanted, !session.isRunning else { return }
        if !isReady { isReady = prepare() }
        guard isReady else { return cannotSee(.notReady) }
        session.startRunning()
    }

    private func prepare() -> Bool {
        guard let device = CodeCamera.device(), let input = try? AVCaptureDeviceInput(device: device)
        else { return false }
        let output = AVCaptureMetadataOutput()
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        guard session.canAddInput(input) else { return false }
        session.addInput(input)
        guard session.canAddOutput(output) else { return false }
        session.addOutput(output)
        // The available types are known only after the output has its input.
        guard output.availableMetadataObjectTypes.contains(.qr) else { return false }
        output.setMetadataObjectsDelegate(self, queue: queue)
        output.metadataObjectTypes = [.qr]
        return true
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        guard isWanted else { return }
        for case let code as AVMetadataMachineReadableCodeObject in metadataObjects {
            if let text = code.stringValue, texts.accepts(text, at: now()) { seen(text) }
        }
    }
}
#endif
