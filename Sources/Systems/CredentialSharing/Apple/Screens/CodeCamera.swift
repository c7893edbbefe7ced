#if canImport(UIKit)
internal import AVFoundation
internal import Dispatch
internal import Foundation

/// The device's camera, looking for QR codes. It hands on their texts and decides nothing.
///
/// AVFoundation's own reader of codes, because it is on every device that has a camera.
///
/// `@unchecked Sendable`: what can change is touched on `queue` alone, where AVFoundation calls, too. The preview shows the
/// session meanwhile, which AVFoundation allows.
final class CodeCamera: NSObject, AVCaptureMetadataOutputObjectsDelegate, @unchecked Sendable {
    let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "journey-camera")
    private let now: @Sendable () -> Date
    private let seen: @Sendable (String) -> Void
    private let cannotSee: @Sendable (Permission.Lack) -> Void
    private var texts = ScannedTexts()
    private var isWanted = false
    private var isReady = false

    /// A camera that stands still. `seen` gets each text once that is in sight, `cannotSee` why there are none.
    init(
        now: @escaping @Sendable () -> Date, seen: @escaping @Sendable (String) -> Void,
        cannotSee: @escaping @Sendable (Permission.Lack) -> Void
    ) {
        self.now = now
        self.seen = seen
        self.cannotSee = cannotSee
    }

    static func device() -> AVCaptureDevice? { AVCaptureDevice.default(for: .video) }

    /// Looks, once the person allows it: asks, where nobody has asked before.
    func start() {
        queue.async { self.isWanted = true }
        Task {
            // The device first: a prompt for what is not there would promise too much.
            guard CodeCamera.device() != nil else { return cannotSee(.absent) }
            guard await AVCaptureDevice.requestAccess(for: .video) else { return cannotSee(.denied) }
            queue.async { self.look() }
        }
    }

    /// Looks no more, whatever was asked meanwhile.
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
        // What there is to look for is known once the output has its input.
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
            if let text = code.stringValue, texts.takes(text, at: now()) { seen(text) }
        }
    }
}
#endif
