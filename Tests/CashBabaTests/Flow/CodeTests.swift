import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("One-time codes in flows")
struct CodeTests {
    /// Returns the seconds of a code screen's countdown; `nil` without one.
    private func left(_ screen: Screen, at now: Date) -> Int? {
        for case .countdown(let countdown) in screen.body { return countdown.secondsLeft(at: now) }
        return nil
    }

    /// The flows up to their code, with its lifetime.
    private static let flows:
        [(MethodTypes, [ScriptedTransport.Step], [String: [ScriptedPresenter.Reply]], Double, String)] = [
            (.SET_PIN, [TestFlow.good], ["welcome": [TestFlow.proceed]], 120, "otpsend"),
            (.FORGOT_PIN, [TestFlow.good], ["identity": [TestFlow.identity]], 120, "forgetpinotpresend"),
            (.CPQRC, [TestFlow.validated(seconds: 90)], [:], 90, "T1"),
        ]

    @Test(
        "an expired code can be replaced, and the new one has a new countdown and an empty field",
        arguments: flows.indices)
    func resend(row: Int) async throws {
        let (type, steps, replies, life, path) = Self.flows[row]
        let time = TestTime()
        let start = time.now()
        let codes: [ScriptedPresenter.Reply] = [
            .decide { screen in
                // Answering too early would be a bug of the script, as would the presenter's report of it.
                #expect(screen.action("resend")?.secondsLeft(at: time.now()) == Int(life))
                time.wait(life)
                return ScreenAction(action: Screen.expired)
            }, TestFlow.press("resend"), TestFlow.cancel,
        ]
        let flow = try TestFlow(type, steps + [TestFlow.good], replies.merging(["code": codes]) { $0 + $1 }, time: time)
        await flow.present()
        flow.expectOver("cancelled")
        #expect(flow.paths.last == path)
        let screens = flow.shown("code")
        #expect(screens.map(\.inlineError) == [nil, WalletPhrase.codeExpired(.english), nil])
        #expect(left(screens[0], at: start) == Int(life) && left(screens[1], at: start) == nil)
        #expect(left(screens[2], at: time.now()) == Int(life))
        // Each screen is asked again, so that its field is empty; between two there is the cover of a call, or nothing.
        #expect(flow.presenter.shown.map(\.id).suffix(4) == ["code", "code", "wallet-wait", "code"])
    }

    @Test("requesting another code too early is impossible, and its error is shown")
    func early() async throws {
        let early = try TestFlow(
            .SET_PIN, [TestFlow.good], ["welcome": [TestFlow.proceed], "code": [TestFlow.press("resend")]])
        await early.present()
        #expect(early.presenter.faults.count == 1 && early.paths == ["token", "otpsend"])
        let time = TestTime()
        let refused = try TestFlow(
            .SET_PIN, [TestFlow.good, TestFlow.refusal("Too soon.", status: 429)],
            [
                "welcome": [TestFlow.proceed],
                "code": [time.after(120, Screen.expired), TestFlow.press("resend"), TestFlow.cancel],
            ], time: time)
        await refused.present()
        refused.expectOver("cancelled")
        #expect(refused.shown("code").map(\.inlineError) == [nil, WalletPhrase.codeExpired(.english), "Too soon."])
        #expect(refused.shown("code").last?.action("resend")?.availableFrom == nil)
    }

    @Test("a presenter whose clock is ahead does not cause endless questions")
    func clocks() async throws {
        let ahead = TestTime()
        ahead.wait(1_000)
        let flow = try TestFlow(
            .SET_PIN, [TestFlow.good],
            ["welcome": [TestFlow.proceed], "code": [TestFlow.press(Screen.expired), TestFlow.cancel]], drawer: ahead)
        await flow.present()
        flow.expectOver("cancelled")
        #expect(flow.shown("code").count == 2)
    }

    @Test("a QR payment's code that expired during the face check is not shown as valid")
    func slowFaces() async throws {
        for (seconds, isOver) in [(60, true), (200, false), (0, true)] {
            let flow = try TestFlow(
                .CPQRC, [TestFlow.validated(face: true, seconds: seconds)], ["code": [TestFlow.cancel]])
            await flow.present(faces: SlowFaces(time: flow.time))
            flow.expectOver("cancelled")
            let screen = try #require(flow.shown("code").first)
            #expect((left(screen, at: flow.time.now()) == nil) == isOver)
        }
    }

    private struct SlowFaces: FaceCapture {
        let time: TestTime
        func capture(over presenter: any Presenter) async throws -> FacePictures {
            time.wait(61)
            return try FacePictures(smile: Data(TestWallet.smile), blink: Data(TestWallet.blink))
        }
    }

    @Test("an invalid phone number is not shown, and Bengali screens use Bengali digits")
    func phones() async throws {
        for (phone, text) in [
            ("0170-0000 021", "আমরা একটি কোড পাঠিয়েছি: •••• ২১"), ("x", WalletPhrase.codeSent(6)(.bengali)),
            ("1", WalletPhrase.codeSent(6)(.bengali)),
        ] {
            let flow = try TestFlow(
                .SET_PIN, [TestFlow.good], ["welcome": [TestFlow.proceed], "code": [TestFlow.cancel]], language: "bn")
            var args = flow.args
            args.phone = phone
            await flow.present(args)
            flow.expectOver("cancelled")
            #expect(flow.shown("code").first?.text == text)
        }
    }
}
