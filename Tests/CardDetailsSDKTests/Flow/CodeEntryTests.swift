import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CardDetailsSDK

@Suite("Code entry", .timeLimit(.minutes(10)))
struct CodeEntryTests {
    private static func wrong(_ left: Int64) -> HTTPResponse {
        FakeProxy.problem(422, "CODE_WRONG", ["attemptsLeft": .number(JSONNumber(left))])
    }

    @Test("a wrong code shows its error in place, and each attempt is a new call")
    func wrong() async throws {
        let stage = try CardFlowFixture([
            "card-code": [.code("111111"), .code("222222"), .code("123456")], "card-shown": [.press("hide")],
        ])
        stage.proxy.plan("confirm-consent", CodeEntryTests.wrong(4), CodeEntryTests.wrong(1))
        #expect(try await stage.run().value != nil)
        let errors = stage.presenter.shown.filter { $0.id == "card-code" }.map(\.inlineError)
        #expect(
            errors == [
                nil, "That code isn't right. You have 4 tries left.", "That code isn't right. You have 1 try left.",
            ])
        #expect(Set(stage.proxy.calls("confirm-consent").map(\.key)).count == 3)
        #expect(stage.pages(.hidden).count == 1)
    }

    @Test("five wrong codes end the entry, whether proxy or client counts", arguments: [true, false])
    func five(proxyCounts: Bool) async throws {
        let codes = (0..<6).map { ScriptedPresenter.Reply.code("00000\($0)") }
        let stage = try CardFlowFixture(["card-code": codes, "card-attempts": [.press("close")]])
        for left in [Int64](0...4).reversed() {
            let last = proxyCounts && left == 0
            stage.proxy.plan(
                "confirm-consent",
                last
                    ? FakeProxy.problem(429, "TOO_MANY_ATTEMPTS")
                    : proxyCounts ? CodeEntryTests.wrong(left) : FakeProxy.problem(422, "CODE_WRONG"))
        }
        #expect(try await stage.run().code == .tooManyAttempts)
        #expect(stage.proxy.calls("confirm-consent").count == 5 && stage.pages(.visible).isEmpty)
        #expect(stage.presenter.current == nil)
    }

    @Test("another code is available after a cool-down, up to three")
    func resend() async throws {
        let time = Time()
        let press: @Sendable (Screen) -> ScreenAction = { screen in
            #expect(screen.action("resend")?.secondsLeft(at: time.now) == 30)
            time.pass(30)
            return ScreenAction(action: "resend")
        }
        let again = try CardFlowFixture(
            [
                "card-code": (0..<3).map { _ in .decide(press) }
                    + [
                        .decide { screen in
                            #expect(screen.action("resend") == nil)
                            return ScreenAction(action: "confirm", values: ["code": .text("123456")])
                        }
                    ], "card-shown": [.press("hide")],
            ], time: time)
        #expect(try await again.run().value != nil)
        #expect(again.presenter.faults == [])
        #expect(
            again.proxy.calls("resend-consent-code").map(\.body)
                == Array(
                    repeating: ["userId": .string(FakeProxy.user), "challengeId": .string(FakeProxy.challenge)],
                    count: 3))
        #expect(again.pages(.hidden).count == 1)
    }

    @Test("no other code can be requested during the cool-down")
    func tooEarly() async throws {
        let stage = try CardFlowFixture(["card-code": [.press("resend")]])
        #expect(try await stage.run().isCancelled)
        #expect(stage.presenter.faults.count == 1 && stage.proxy.calls("resend-consent-code").isEmpty)
    }

    @Test("the proxy's resend limit is shown, and the first code still works")
    func resendLimit() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-code": [
                    .decide { _ in
                        time.pass(30)
                        return ScreenAction(action: "resend")
                    }, .code("123456"),
                ], "card-shown": [.press("hide")],
            ], time: time)
        stage.proxy.plan("resend-consent-code", FakeProxy.problem(429, "RESEND_LIMIT"))
        #expect(try await stage.run().value != nil)
        let second = stage.presenter.shown.filter { $0.id == "card-code" }[1]
        #expect(second.inlineError == "We can't send more codes for now." && second.action("resend") == nil)
    }

    @Test("a resend that the proxy finds too early can be repeated a little later")
    func tooEarlyThere() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-code": [
                    .decide { _ in
                        time.pass(30)
                        return ScreenAction(action: "resend")
                    },
                    .decide { screen in
                        #expect(screen.action("resend")?.secondsLeft(at: time.now) == 12)
                        time.pass(12)
                        return ScreenAction(action: "resend")
                    }, .code("123456"),
                ], "card-shown": [.press("hide")],
            ], time: time)
        var early = FakeProxy.problem(429, "RESEND_LIMIT")
        early.headers["Retry-After"] = "12"
        stage.proxy.plan("resend-consent-code", early)
        #expect(try await stage.run().value != nil)
        let errors = stage.presenter.shown.filter { $0.id == "card-code" }.map(\.inlineError)
        #expect(errors == [nil, "We couldn't send the code again. Try again in a few minutes.", nil])
        #expect(stage.proxy.calls("resend-consent-code").count == 2 && stage.presenter.faults == [])
    }

    @Test("going back bypasses neither the cool-down nor the limit")
    func aroundTheLimit() async throws {
        let time = Time()
        let waits: ScriptedPresenter.Reply = .decide { screen in
            #expect(screen.action("send")?.secondsLeft(at: time.now) == 30)
            time.pass(30)
            return ScreenAction(action: "send", values: ["channel": .chosen(["email"])])
        }
        let stage = try CardFlowFixture(
            [
                "card-channel": [.send(time, .sms), waits],
                "card-code": [
                    .press(Screen.back),
                    .decide { screen in
                        // No further code may be requested.
                        #expect(screen.action("resend") == nil && screen.action(Screen.back) == nil)
                        return ScreenAction(action: "cancel")
                    },
                ],
            ], time: time
        ) {
            $0.channels = [.sms, .email]
            $0.resends = 1
        }
        #expect(try await stage.run().isCancelled)
        #expect(stage.presenter.faults == [] && stage.pages(.hidden).count == 2)
    }

    @Test("leaving and reopening does not bypass the cool-down")
    func aroundTheTime() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-code": [.press("cancel"), .press("cancel")],
                "card-channel": [
                    .decide { screen in
                        #expect(screen.action("send")?.secondsLeft(at: time.now) == 20 && screen.fields.isEmpty)
                        return ScreenAction(action: "cancel")
                    }
                ],
            ], time: time)
        #expect(try await stage.run().isCancelled)
        time.pass(10)
        #expect(try await stage.run().isCancelled)
        time.pass(20)
        #expect(try await stage.run().isCancelled)
        #expect(stage.presenter.faults == [] && stage.pages(.hidden).count == 2)
    }

    @Test("a device whose clock is ahead accepts the first code, with or without the proxy's time")
    func clockAhead() async throws {
        for says in [true, false] {
            let time = Time()
            let stage = try CardFlowFixture(
                [
                    "card-code": [
                        .decide { screen in
                            let ends = screen.body.compactMap { block in
                                if case .countdown(let countdown) = block { countdown.ends } else { nil }
                            }
                            #expect(ends == (says ? [CardFlowFixture.start + 7_200 + 300] : []))
                            return ScreenAction(action: "confirm", values: ["code": .text("123456")])
                        }
                    ], "card-shown": [.press("hide")],
                ], time: time)
            time.pass(7_200)
            if says {
                stage.proxy.plan(
                    "pages",
                    .json(
                        ["url": .string("\(FakeProxy.origin)/striga/page/ticket")], status: 201,
                        headers: ["Date": HTTPDate.text(CardFlowFixture.start)]))
            }
            #expect(try await stage.run().value != nil)
            #expect(stage.presenter.faults == [] && stage.pages(.hidden).count == 1)
        }
    }

    @Test(
        "an expired challenge is replaced once automatically, then only on request",
        arguments: [true, false])
    func expiry(proxySays: Bool) async throws {
        let time = Time()
        let expire: ScriptedPresenter.Reply =
            proxySays
            ? .code("123456")
            : .decide { _ in
                time.pass(600)
                return ScreenAction(action: Screen.expired)
            }
        let stage = try CardFlowFixture(
            [
                "card-code": [expire, expire, .code("123456")], "card-code-expired": [.press("retry")],
                "card-shown": [.press("hide")], "card-channel": [.send(time)],
            ],
            time: time)
        for index in 1...3 {
            let end = CardFlowFixture.start + TimeInterval(300 + 600 * (index - 1))
            stage.plan(.hidden) { page in
                try await page.connect()
                _ = try await page.event("consent")
                try await page.emit(
                    "challenge",
                    ["challengeId": .string("challenge-\(index)"), "dateExpires": .string(end.ISO8601Format())])
            }
        }
        if proxySays {
            let gone = FakeProxy.problem(410, "CHALLENGE_EXPIRED")
            stage.proxy.plan("confirm-consent", gone, gone)
        }
        #expect(try await stage.run().value != nil)
        #expect(stage.presenter.faults == [] && stage.pages(.hidden).count == 3)
        #expect(
            stage.shown.filter { !["card-wait", "card-channel"].contains($0) }
                == ["card-code", "card-code", "card-code-expired", "card-code", "card-shown"].reduce(into: []) {
                    if $0.last != $1 || $1 == "card-code" { $0.append($1) }
                })
        let notices = stage.presenter.shown.filter { $0.id == "card-code" }.map { screen in
            screen.body.contains { if case .notice = $0 { true } else { false } }
        }
        #expect(notices == [false, true, false])
        #expect(stage.proxy.calls("confirm-consent").last?.body?["challengeId"] == "challenge-3")
    }

    @Test("a lost connection keeps the code, and repeating it is the same call")
    func lost() async throws {
        let stage = try CardFlowFixture([
            "card-code": [.code("123456"), .code("123456")], "card-shown": [.press("hide")],
        ])
        stage.proxy.plan("confirm-consent", HTTPResponse(status: 504))
        #expect(try await stage.run().value != nil)
        let calls = stage.proxy.calls("confirm-consent")
        #expect(calls.count == 2 && Set(calls.map(\.key)).count == 1)
    }

    @Test("a used code needs a new one, which is requested again")
    func used() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-code": [.code("123456"), .code("123456")], "card-code-used": [.press("retry")],
                "card-shown": [.press("hide")], "card-channel": [.send(time)],
            ], time: time)
        stage.proxy.plan("confirm-consent", FakeProxy.problem(409, "CODE_USED"))
        #expect(try await stage.run().value != nil)
        #expect(stage.pages(.hidden).count == 2)
    }

    @Test("the code length is configurable")
    func length() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("1234")], "card-shown": [.press("hide")]]) {
            $0.codeLength = 4
        }
        #expect(try await stage.run().value != nil)
        #expect(stage.presenter.faults == [])
    }
}
