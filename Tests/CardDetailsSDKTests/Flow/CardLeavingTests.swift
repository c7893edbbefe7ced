import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CardDetailsSDK

@Suite("Leaving a card", .timeLimit(.minutes(1)))
struct CardLeavingTests {
    @Test("leaving any screen ends the flow as cancelled, once, with nothing left behind")
    func everyScreen() async throws {
        let good: [String: [ScriptedPresenter.Reply]] = [
            "card-channel": [.press("send", ["channel": .chosen(["sms"])])], "card-code": [.code("123456")],
            "card-frozen": [.press("approve")],
        ]
        for (screen, leaving) in [
            ("card-channel", "cancel"), ("card-channel", Screen.cancelled), ("card-code", Screen.cancelled),
            ("card-frozen", "cancel"), ("card-frozen", Screen.cancelled),
        ] {
            var replies = good
            replies[screen] = [.press(leaving)]
            let stage = try Stage(replies) { $0.channels = [.sms, .email] }
            stage.proxy.set(status: "BLOCKED")
            #expect(try await stage.run().isCancelled, "\(screen) \(leaving)")
            #expect(stage.pages(.visible).isEmpty && stage.areClosed)
            #expect(stage.presenter.faults == [] && !stage.presenter.isShowing)
        }
    }

    @Test("back from the code leads to the choice of the channel, and from there another code can be had")
    func back() async throws {
        let stage = try Stage([
            "card-channel": [
                .press("send", ["channel": .chosen(["sms"])]), .press("send", ["channel": .chosen(["email"])]),
            ], "card-code": [.press(Screen.back), .code("123456")], "card-shown": [.press("hide")],
        ]) { $0.channels = [.sms, .email] }
        #expect(try await stage.run().value != nil)
        #expect(
            stage.presenter.shown.last { $0.id == "card-code" }?.text == "We have sent a code to your e-mail address.")
        #expect(stage.pages(.hidden).count == 2)
    }

    @Test("with one channel there is nothing to go back to: the code screen is left")
    func noBack() async throws {
        let stage = try Stage(["card-code": [.press("cancel")]])
        #expect(try await stage.run().isCancelled)
        #expect(stage.presenter.faults == [])
    }

    @Test("cancelling what is under way ends it", arguments: [0, 1, 2, 3])
    func waiting(step: Int) async throws {
        let cancel = ScriptedPresenter.Reply.press("cancel")
        let stage = try Stage(["card-wait": step == 0 ? [cancel] : [.never], "card-code": [.code("123456")]])
        // Something that does not answer stands at each step.
        let silence: @Sendable () async -> HTTPResponse = {
            try? await Task.sleep(for: .seconds(3_600))
            return HTTPResponse(status: 504)
        }
        switch step {
        case 0: stage.proxy.plan(FakeProxy.card, silence)
        case 1: stage.plan(.hidden) { _ in }
        case 2: stage.proxy.plan("confirm-consent", silence)
        default: stage.plan(.visible) { _ in }
        }
        let task = Task { try await stage.run() }
        if step > 0 {
            let call = ["", "pages", "confirm-consent", "revoke"][step]
            await stage.until { step < 3 ? !stage.proxy.calls(call).isEmpty : !stage.pages(.visible).isEmpty }
            task.cancel()
        }
        #expect(try await task.value.isCancelled)
        #expect(stage.areClosed)
        // From the moment in which a code was handed in there may be a token.
        #expect(stage.proxy.calls("revoke-consent").count == (step >= 2 ? 1 : 0))
    }

    @Test("a prompt that is closed shows nothing, and the token is revoked")
    func prompt() async throws {
        let stage = try Stage(["card-code": [.code("123456")]])
        stage.set(.cancelled)
        #expect(try await stage.run().isCancelled)
        #expect(stage.pages(.visible).isEmpty && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("a device without a sensor shows nothing where the host requires one, and shows the card where it does not")
    func noSensor() async throws {
        let strict = try Stage(["card-code": [.code("123456")], "card-presence": [.press("close")]])
        strict.set(.unavailable)
        #expect(try await strict.run().code == .scaRequired)
        #expect(strict.pages(.visible).isEmpty && strict.proxy.calls("revoke-consent").count == 1)
        let lenient = try Stage(["card-code": [.code("123456")], "card-shown": [.press("hide")]]) {
            $0.biometrics = .whereAvailable
        }
        lenient.set(.unavailable)
        #expect(try await lenient.run().value != nil)
        let never = try Stage(["card-code": [.code("123456")], "card-shown": [.press("hide")]]) {
            $0.biometrics = .never
        }
        never.set(.cancelled)
        #expect(try await never.run().value != nil && never.prompts == [])
    }
}
