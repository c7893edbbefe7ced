internal import Foundation
public import JourneyBase

/// Takes the pictures with the host's own face detection, through the delegate that it reports to.
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

    /// `launch` brings the host's screen up; the delegate, and the object that it gives, are kept until one of the delegate's
    /// methods was called. `close` takes that screen away when nobody waits for it any more.
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

    /// Both are read before either is judged, so that no file is left.
    private static func pictures(_ smile: String, _ blink: String) throws -> FacePictures {
        let read = [smile, blink].map { text in
            Result { try decoded(text) ?? FileFaceCapture.take(path(text)) }
        }
        return try FacePictures(smile: read[0].get(), blink: read[1].get())
    }

    /// Removes files of pictures that nobody takes.
    static func discard(_ smile: String, _ blink: String) {
        for text in [smile, blink] where decoded(text) == nil { _ = try? FileFaceCapture.take(path(text)) }
    }

    private static func path(_ text: String) -> String {
        if text.hasPrefix("file://"), let url = URL(string: text) { return url.path }
        return text
    }

    /// The picture that `text` spells in base64; `nil` for what is none, such as a path. A JPEG's base64 begins like a path
    /// (`/9j/`), so what it decodes to decides.
    private static func decoded(_ text: String) -> WipedBuffer? {
        // Four characters for three bytes, and line ends as some encoders put them.
        guard text.utf8.count <= FaceImage.limit / 3 * 4 + 4 + FaceImage.limit / 32 else { return nil }
        return FaceBase64.decode(text).flatMap { FaceImage.isPicture($0) ? $0 : nil }
    }
}

/// Reads base64 (RFC 4648, section 4) straight into memory that is wiped, which Foundation's decoder does not.
enum FaceBase64 {
    /// The bytes that `text` spells; characters outside the alphabet, such as line ends, are skipped. `nil` for other lengths
    /// than base64 has, and for anything after the padding.
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

/// Waits for the first word of a host's face detection.
@MainActor
final class FaceDetectionAnswer: CBFaceDetectionSDKDelegate {
    enum DetectionResult: Sendable {
        case images(smile: String, blink: String)
        case cancelled
        case failed(String)
    }

    private var waiting: CheckedContinuation<DetectionResult, Never>?
    /// What came before anybody waited.
    private var word: DetectionResult?
    private var detection: AnyObject?

    /// The first word; `cancelled` when the task is.
    static func of(
        launch: @MainActor (any CBFaceDetectionSDKDelegate) -> AnyObject?, close: @escaping @MainActor () -> Void
    ) async -> DetectionResult {
        let answer = FaceDetectionAnswer()
        guard !Task.isCancelled else { return .cancelled }
        answer.detection = launch(answer)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let word = answer.word {
                    continuation.resume(returning: word)
                } else {
                    answer.waiting = continuation
                }
            }
        } onCancel: {
            Task { @MainActor in
                guard answer.word == nil else { return }
                answer.say(.cancelled)
                close()
            }
        }
    }

    func images(smile: String, blink: String) { say(.images(smile: smile, blink: blink)) }
    func userCancelled(_ message: String) { say(.cancelled) }
    func errorOccured(_ error: String) { say(.failed(error)) }

    /// The first word counts.
    private func say(_ word: DetectionResult) {
        guard self.word == nil else {
            // Pictures that come too late are wanted by nobody, and stay nowhere.
            if case .images(let smile, let blink) = word { HostFaceCapture.discard(smile, blink) }
            return
        }
        self.word = word
        detection = nil
        waiting?.resume(returning: word)
        waiting = nil
    }
}
