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
    private static func decoded(_ text: String) -> Data? {
        // Four characters for three bytes, and line ends as some encoders put them.
        guard text.utf8.count <= FaceImage.limit / 3 * 4 + 4 + FaceImage.limit / 32,
            let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), FaceImage.isPicture(data)
        else { return nil }
        return data
    }
}

/// Waits for the first word of a host's face detection.
@MainActor
final class FaceDetectionAnswer: CBFaceDetectionSDKDelegate {
    enum Word: Sendable {
        case images(smile: String, blink: String)
        case cancelled
        case failed(String)
    }

    private var waiting: CheckedContinuation<Word, Never>?
    /// What came before anybody waited.
    private var word: Word?
    private var detection: AnyObject?

    /// The first word; `cancelled` when the task is.
    static func of(
        launch: @MainActor (any CBFaceDetectionSDKDelegate) -> AnyObject?, close: @escaping @MainActor () -> Void
    ) async -> Word {
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
    private func say(_ word: Word) {
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
