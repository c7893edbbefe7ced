import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CardDetailsSDK

@Suite("Leaving a card", .timeLimit(.minutes(10)))
struct CardLeavingTests {
    @Test("leaving any screen cancels the flow once and leaves nothing behind")
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
            let stage = try CardFlowFixture(replies) { $0.channels = [.sms, .email] }
            stage.proxy.set(status: "BLOCKED")
            #expect(try await stage.run().isCancelled, "\(screen) \(leaving)")
            #expect(stage.pages(.visible).isEmpty && stage.areClosed)
            #expect(stage.presenter.faults == [] && !stage.presenter.isShowing)
        }
    }

    @Test("Back from the code leads to the channel, which can send another code")
    func back() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-channel": [.send(time, .sms), .send(time, .email)],
                "card-code": [.press(Screen.back), .code("123456")], "card-shown": [.press("hide")],
            ], time: time
        ) { $0.channels = [.sms, .email] }
        #expect(try await stage.run().value != nil)
        #expect(
            stage.presenter.shown.last { $0.id == "card-code" }?.text == "We've sent a code to your email address.")
        #expect(stage.pages(.hidden).count == 2)
    }

    @Test("Back from the code leaves the flow where there is only one channel")
    func noBack() async throws {
        let stage = try CardFlowFixture(["card-code": [.press("cancel")]])
        #expect(try await stage.run().isCancelled)
        #expect(stage.presenter.faults == [])
    }

    @Test("“Cancel” during a request ends the flow", arguments: [0, 1, 2, 3])
    func waiting(step: Int) async throws {
        // The number of waiting screens until then, including the last.
        let count = [1, 2, 3, 5][step]
        let stage = try CardFlowFixture([
            "card-wait": Array(repeating: .waitForUpdate, count: count) + [.press("cancel"), .never],
            "card-code": [.code("123456")],
        ])
        // At each step, one party does not answer.
        let silence: @Sendable () async -> HTTPResponse = {
            try? await Task.sleep(for: .seconds(3_600))
            return HTTPResponse(status: 504)
        }
        let opened = Opened()
        let hangs: CardFlowFixture.Script = { page in
            try await page.connect()
            await opened.tell()
        }
        switch step {
        case 0: stage.proxy.plan(FakeProxy.card, silence)
        case 1: stage.plan(.hidden, hangs)
        case 2: stage.proxy.plan("confirm-consent", silence)
        default: stage.plan(.visible, hangs)
        }
        async let outcome = stage.run()
        let call = [FakeProxy.card, "", "confirm-consent", ""][step]
        if call.isEmpty { await opened.wait() } else { await stage.until { !stage.proxy.calls(call).isEmpty } }
        await stage.until { stage.presenter.shown.count { $0.id == "card-wait" } >= count }
        await stage.nudge { stage.isOver }
        #expect(try await outcome.isCancelled)
        #expect(stage.areClosed && stage.presenter.faults == [])
        // Once a code was submitted there may be a token.
        #expect(stage.proxy.calls("revoke-consent").count == (step >= 2 ? 1 : 0))
    }

    private actor Opened {
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func tell() {
            isOpen = true
            for continuation in waiting { continuation.resume() }
            waiting = []
        }

        func wait() async {
            if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        }
    }

    @Test(
        "a failed or closed biometric prompt shows nothing and submits no code",
        arguments: [CardDetailsConfiguration.BiometricPolicy.required, .whereAvailable],
        [(BiometricVerdict.failed, false), (.cancelled, true)])
    func refused(policy: CardDetailsConfiguration.BiometricPolicy, prompt: (verdict: BiometricVerdict, leaves: Bool))
        async throws
    {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-presence": [.press("close")]]) {
            $0.biometrics = policy
        }
        stage.set(prompt.verdict)
        let outcome = try await stage.run()
        #expect(prompt.leaves ? outcome.isCancelled : outcome.code == .scaRequired)
        #expect(stage.pages(.visible).isEmpty && stage.presenter.faults == [])
        // No token was made, so there is none to revoke.
        #expect(stage.proxy.calls("confirm-consent").isEmpty && stage.proxy.calls("revoke-consent").isEmpty)
        let words = stage.presenter.shown.last { $0.id == "card-presence" }?.text ?? ""
        #expect(!words.contains("passcode"))
    }

    @Test("the biometric prompt is shown once, however many codes are wrong")
    func promptedOnce() async throws {
        let stage = try CardFlowFixture([
            "card-code": [.code("111111"), .code("123456")], "card-shown": [.press("hide")],
        ])
        stage.proxy.plan("confirm-consent", FakeProxy.problem(422, "CODE_WRONG", ["attemptsLeft": 4]))
        #expect(try await stage.run().value != nil && stage.prompts.count == 1)
    }

    @Test("a device without a sensor shows the card only where biometrics are optional")
    func noSensor() async throws {
        let strict = try CardFlowFixture(["card-code": [.code("123456")], "card-presence": [.press("close")]])
        strict.set(.unavailable)
        #expect(try await strict.run().code == .scaRequired)
        #expect(strict.pages(.visible).isEmpty && strict.proxy.calls("confirm-consent").isEmpty)
        let lenient = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]]) {
            $0.biometrics = .whereAvailable
        }
        lenient.set(.unavailable)
        #expect(try await lenient.run().value != nil)
        let never = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]]) {
            $0.biometrics = .never
        }
        never.set(.cancelled)
        #expect(try await never.run().value != nil && never.prompts == [])
    }
}
