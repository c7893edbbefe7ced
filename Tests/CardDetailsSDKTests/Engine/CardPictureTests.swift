import Foundation
import JourneyBase
import JourneyScreens
import TestSupport
import Testing

@testable import CardDetailsSDK
@testable import JourneyWeb

@Suite(
    "WebKit: pictures of a card", .enabled(CardEngineFixture.needsDisplay) { await CardEngineFixture.hasDisplay() },
    .serialized,
    .timeLimit(.minutes(10)))
struct CardPictureTests {
    @Test("the harness's picture includes the issuer's frames, and differs without one")
    func frames() async throws {
        let replies: [String: [ScriptedPresenter.Reply]] = [
            "card-channel": [.press("send", ["channel": .chosen(["sms"])])], "card-code": [.code("123456")],
            "card-shown": [.never],
        ]
        try await CardEngineFixture.run(replies) { town in
            async let outcome = town.run()
            try await town.waitFor("card-shown")
            let page = try #require(town.visible)
            // The window may get its size seconds later, if other windows keep the thread busy.
            _ = await page.evaluate(
                "for (let i = 0; i < 1500 && innerWidth !== 390; i++) await new Promise((done) => setTimeout(done, 20));"
            )
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

    @Test(
        "the Arabic page runs right to left with Arabic text, and the card's print keeps its direction")
    func arabic() async throws {
        let replies: [String: [ScriptedPresenter.Reply]] = [
            "card-channel": [.press("send", ["channel": .chosen(["sms"])])], "card-code": [.code("123456")],
            "card-shown": [.never],
        ]
        try await CardEngineFixture.run(replies, in: .arabic) { town in
            async let outcome = town.run()
            try await town.waitFor("card-shown")
            let page = try #require(town.visible)
            let sides = await page.evaluate(
                """
                const way = (part) => getComputedStyle(document.querySelector(part)).direction;
                return [":root", ".holder dt", "#card-number", "#card-cvv", ".holder bdi", ".expiry bdi", ".design bdi"]
                    .map(way).join(" ");
                """)
            #expect(sides == "rtl rtl ltr ltr ltr ltr ltr")
            #expect(try await page.text(of: ".number dt") == "رقم البطاقة")
            #expect(await page.evaluate("return document.querySelector('main > button').innerText;") == "إخفاء")
            // Labels start at the start of the line: at the right.
            let starts = await page.evaluate(
                """
                const edge = (part) => document.querySelector(part).getBoundingClientRect().right;
                return String(Math.abs(edge(".holder dt") - edge(".number dt")) < 1 && edge(".expiry dt") < edge(".holder dt"));
                """)
            #expect(starts == "true")
            if let folder = ProcessInfo.processInfo.environment["JOURNEY_PICTURES"] {
                try Data(try await page.snapshot()).write(to: URL(filePath: folder).appending(path: "card-page-ar.png"))
            }
            try await page.press("main > button")
            #expect(try await outcome.value?.end == .hidden)
        }
    }
}
