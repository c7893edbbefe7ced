import Foundation
import JourneyBase
import JourneyScreens
import JourneyTesting
import JourneyWeb
import Testing

@testable import CardDetailsSDK

@Suite("A card is shown", .timeLimit(.minutes(1)))
struct CardFlowTests {
    @Test("from consent to the frames: one code, one token, one prompt, and afterwards nothing is left")
    func whole() async throws {
        let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.press("hide")]])
        let outcome = try await stage.run()
        #expect(outcome.value == CardViewing(end: .hidden, isFrozen: false))
        #expect(stage.presenter.faults == [] && !stage.presenter.isShowing)
        #expect(stage.shown.filter { $0 != "card-wait" } == ["card-code", "card-shown"])
        #expect(stage.prompts == ["Show the number of your card"])
        let confirm = try #require(stage.proxy.calls("confirm-consent").first)
        #expect(
            confirm.body == [
                "userId": .string(FakeProxy.user), "challengeId": .string(FakeProxy.challenge),
                "verificationCode": "123456",
            ])
        #expect(confirm.key != nil && confirm.token == "Bearer user-token-1")
        #expect(stage.proxy.calls("confirm-consent").count == 1)
        #expect(stage.proxy.calls("revoke-consent").map(\.body) == [["userId": .string(FakeProxy.user)]])
        // Each page was of a ticket of its own, and both are closed.
        #expect(stage.pages.flatMap(\.loads).map(\.path) == ["/striga/page/ticket-1", "/striga/page/ticket-2"])
        #expect(stage.areClosed && stage.pages.flatMap(\.faults) == [])
    }

    @Test("what the visible page gets is the token, encrypted, and how the card looks")
    func context() async throws {
        let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.press("hide")]])
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

    @Test("every viewing asks anew: two viewings, two codes, two tokens")
    func anew() async throws {
        let stage = try Stage([
            "card-code": [.code("123456"), .code("123456")], "card-shown": [.press("hide"), .press("hide")],
        ])
        for _ in 0..<2 { #expect(try await stage.run().value != nil) }
        #expect(stage.pages(.hidden).count == 2 && stage.proxy.calls("confirm-consent").count == 2)
        #expect(stage.proxy.calls("revoke-consent").count == 2 && stage.prompts.count == 2)
        // Two codes are two calls.
        #expect(Set(stage.proxy.calls("confirm-consent").map(\.key)).count == 2)
    }

    @Test("the channel is the person's choice, and the issuer hears it", arguments: ConsentChannel.allCases)
    func channels(channel: ConsentChannel) async throws {
        let stage = try Stage(
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

    @Test("the card goes away by itself when its time is over")
    func timeUp() async throws {
        let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.never]])
        async let outcome = stage.run()
        await stage.waitFor("card-shown")
        await stage.waitForNap(.seconds(60))
        #expect(!stage.pages(.visible)[0].isClosed)
        stage.clock.advance(by: .seconds(60))
        #expect(try await outcome.value?.end == .timeUp)
        #expect(stage.pages(.visible)[0].isClosed && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("the card goes away when the app leaves the foreground or the display is recorded")
    func concealed() async throws {
        let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.never]])
        async let outcome = stage.run()
        await stage.waitFor("card-shown")
        stage.conceal()
        #expect(try await outcome.value?.end == .concealed)
        #expect(stage.pages(.visible)[0].isClosed && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("a card that is still on its way when the app is put away never comes up")
    func concealedBefore() async throws {
        let stage = try Stage(["card-code": [.code("123456")]])
        stage.plan(.visible) { page in
            try await page.connect()
            _ = try await page.event("render")
            stage.conceal()
        }
        #expect(try await stage.run().value?.end == .concealed)
        #expect(!stage.shown.contains("card-shown"))
    }

    @Test("the page's own button hides the card, and closing its window does")
    func hiddenInPage() async throws {
        for closes in [false, true] {
            let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.never]])
            stage.plan(.visible) { page in
                try await Stage.draws(page)
                await stage.until { stage.shown.contains("card-shown") }
                if closes { stage.pages(.visible)[0].report(.closedByPerson) } else { try await page.emit("done") }
            }
            #expect(try await stage.run().value?.end == .hidden)
        }
    }

    @Test("one viewing at a time: a second fails at once, and the first goes on")
    func second() async throws {
        let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.never]])
        async let first = stage.run()
        await stage.waitFor("card-shown")
        #expect(try await stage.run().code == .alreadyRunning)
        stage.conceal()
        #expect(try await first.value != nil)
    }

    @Test("a flow that is cancelled takes the page away and revokes the token")
    func cancelled() async throws {
        let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.never]])
        let task = Task { try await stage.run() }
        await stage.waitFor("card-shown")
        task.cancel()
        #expect(try await task.value.isCancelled)
        #expect(stage.areClosed && stage.proxy.calls("revoke-consent").count == 1)
    }

    @Test("with a PIN to be shown, three frames have to draw")
    func pin() async throws {
        let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.press("hide")]]) { $0.showsPIN = true }
        #expect(try await stage.run().value != nil)
    }

    @Test("nothing secret is logged, or stands in a screen")
    func log() async throws {
        let stage = try Stage(["card-code": [.code("123456")], "card-shown": [.press("hide")]])
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
