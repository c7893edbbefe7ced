internal import AVFoundation
internal import CoreImage
internal import CoreMedia
internal import CoreVideo
internal import Dispatch
internal import Foundation
internal import JourneyBase

/// The front camera. It passes each frame to a `FaceRoll` and decides nothing itself.
///
/// `@unchecked Sendable`: mutable state is accessed on `queue` only, which is also AVFoundation's callback queue. The preview
/// reads the session meanwhile, which AVFoundation allows.
final class FaceCamera: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "journey-face")
    private let context = CIContext()
    private var roll = FaceRoll()
    private var events: AsyncStream<FaceCameraEvent>.Continuation?
    private var turns: AVCaptureDevice.RotationCoordinator?

    /// Starts a new roll and returns its events. The camera runs until pictures are taken, time is over, or the stream is
    /// released.
    func look() -> AsyncStream<FaceCameraEvent> {
        // Only the newest event matters, and no event follows the pictures.
        let (stream, events) = AsyncStream.makeStream(of: FaceCameraEvent.self, bufferingPolicy: .bufferingNewest(1))
        events.onTermination = { [weak self] _ in self?.stop() }
        Task {
            // Check for a camera before asking for permission to use it.
            guard FaceCamera.device() != nil else { return FaceCamera.end(events, .cannotSee(.absent)) }
            guard await AVCaptureDevice.requestAccess(for: .video) else {
                return FaceCamera.end(events, .cannotSee(.denied))
            }
            queue.async { self.start(events) }
        }
        return stream
    }

    static func device() -> AVCaptureDevice? {
        AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
    }

    private static func end(_ events: AsyncStream<FaceCameraEvent>.Continuation, _ event: FaceCameraEvent) {
        events.yield(event)
        events.finish()
    }

    private func start(_ events: AsyncStream<FaceCameraEvent>.Continuation) {
        if turns == nil, !prepare() { return FaceCamera.end(events, .cannotSee(.notReady)) }
        forget()
        self.events = events
        if !session.isRunning { session.startRunning() }
    }

    private func stop() {
        queue.async {
            self.events = nil
            self.forget()
            if self.session.isRunning { self.session.stopRunning() }
        }
    }

    private func forget() {
        roll.wipe()
        roll = FaceRoll()
    }

    private func prepare() -> Bool {
        guard let device = FaceCamera.device(), let input = try? AVCaptureDeviceInput(device: device) else {
            return false
        }
        let output = AVCaptureVideoDataOutput()
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        // Enough resolution for a face, and far below the size limit of a picture.
        guard session.canSetSessionPreset(.hd1280x720), session.canAddInput(input) else { return false }
        session.sessionPreset = .hd1280x720
        session.addInput(input)
        guard session.canAddOutput(output) else { return false }
        session.addOutput(output)
        output.alwaysDiscardsLateVideoFrames = true
        output.setSampleBufferDelegate(self, queue: queue)
        turns = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
        return true
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let events, isUpright(connection), let frame = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let time = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
        let event = roll.see(FaceReader.faces(in: frame), at: time, taking: { jpeg(of: frame) })
        switch event {
        case .advice(let advice): if case .terminated = events.yield(.advice(advice)) { stop() }
        case .pictures, .over, .cannotSee:
            self.events = nil
            if let event { FaceCamera.end(events, event) }
        case nil: break
        }
    }

    /// Returns `true` if the frames are upright. Otherwise corrects the rotation of the next frames.
    private func isUpright(_ connection: AVCaptureConnection) -> Bool {
        guard let angle = turns?.videoRotationAngleForHorizonLevelCapture, connection.videoRotationAngle != angle,
            connection.isVideoRotationAngleSupported(angle)
        else { return true }
        connection.videoRotationAngle = angle
        return false
    }

    private func jpeg(of frame: CVPixelBuffer) -> WipedBuffer? {
        let made = context.jpegRepresentation(
            of: CIImage(cvPixelBuffer: frame), colorSpace: CGColorSpaceCreateDeviceRGB(), options: [:])
        return made?.withUnsafeBytes { bytes in
            // This call owns the encoder's bytes and overwrites them in place: `resetBytes` would overwrite a copy of
            // Core Image's buffer.
            defer { WipedBuffer.overwrite(bytes) }
            return WipedBuffer(copying: bytes)
        }
    }
}
