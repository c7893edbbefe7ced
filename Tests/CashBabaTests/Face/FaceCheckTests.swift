import Foundation
import JourneyBase
import JourneyScreens
import Synchronization
import TestSupport
import Testing

@testable import CashBaba

@Suite("A face check on a screen")
struct FaceCheckTests {
    private static let picture = Data(TestWallet.blink)

    private static func pictures() -> FaceCameraEvent {
        (try? FacePictures(smile: Data(TestWallet.smile), blink: picture)).map { .pictures($0) } ?? .over
    }

    /// A camera with one script per run. After the last one it emits nothing.
    private final class Camera: Sendable {
        private let runs: Mutex<[[FaceCameraEvent]]>
        let ended = Mutex(0)

        init(_ runs: [[FaceCameraEvent]]) { self.runs = Mutex(runs) }

        func look() -> AsyncStream<FaceCameraEvent> {
            let news = runs.withLock { $0.isEmpty ? [] : $0.removeFirst() }
            let (stream, tell) = AsyncStream.makeStream(of: FaceCameraEvent.self)
            tell.onTermination = { _ in self.ended.withLock { $0 += 1 } }
            for one in news { tell.yield(one) }
            return stream
        }
    }

    private func run(
        _ runs: [[FaceCameraEvent]], _ replies: [String: [ScriptedPresenter.Reply]], _ language: Language = .english
    ) async -> (Result<FacePictures, any Error>, ScriptedPresenter, Camera) {
        let (camera, presenter) = (Camera(runs), ScriptedPresenter(replies, language: language))
        let result: Result<FacePictures, any Error>
        do { result = .success(try await FaceCheck.run(on: presenter) { camera.look() }) } catch {
            result = .failure(error)
        }
        return (result, presenter, camera)
    }

    @Test(
        "each new instruction is shown once in the person's language, and the pictures are returned",
        arguments: [Language.english, .bengali])
    func advice(language: Language) async throws {
        let news: [FaceCameraEvent] = [
            .advice(.holdStill), .advice(.showFace), .advice(.showFace), .advice(.holdStill), .advice(.smile),
            .advice(.blink), .advice(.blink), FaceCheckTests.pictures(),
        ]
        let (result, presenter, camera) = await run([news], ["face": [.never]], language)
        #expect(try result.get().blink == FaceCheckTests.picture)
        let said = Set(presenter.shown.compactMap(\.text))
        for advice in [FaceGestureDetector.FaceInstruction.holdStill, .showFace, .smile, .blink] {
            #expect(said.contains(FacePhrase(advice)(language)))
        }
        #expect(presenter.shown.count <= 6 && presenter.shown.allSatisfy { $0.id == "face" })
        #expect(camera.ended.withLock { $0 } == 1)
    }

    @Test("cancelling ends the check and stops the camera")
    func cancelled() async {
        let (result, _, camera) = await run([[.advice(.smile)]], ["face": [.answer(ScreenAction(action: "cancel"))]])
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(camera.ended.withLock { $0 } == 1)
    }

    @Test("a check that timed out can be repeated or left")
    func over() async throws {
        let (again, presenter, camera) = await run(
            [[.over], [FaceCheckTests.pictures()]],
            ["face": [.never, .never], "face-again": [.answer(ScreenAction(action: "retry"))]])
        #expect(try again.get().blink == FaceCheckTests.picture)
        #expect(presenter.faults == [] && camera.ended.withLock { $0 } == 2)
        let (left, _, _) = await run(
            [[.over]], ["face": [.never], "face-again": [.answer(ScreenAction(action: "close"))]])
        #expect(throws: CancellationError.self) { try left.get() }
    }

    @Test(
        "a check without a camera fails with the reason in the person's language",
        arguments: CameraUnavailability.allCases)
    func lack(lack: CameraUnavailability) async {
        let (result, _, _) = await run([[.cannotSee(lack)]], ["face": [.never]], .bengali)
        let error = #expect(throws: SDKError.self) { try result.get() }
        #expect(error?.message(in: .bengali) == FacePhrase(lack)(.bengali) && error?.title == "FaceCheck")
    }

    @Test(
        "a denied camera has a button to the settings, and the person may then retry or leave",
        arguments: Language.allCases)
    func denied(language: Language) async throws {
        func run(_ presses: [String]) async -> (Result<FacePictures, any Error>, ScriptedPresenter, Int) {
            let camera = Camera([[.cannotSee(.denied)], [FaceCheckTests.pictures()]])
            let presenter = ScriptedPresenter(
                [
                    "face": [.never, .never],
                    "face-denied": presses.map { .answer(ScreenAction(action: $0)) },
                ], language: language)
            let opened = Mutex(0)
            let result: Result<FacePictures, any Error>
            do {
                result = .success(
                    try await FaceCheck.run(
                        on: presenter, openSettings: { opened.withLock { $0 += 1 } }, look: { camera.look() }))
            } catch { result = .failure(error) }
            return (result, presenter, opened.withLock(\.self))
        }
        let (again, presenter, opened) = await run(["settings", "settings", "retry"])
        #expect(try again.get().blink == FaceCheckTests.picture)
        #expect(opened == 2 && presenter.faults == [])
        let screen = try #require(presenter.shown.first { $0.id == "face-denied" })
        #expect(screen.action("settings")?.label == FacePhrase.openSettings(language))
        #expect(
            screen.body.contains { block in
                if case .notice(let notice) = block { notice.text == FacePhrase.cameraDenied(language) } else { false }
            })
        for leaves in ["cancel", Screen.cancelled] {
            let (left, _, _) = await run(["settings", leaves])
            #expect(throws: CancellationError.self) { try left.get() }
        }
    }

    @Test("every phrase is there in each language, once")
    func words() {
        for language in Language.allCases {
            let words = FacePhrase.allCases.map { $0(language) }
            #expect(Set(words).count == words.count && !words.contains(""))
        }
        for phrase in FacePhrase.allCases {
            for language in OwnLetters.languages { #expect(OwnLetters.others(in: phrase(language), language) == "") }
        }
        let said =
            FaceGestureDetector.FaceInstruction.allCases.map { FacePhrase($0) }
            + CameraUnavailability.allCases.map { FacePhrase($0) }
        #expect(Set(said + [.title, .tooLong, .openSettings]) == Set(FacePhrase.allCases), "unused: take it out")
    }
}
