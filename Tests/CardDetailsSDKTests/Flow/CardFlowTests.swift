import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import CardDetailsSDK

@Suite("Showing a card", .timeLimit(.minutes(10)))
struct CardFlowTests {
    @Test("a whole viewing uses one code, one token and one prompt, and leaves nothing behind")
    func whole() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]])
        let outcome = try await stage.run()
        #expect(outcome.value == CardViewing(end: .hidden, isFrozen: false))
        #expect(stage.presenter.faults == [] && !stage.presenter.isShowing)
        #expect(stage.shown.filter { $0 != "card-wait" } == ["card-code", "card-shown"])
        #expect(stage.prompts == ["Show your card number"])
        let confirm = try #require(stage.proxy.calls("confirm-consent").first)
        #expect(
            confirm.body == [
                "userId": .string(FakeProxy.user), "challengeId": .string(FakeProxy.challenge),
                "verificationCode": "123456",
            ])
        #expect(confirm.key != nil && confirm.token == "Bearer user-token-1")
        #expect(stage.proxy.calls("confirm-consent").count == 1)
        #expect(stage.proxy.calls("revoke-consent").map(\.body) == [["userId": .string(FakeProxy.user)]])
        // Each page had a single-use address of its own, and both are closed.
        #expect(stage.pages.flatMap(\.loads).map(\.path) == ["/striga/page/ticket-1", "/striga/page/ticket-2"])
        #expect(stage.areClosed && stage.pages.flatMap(\.faults) == [])
    }

    @Test("the visible page receives the encrypted token and the card's design")
    func context() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]])
        let seen = Seen()
        stage.plan(.visible) { page in
            await seen.set(try await page.connect(), try await page.event("render"))
            for part in ["cardNumber", "cvv"] { try await page.emit("rendered", ["part": .string(part)]) }
        }
        _ = try await stage.run()
        let context = await seen.context
        #expect(context["card"]?["holder"] == "Mina Rahman" && context["card"]?["lastFour"] == "4242")
        #expect(context["card"]?["design"]?["background"] == "#0b5fae")
        #expect(context["words"]?["number"] == "Card number" && context["language"] == "en")
        #expect(
            await seen.render == [
                "cardId": .string(FakeProxy.card), "authToken": .string(FakeProxy.token), "showPin": false,
            ])
    }

    private actor Seen {
        var context: JSONValue = .null
        var render: JSONValue = .null
        func set(_ context: JSONValue, _ render: JSONValue) { (self.context, self.render) = (context, render) }
    }

    @Test("each viewing needs its own code and token")
    func anew() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-code": [.code("123456"), .code("123456")], "card-shown": [.press("hide"), .press("hide")],
                "card-channel": [.send(time)],
            ], time: time)
        for _ in 0..<2 { #expect(try await stage.run().value != nil) }
        #expect(stage.pages(.hidden).count == 2 && stage.proxy.calls("confirm-consent").count == 2)
        #expect(stage.proxy.calls("revoke-consent").count == 2 && stage.prompts.count == 2)
        // Two codes are two calls with different keys.
        #expect(Set(stage.proxy.calls("confirm-consent").map(\.key)).count == 2)
    }

    @Test("the person chooses the channel, and the issuer receives it", arguments: ConsentChannel.allCases)
    func channels(channel: ConsentChannel) async throws {
        let stage = try CardFlowFixture(
            [
                "card-channel": [.press("send", ["channel": .chosen([channel.rawValue])])],
                "card-code": [.code("123456")], "card-shown": [.press("hide")],
            ]
        ) { $0.channels = [.both, .sms, .email] }
        let asked = Asked()
        stage.plan(.hidden) { page in
            try await page.connect()
            await asked.set(try await page.event("consent"))
            try await page.emit(
                "challenge", ["challengeId": .string(FakeProxy.challenge), "dateExpires": "2027-01-15T08:05:00Z"])
        }
        #expect(try await stage.run().value != nil)
        var expected: [String: JSONValue] = ["userId": .string(FakeProxy.user)]
        if channel != .both { expected["channel"] = .string(channel.rawValue) }
        #expect(await asked.value == .object(expected))
    }

    private actor Asked {
        var value: JSONValue = .null
        func set(_ value: JSONValue) { self.value = value }
    }

    @Test("the card is hidden when its time is up")
    func timeUp() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.never]])
        async let outcome = stage.run()
        await stage.waitFor("card-shown")
        await stage.waitForNap(.seconds(60))
        #expect(!stage.pages(.visible)[0].isClosed)
        stage.clock.advance(by: .seconds(60))
        #expect(try await outcome.value?.end == .timeUp)
        #expect(stage.pages(.visible)[0].isClosed && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("the card is hidden when the app leaves the foreground or the display is recorded")
    func concealed() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.never]])
        async let outcome = stage.run()
        await stage.waitFor("card-shown")
        stage.conceal()
        #expect(try await outcome.value?.end == .concealed)
        #expect(stage.pages(.visible)[0].isClosed && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("a card that is still loading when the app leaves the foreground is not shown")
    func concealedBefore() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")]])
        stage.plan(.visible) { page in
            try await page.connect()
            _ = try await page.event("render")
            stage.conceal()
        }
        // The card was not shown.
        #expect(try await stage.run().isCancelled)
        #expect(!stage.shown.contains("card-shown") && stage.areClosed)
    }

    @Test("recording the display while the card loads shows a notice instead of the card")
    func recordedBefore() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-captured": [.press("close")]])
        stage.plan(.visible) { page in
            try await page.connect()
            _ = try await page.event("render")
            try await page.emit("rendered", ["part": "cardNumber"])
            stage.set(isCaptured: true)
            stage.conceal()
        }
        #expect(try await stage.run().code == .displayCaptured)
        #expect(stage.areClosed && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("while the display is recorded no code is sent")
    func recorded() async throws {
        let stage = try CardFlowFixture(["card-captured": [.press("retry"), .press("close")]])
        stage.set(isCaptured: true)
        #expect(try await stage.run().code == .displayCaptured)
        #expect(stage.pages.isEmpty && stage.presenter.faults == [])
    }

    @Test("no code is resent automatically while the display is recorded")
    func recordedMeanwhile() async throws {
        let time = Time()
        let stage = try CardFlowFixture(
            [
                "card-captured": [.press("close")],
                "card-code": [
                    .decide { _ in
                        time.pass(600)
                        return ScreenAction(action: Screen.expired)
                    }
                ],
            ], time: time)
        stage.plan(.hidden) { page in
            stage.set(isCaptured: true)
            try await CardFlowFixture.consents(page)
        }
        #expect(try await stage.run().code == .displayCaptured)
        #expect(stage.pages.count == 1 && stage.presenter.faults == [])
    }

    @Test("a code is not handed in while the display is recorded, and can be afterwards")
    func recordedAtCode() async throws {
        let holder = Holder()
        let stage = try CardFlowFixture([
            "card-code": [
                .code("123456"),
                .decide { screen in
                    #expect(screen.inlineError?.contains("recorded") == true)
                    holder.stage?.set(isCaptured: false)
                    return ScreenAction(action: "confirm", values: ["code": .text("123456")])
                },
            ], "card-shown": [.press("hide")],
        ])
        holder.stage = stage
        stage.plan(.hidden) { page in
            stage.set(isCaptured: true)
            try await CardFlowFixture.consents(page)
        }
        #expect(try await stage.run().value != nil)
        #expect(stage.proxy.calls("confirm-consent").count == 1 && stage.prompts.count == 1)
    }

    @Test("a recording that begins during the code check shows nothing, and the token is revoked")
    func recordedAtToken() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-captured": [.press("close")]])
        stage.proxy.plan("confirm-consent") {
            stage.set(isCaptured: true)
            return .json(["cardAuthToken": .string(FakeProxy.token)])
        }
        #expect(try await stage.run().code == .displayCaptured)
        #expect(stage.pages(.visible).isEmpty && stage.proxy.calls("revoke-consent").count == 1)
    }

    private final class Holder: Sendable {
        private let held = Mutex<CardFlowFixture?>(nil)
        var stage: CardFlowFixture? {
            get { held.withLock { $0 } }
            set { held.withLock { $0 = newValue } }
        }
    }

    @Test("the time limit runs from the first drawn part, however late the last one is")
    func timeFromFirst() async throws {
        let time = Time()
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.never]], time: time)
        stage.plan(.visible) { page in
            try await page.connect()
            _ = try await page.event("render")
            try await page.emit("rendered", ["part": "cardNumber"])
            await stage.waitForNap(.seconds(60))
            time.pass(20)
            stage.clock.advance(by: .seconds(20))
            try await page.emit("rendered", ["part": "cvv"])
        }
        async let outcome = stage.run()
        await stage.waitFor("card-shown")
        let ends = stage.presenter.current?.body.compactMap { block in
            if case .countdown(let countdown) = block { countdown.ends } else { nil }
        }
        #expect(ends == [CardFlowFixture.start + 60])
        stage.clock.advance(by: .seconds(40))
        #expect(try await outcome.value?.end == .timeUp)
    }

    @Test("the page's own button or closing its window hides the card")
    func hiddenInPage() async throws {
        for closes in [false, true] {
            let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.never]])
            stage.plan(.visible) { page in
                try await CardFlowFixture.draws(page)
                await stage.until { stage.shown.contains("card-shown") }
                if closes { stage.pages(.visible)[0].report(.closedByPerson) } else { try await page.emit("done") }
            }
            #expect(try await stage.run().value?.end == .hidden)
        }
    }

    @Test("a second viewing fails at once, and the first continues")
    func second() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.never]])
        async let first = stage.run()
        await stage.waitFor("card-shown")
        #expect(try await stage.run().code == .alreadyRunning)
        stage.conceal()
        #expect(try await first.value != nil)
    }

    @Test("cancelling the flow removes the page and revokes the token")
    func cancelled() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.never]])
        let task = Task { try await stage.run() }
        await stage.waitFor("card-shown")
        task.cancel()
        #expect(try await task.value.isCancelled)
        // The revocation continues in the background.
        await stage.flow.settle()
        #expect(stage.areClosed && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test(
        "showing the PIN needs three drawn frames, and two for a virtual card",
        arguments: [("PHYSICAL", true), ("VIRTUAL", false), ("ANOTHER", false)])
    func pin(kind: String, showsPIN: Bool) async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]]) {
            $0.showsPIN = true
        }
        stage.proxy.set(kind: kind)
        let asked = Asked()
        stage.plan(.visible) { page in
            try await page.connect()
            await asked.set(try await page.event("render"))
            for part in ["cardNumber", "cvv"] { try await page.emit("rendered", ["part": .string(part)]) }
            if showsPIN { try await page.emit("rendered", ["part": "pin"]) }
        }
        #expect(try await stage.run().value != nil)
        #expect(await asked.value["showPin"] == .bool(showsPIN))
    }

    @Test("a physical card without a PIN is shown without one")
    func noPIN() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]]) {
            $0.showsPIN = true
        }
        stage.proxy.set(kind: "PHYSICAL")
        stage.plan(.visible) { page in
            try await page.connect()
            _ = try await page.event("render")
            for part in ["cardNumber", "cvv"] { try await page.emit("rendered", ["part": .string(part)]) }
            try await page.emit("absent", ["part": "pin"])
        }
        #expect(try await stage.run().value != nil)
    }

    @Test("the page is closed before its companion screen is dismissed")
    func closedFirst() async throws {
        let box = Box()
        let stage = try CardFlowFixture(
            ["card-code": [.code("123456")], "card-shown": [.never]],
            presented: { Slow(base: $0) { await box.page?.waitUntilClosed() } })
        stage.plan(.visible) { page in
            box.page = stage.pages(.visible).first
            try await CardFlowFixture.draws(page)
        }
        async let outcome = stage.run()
        await stage.waitFor("card-shown")
        stage.conceal()
        #expect(try await outcome.value?.end == .concealed)
    }

    private final class Box: Sendable {
        private let held = Mutex<ScriptedPage?>(nil)
        var page: ScriptedPage? {
            get { held.withLock { $0 } }
            set { held.withLock { $0 = newValue } }
        }
    }

    /// Dismisses the screen beside the card only when `wait` has ended.
    private struct Slow: Presenter {
        let base: any Presenter
        let wait: @Sendable () async -> Void

        var language: Language { base.language }
        func ask(_ screen: Screen) async -> ScreenAction {
            let answer = await base.ask(screen)
            if screen.id == "card-shown" { await wait() }
            return answer
        }
        func show(_ screen: Screen) async { await base.show(screen) }
        func dismiss() async { await base.dismiss() }
    }

    @Test("no secret is logged or shown on a screen")
    func log() async throws {
        let stage = try CardFlowFixture(["card-code": [.code("123456")], "card-shown": [.press("hide")]])
        _ = try await stage.run()
        let text = stage.log.joined(separator: "\n") + "\(stage.presenter.shown)"
        #expect(stage.log.count > 4)
        for secret in [
            "123456", FakeProxy.token, "user-token", FakeProxy.user, FakeProxy.challenge, FakeProxy.card, "ticket",
        ] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }
}
