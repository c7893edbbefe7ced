internal import AVFoundation
internal import CoreImage
internal import CoreMedia
internal import CoreVideo
internal import Dispatch
internal import Foundation
internal import JourneyBase

/// The camera that looks at the person. It hands each frame on and decides nothing.
///
/// `@unchecked Sendable`: what can change is touched on `queue` alone, where AVFoundation calls, too. The preview shows the
/// session meanwhile, which AVFoundation allows.
final class FaceCamera: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "journey-face")
    private let context = CIContext()
    private var roll = FaceRoll()
    private var tell: AsyncStream<FaceCameraEvent>.Continuation?
    private var turns: AVCaptureDevice.RotationCoordinator?

    /// The news of a new roll, until pictures are taken, it is over, or nobody reads on; the camera runs meanwhile.
    func look() -> AsyncStream<FaceCameraEvent> {
        // What nobody has read yet is old: only the newest advice counts, and nothing comes after pictures.
        let (stream, tell) = AsyncStream.makeStream(of: FaceCameraEvent.self, bufferingPolicy: .bufferingNewest(1))
        tell.onTermination = { [weak self] _ in self?.stop() }
        Task {
            // The device first: a prompt for what is not there would promise too much.
            guard FaceCamera.device() != nil else { return FaceCamera.end(tell, .cannotSee(.absent)) }
            guard await AVCaptureDevice.requestAccess(for: .video) else {
                return FaceCamera.end(tell, .cannotSee(.denied))
            }
            queue.async { self.start(tell) }
        }
        return stream
    }

    static func device() -> AVCaptureDevice? {
        AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
    }

    private static func end(_ tell: AsyncStream<FaceCameraEvent>.Continuation, _ news: FaceCameraEvent) {
        tell.yield(news)
        tell.finish()
    }

    private func start(_ tell: AsyncStream<FaceCameraEvent>.Continuation) {
        if turns == nil, !prepare() { return FaceCamera.end(tell, .cannotSee(.notReady)) }
        forget()
        self.tell = tell
        if !session.isRunning { session.startRunning() }
    }

    private func stop() {
        queue.async {
            self.tell = nil
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
        // Enough for a face, and far below what a picture may weigh.
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
        guard let tell, isUpright(connection), let frame = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        let time = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(sampleBuffer))
        let news = roll.see(FaceReader.faces(in: frame), at: time, taking: { jpeg(of: frame) })
        switch news {
        case .advice(let advice): if case .terminated = tell.yield(.advice(advice)) { stop() }
        case .pictures, .over, .cannotSee:
            self.tell = nil
            if let news { FaceCamera.end(tell, news) }
        case nil: break
        }
    }

    /// Whether the frames stand upright; turns the next ones when the device was turned.
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
            // The encoder's bytes were made for this call alone, and are overwritten where they are: `resetBytes` would
            // overwrite a copy of what Core Image owns.
            defer { WipedBuffer.overwrite(bytes) }
            return WipedBuffer(copying: bytes)
        }
    }
}
