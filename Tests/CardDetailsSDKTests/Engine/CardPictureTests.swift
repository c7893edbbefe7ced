import JourneyBase
import JourneyScreens
import TestSupport
import Testing

@testable import CardDetailsSDK
@testable import JourneyWeb

@Suite(
    "WebKit: pictures of a card", .enabled(CardTown.needsDisplay) { await CardTown.hasDisplay() }, .serialized,
    .timeLimit(.minutes(1)))
struct CardPictureTests {
    @Test("the harness's picture shows what the issuer's frames draw: without a frame it is another one")
    func frames() async throws {
        let replies: [String: [ScriptedPresenter.Reply]] = [
            "card-channel": [.press("send", ["channel": .chosen(["sms"])])], "card-code": [.code("123456")],
            "card-shown": [.never],
        ]
        try await CardTown.run(replies) { town in
            async let outcome = town.run()
            try await town.waitFor("card-shown")
            let page = try #require(town.visible)
            let whole = try await page.snapshot()
            #expect(try await page.snapshot() == whole, "Nothing moves.")
            for part in ["#card-number", "#card-cvv"] {
                _ = await page.evaluate(
                    "document.querySelector(part).style.visibility = 'hidden';", arguments: ["part": .string(part)])
                #expect(try await page.snapshot() != whole, "\(part)")
                _ = await page.evaluate(
                    "document.querySelector(part).style.visibility = '';", arguments: ["part": .string(part)])
                #expect(try await page.snapshot() == whole, "\(part)")
            }
            try await page.press("main > button")
            #expect(try await outcome.value?.end == .hidden)
        }
    }
}
