import Foundation
import JourneyBase
import JourneyScreens
import Testing

@testable import CashBaba

@Suite("Host face detection")
struct HostFaceCaptureTests {
    private static let smile = Data(TestWallet.smile)
    private static let blink = Data(TestWallet.blink)

    /// Runs a capture and calls the delegate with the given method.
    private func capture(
        _ say: @escaping @MainActor @Sendable (any CBFaceDetectionSDKDelegate) -> Void
    ) async throws -> FacePictures {
        try await HostFaceCapture { delegate in
            say(delegate)
            return nil
        }.capture(over: ScriptedPresenter())
    }

    private func file(_ data: Data) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "face-\(UUID().uuidString)")
        try data.write(to: url)
        return url
    }

    @Test("base64 pictures are accepted, also with line breaks")
    func base64() async throws {
        let lines = HostFaceCaptureTests.smile.base64EncodedString(options: .lineLength64Characters) + "\r\n"
        let pictures = try await capture {
            $0.images(smile: lines, blink: HostFaceCaptureTests.blink.base64EncodedString())
        }
        #expect(pictures.smile == HostFaceCaptureTests.smile && pictures.blink == HostFaceCaptureTests.blink)
    }

    @Test("a JPEG whose base64 begins like a path is read as a picture")
    func looksLikeAPath() async throws {
        let text = HostFaceCaptureTests.blink.base64EncodedString()
        #expect(text.hasPrefix("/9j/"))
        let pictures = try await capture { $0.images(smile: text, blink: text) }
        #expect(pictures.smile == HostFaceCaptureTests.blink)
    }

    @Test("picture files are read once and removed, by path or URL")
    func files() async throws {
        let (smile, blink) = (try file(HostFaceCaptureTests.smile), try file(HostFaceCaptureTests.blink))
        let pictures = try await capture { $0.images(smile: smile.path, blink: blink.absoluteString) }
        #expect(pictures.smile == HostFaceCaptureTests.smile && pictures.blink == HostFaceCaptureTests.blink)
        #expect(![smile, blink].contains { FileManager.default.fileExists(atPath: $0.path) })
        let mixed = try file(HostFaceCaptureTests.smile)
        let text = HostFaceCaptureTests.blink.base64EncodedString()
        #expect(try await capture { $0.images(smile: mixed.path, blink: text) }.blink == HostFaceCaptureTests.blink)
        #expect(!FileManager.default.fileExists(atPath: mixed.path))
    }

    @Test("an invalid picture fails and leaves no file", arguments: [0, 1])
    func noPicture(bad: Int) async throws {
        for wrong in [Data(), Data("GIF89a".utf8), HostFaceCaptureTests.smile + Data(count: FaceImage.limit)] {
            let files = try (0..<2).map { try file($0 == bad ? wrong : HostFaceCaptureTests.smile) }
            await #expect(throws: SDKError.self) {
                try await capture { $0.images(smile: files[0].path, blink: files[1].path) }
            }
            #expect(!files.contains { FileManager.default.fileExists(atPath: $0.path) })
            let texts = files.indices.map { ($0 == bad ? wrong : HostFaceCaptureTests.smile).base64EncodedString() }
            await #expect(throws: SDKError.self) { try await capture { $0.images(smile: texts[0], blink: texts[1]) } }
        }
        await #expect(throws: SDKError.self) { try await capture { $0.images(smile: "/nowhere", blink: "") } }
    }

    @Test("a cancellation is a cancellation, and an error is the host's text on one line")
    func endings() async throws {
        await #expect(throws: CancellationError.self) { try await capture { $0.userCancelled("Cancelled") } }
        let failed = await #expect(throws: SDKError.self) { try await capture { $0.errorOccured("No\u{0} camera") } }
        #expect(failed?.message(in: .english) == "No camera" && failed?.closesSDK == true)
        let silent = await #expect(throws: SDKError.self) { try await capture { $0.errorOccured(" \n") } }
        #expect(silent?.title == "InvalidInput")
    }

    @Test("the first callback counts")
    func first() async throws {
        let text = HostFaceCaptureTests.blink.base64EncodedString()
        let pictures = try await capture { delegate in
            delegate.images(smile: text, blink: text)
            delegate.userCancelled("")
            delegate.errorOccured("late")
        }
        #expect(pictures.smile == HostFaceCaptureTests.blink)
        await #expect(throws: CancellationError.self) {
            try await capture { delegate in
                delegate.userCancelled("")
                delegate.images(smile: text, blink: text)
            }
        }
    }

    @Test("pictures that arrive after the person left are removed unread")
    func late() async throws {
        let files = try [file(HostFaceCaptureTests.smile), file(HostFaceCaptureTests.blink)]
        await #expect(throws: CancellationError.self) {
            try await capture { delegate in
                delegate.userCancelled("")
                delegate.images(smile: files[0].path, blink: files[1].absoluteString)
            }
        }
        #expect(!files.contains { FileManager.default.fileExists(atPath: $0.path) })
    }

    @MainActor private final class Detection {
        weak var delegate: (any CBFaceDetectionSDKDelegate)?
        static var isClosed = false
    }

    @Test(
        "delegate and detection are retained until their callback; a cancelled wait closes the host's screen")
    @MainActor func kept() async throws {
        weak var detection: Detection?
        weak var delegate: (any CBFaceDetectionSDKDelegate)?
        let faces = HostFaceCapture {
            Detection.isClosed = true
        } launch: { given in
            let made = Detection()
            made.delegate = given
            (detection, delegate) = (made, given)
            return made
        }
        Detection.isClosed = false
        let answered = Task { try await faces.capture(over: ScriptedPresenter()) }
        while detection == nil { await Task.yield() }
        for _ in 0..<10 { await Task.yield() }
        #expect(detection?.delegate != nil)
        detection?.delegate?.userCancelled("")
        await #expect(throws: CancellationError.self) { try await answered.value }
        #expect(detection == nil && delegate == nil && !Detection.isClosed)
        let cancelled = Task { try await faces.capture(over: ScriptedPresenter()) }
        while detection == nil { await Task.yield() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        while !Detection.isClosed { await Task.yield() }
        #expect(detection == nil && delegate == nil)
    }
}
