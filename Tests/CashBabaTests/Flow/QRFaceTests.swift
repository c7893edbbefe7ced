import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import TestSupport
import Testing

@testable import CashBaba

@Suite("QR payments with a face check")
struct QRFaceTests {
    @Test("pictures are taken only where required, sent with each attempt, and their files removed")
    func faces() async throws {
        let scratch = try Scratch()
        let (smile, blink) = (try scratch.write(TestWallet.smile, "s"), try scratch.write(TestWallet.blink, "b"))
        let flow = try TestFlow(
            .CPQRC,
            [
                TestFlow.validated(face: true), TestFlow.refusal("Wrong."), TestFlow.status("Pending"), TestFlow.good,
                TestFlow.status("Authorized"),
            ], ["code": [TestFlow.code("111111"), TestFlow.code()]])
        flow.test.sdk.dataStorage.smileFacePath = smile
        flow.test.sdk.dataStorage.blinkFacePath = blink
        await flow.present()
        flow.expectOver("success")
        let confirms = flow.test.transport.requests.filter { $0.url.path.hasSuffix("Confirm") }
        #expect(confirms.count == 2)
        for request in confirms {
            let type = try #require(request.headers["Content-Type"])
            let parts = try MultipartReader().read(request.body, contentType: type)
            #expect(parts.map { Array($0.bytes) }.suffix(2) == [TestWallet.smile, TestWallet.blink])
        }
        #expect(!FileManager.default.fileExists(atPath: smile) && !FileManager.default.fileExists(atPath: blink))
        #expect(flow.test.sdk.dataStorage.smileFacePath == nil)
        let kept = try scratch.write(TestWallet.smile, "kept")
        let without = try TestFlow(
            .CPQRC, [TestFlow.validated(), TestFlow.good, TestFlow.status("Authorized")], ["code": [TestFlow.code()]])
        without.test.sdk.dataStorage.smileFacePath = kept
        await without.present()
        without.expectOver("success")
        #expect(FileManager.default.fileExists(atPath: kept))
    }

    private struct Faces: FaceCapture {
        let work: @Sendable () async throws -> FacePictures
        func capture(over presenter: any Presenter) async throws -> FacePictures { try await work() }
    }

    @Test("pictures are wiped however the payment ends")
    func wiped() async throws {
        let endings: [([ScriptedTransport.Step], [ScriptedPresenter.Reply], String)] = [
            ([TestFlow.good, TestFlow.status("Authorized")], [TestFlow.code()], "success"),
            ([TestFlow.good, TestFlow.status("Pending")], [TestFlow.code()], "failed"),
            ([], [TestFlow.cancel], "cancelled"),
            ([TestFlow.timeout, TestFlow.status("Pending")], [TestFlow.code()], "failed"),
        ]
        for (steps, codes, event) in endings {
            let flow = try TestFlow(.CPQRC, [TestFlow.validated(face: true)] + steps, ["code": codes])
            let pictures = try FacePictures(smile: Data(TestWallet.smile), blink: Data(TestWallet.blink))
            #expect(pictures.smile != nil)
            await flow.present(faces: Faces { pictures })
            flow.expectOver(event)
            #expect(pictures.smile == nil && pictures.blink == nil)
        }
    }

    @Test("leaving the camera cancels the payment, its error fails it, and an end closes the camera")
    func camera() async throws {
        struct Broken: Error {}
        let ends: [(any Error, String)] = [(CancellationError(), "cancelled"), (Broken(), "failed")]
        for (error, event) in ends {
            let flow = try TestFlow(.CPQRC, [TestFlow.validated(face: true)])
            await flow.present(faces: Faces { throw error })
            flow.expectOver(event)
        }
        let (started, starting) = AsyncStream<Void>.makeStream()
        let flow = try TestFlow(.CPQRC, [TestFlow.validated(face: true)])
        let task = Task {
            await flow.present(
                faces: Faces {
                    starting.finish()
                    while true { try await Task.sleep(for: .seconds(3_600)) }
                })
        }
        for await _ in started {}
        await flow.test.clock.waitForNaps(1)
        flow.test.clock.advance(by: .seconds(300))
        await task.value
        flow.expectOver("failed")
        #expect(flow.told("message") == "Session expired")
    }

    @Test("a face check with missing, invalid or 20 MB pictures fails before a code is requested")
    func badFaces() async throws {
        let scratch = try Scratch()
        let big = try scratch.write(TestWallet.smile + [UInt8](repeating: 0, count: 20 << 20), "big")
        let text = try scratch.write("GIF89a", "text")
        for path in [nil, big, text, scratch.path + "/none", scratch.path] {
            let good = try scratch.write(TestWallet.blink, "good")
            let flow = try TestFlow(.CPQRC, [TestFlow.validated(face: true)])
            flow.test.sdk.dataStorage.smileFacePath = path
            flow.test.sdk.dataStorage.blinkFacePath = good
            await flow.present()
            flow.expectOver("failed")
            #expect(flow.paths == ["token", "REF-1"] && !FileManager.default.fileExists(atPath: good))
            #expect(path == scratch.path || path.map { !FileManager.default.fileExists(atPath: $0) } ?? true)
        }
        #expect(FileManager.default.fileExists(atPath: scratch.path))
    }
}
