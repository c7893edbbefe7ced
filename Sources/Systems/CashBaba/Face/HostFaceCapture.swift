internal import Foundation
public import JourneyBase

/// A source of pictures from the host's own face detection, through its delegate.
///
/// ```swift
/// let faces = HostFaceCapture { delegate in
///     let detection = CBFaceDetectionSDK(inViewController: controller, delegate: delegate, strings: [:])
///     detection.launch()
///     return detection
/// }
/// ```
public struct HostFaceCapture: FaceCapture {
    private let launch: @MainActor @Sendable (any CBFaceDetectionSDKDelegate) -> AnyObject?
    private let close: @MainActor @Sendable () -> Void

    /// Creates a capture with the host's own face detection.
    ///
    /// - Parameters:
    ///   - close: Dismisses the host's screen when the capture is cancelled.
    ///   - launch: Shows the host's screen. The delegate and the returned object are retained until one of the delegate's methods
    ///     is called.
    public init(
        close: @escaping @MainActor @Sendable () -> Void = {},
        launch: @escaping @MainActor @Sendable (any CBFaceDetectionSDKDelegate) -> AnyObject?
    ) {
        self.launch = launch
        self.close = close
    }

    public func capture(over presenter: any Presenter) async throws -> FacePictures {
        switch await FaceDetectionAnswer.of(launch: launch, close: close) {
        case .images(let smile, let blink): return try HostFaceCapture.pictures(smile, blink)
        case .cancelled: throw CancellationError()
        case .failed(let message):
            throw ServiceText.clean(message).map { SDKError.closed($0) } ?? .invalidInput("The face check failed.")
        }
    }

    /// Reads both pictures before either is checked, so that no file remains.
    private static func pictures(_ smile: String, _ blink: String) throws -> FacePictures {
        let read = [smile, blink].map { text in
            Result { try decoded(text) ?? FileFaceCapture.take(path(text)) }
        }
        return try FacePictures(smile: read[0].get(), blink: read[1].get())
    }

    /// Removes the files of pictures that are not used.
    static func discard(_ smile: String, _ blink: String) {
        for text in [smile, blink] where decoded(text) == nil { _ = try? FileFaceCapture.take(path(text)) }
    }

    private static func path(_ text: String) -> String {
        if text.hasPrefix("file://"), let url = URL(string: text) { return url.path }
        return text
    }

    /// Decodes a picture in base64, or returns `nil` for other text, such as a path. A JPEG's base64 begins like a path (`/9j/`),
    /// so the decoded bytes decide.
    private static func decoded(_ text: String) -> WipedBuffer? {
        // Four characters for three bytes, plus the line ends of some encoders.
        guard text.utf8.count <= FaceImage.limit / 3 * 4 + 4 + FaceImage.limit / 32 else { return nil }
        return FaceBase64.decode(text).flatMap { FaceImage.isPicture($0) ? $0 : nil }
    }
}

/// Decodes base64 (RFC 4648, section 4) directly into memory that is wiped, which Foundation's decoder does not do.
enum FaceBase64 {
    /// Decodes `text`. Characters outside the alphabet, such as line ends, are skipped. Returns `nil` for an invalid length and
    /// for anything after the padding.
    static func decode(_ text: String) -> WipedBuffer? {
        var isRight = false
        let buffer = WipedBuffer(capacity: text.utf8.count / 4 * 3 + 3) { memory in
            var (bits, digits, padding, count) = (UInt32(0), 0, 0, 0)
            for character in text.utf8 {
                if character == UInt8(ascii: "=") {
                    padding += 1
                    continue
                }
                guard let value = value(of: character) else { continue }
                guard padding == 0 else { return 0 }
                bits = bits << 6 | value
                digits += 1
                guard digits % 4 == 0 else { continue }
                for shift in [16, 8, 0] as [UInt32] {
                    memory[count] = UInt8(truncatingIfNeeded: bits >> shift)
                    count += 1
                }
                bits = 0
            }
            let rest = digits % 4
            guard (rest == 0 && padding == 0) || (rest > 1 && rest + padding == 4) else { return 0 }
            if rest > 1 {
                bits <<= UInt32(4 - rest) * 6
                for shift in ([16, 8] as [UInt32]).prefix(rest - 1) {
                    memory[count] = UInt8(truncatingIfNeeded: bits >> shift)
                    count += 1
                }
            }
            isRight = true
            return count
        }
        return isRight ? buffer : nil
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

/// Waits for the first result of a host's face detection.
@MainActor
final class FaceDetectionAnswer: CBFaceDetectionSDKDelegate {
    enum DetectionResult: Sendable {
        case images(smile: String, blink: String)
        case cancelled
        case failed(String)
    }

    private var waiting: CheckedContinuation<DetectionResult, Never>?
    /// A result that arrived before the wait began.
    private var result: DetectionResult?
    private var detection: AnyObject?

    /// Launches the detection and returns its first result, or `cancelled` if the task is cancelled.
    static func of(
        launch: @MainActor (any CBFaceDetectionSDKDelegate) -> AnyObject?, close: @escaping @MainActor () -> Void
    ) async -> DetectionResult {
        let answer = FaceDetectionAnswer()
        guard !Task.isCancelled else { return .cancelled }
        answer.detection = launch(answer)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let result = answer.result {
                    continuation.resume(returning: result)
                } else {
                    answer.waiting = continuation
                }
            }
        } onCancel: {
            Task { @MainActor in
                guard answer.result == nil else { return }
                answer.record(.cancelled)
                close()
            }
        }
    }

    func images(smile: String, blink: String) { record(.images(smile: smile, blink: blink)) }
    func userCancelled(_ message: String) { record(.cancelled) }
    func errorOccured(_ error: String) { record(.failed(error)) }

    /// Handles a result. Only the first one counts.
    private func record(_ result: DetectionResult) {
        guard self.result == nil else {
            // Remove pictures that arrive too late.
            if case .images(let smile, let blink) = result { HostFaceCapture.discard(smile, blink) }
            return
        }
        self.result = result
        detection = nil
        waiting?.resume(returning: result)
        waiting = nil
    }
}
