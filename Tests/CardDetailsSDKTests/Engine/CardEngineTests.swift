import Foundation
import JourneyBase
import JourneyScreens
import TestSupport
import Testing

@testable import CardDetailsSDK
@testable import JourneySandbox
@testable import JourneyWeb
@testable import SandboxServices

@Suite(
    "WebKit: a card from the sandbox's issuer, through the gateway",
    .enabled(CardEngineFixture.needsDisplay) { await CardEngineFixture.hasDisplay() }, .serialized,
    .timeLimit(.minutes(10)))
struct CardEngineTests {
    private static let good: [String: [ScriptedPresenter.Reply]] = [
        "card-channel": [.press("send", ["channel": .chosen(["sms"])])], "card-code": [.code("123456")],
    ]

    @Test("the twelve steps show a card, and the page's own button hides it")
    func twelve() async throws {
        try await CardEngineFixture.run(Self.good.merging(["card-shown": [.never]]) { $1 }) { town in
            async let outcome = town.run()
            try await town.waitFor("card-shown")
            let page = try #require(town.visible)
            // The page's script can see the card's public data, and two frames of another origin.
            let text = try await page.text(of: "main")
            #expect(text.contains("ADA WINTER") && text.contains("Harbour") && !text.contains("drawing"))
            let seed = town.issuer.issuer.seed
            // In any grouping of its digits.
            let number = seed.number(of: seed.identifier("card/everyday"))
            #expect(number.count == 16 && !text.filter(\.isNumber).contains(number.dropLast(4).suffix(6)))
            try await page.wait(for: "#card-number iframe")
            try await page.wait(for: "#card-cvv iframe")
            try await page.press("main > button")
            let ended = try await outcome
            #expect(ended.value?.end == .hidden)
            #expect(town.presenter.faults == [])
            #expect(town.count(.hidden) == 1 && town.count(.visible) == 1)
        }
    }

    @Test("recording the display hides the card, and so does its time limit", arguments: [true, false])
    func goesAway(isRecorded: Bool) async throws {
        try await CardEngineFixture.run(
            Self.good.merging(["card-shown": [.never]]) { $1 }, visibility: .seconds(isRecorded ? 600 : 30)
        ) { town in
            async let outcome = town.run()
            try await town.waitFor("card-shown")
            let page = try #require(town.visible)
            try await page.wait(for: "#card-number iframe")
            if isRecorded { town.concealment.isCaptured = true }
            #expect(try await outcome.value?.end == (isRecorded ? .concealed : .timeUp))
            #expect(await page.isClosed)
            #expect(town.presenter.faults == [])
        }
    }

    @Test("the issuer's script reports a person whose phone is not verified")
    func factors() async throws {
        try await CardEngineFixture.run(Self.good.merging(["card-mfa": [.press("close")]]) { $1 }, as: "cleo") { town in
            let outcome = try await town.run("cleos", as: "cleo")
            #expect(outcome.code == .mfaNotEnabled)
            #expect(town.presenter.faults == [] && town.count(.visible) == 0)
        }
    }

    @Test("the issuer refuses wrong codes, and the fifth ends the viewing")
    func codes() async throws {
        let wrong = (0..<5).map { ScriptedPresenter.Reply.code("00000\($0)") }
        try await CardEngineFixture.run(
            Self.good.merging(["card-code": wrong, "card-attempts": [.press("close")]]) { $1 }
        ) { town in
            let outcome = try await town.run()
            #expect(outcome.code == .tooManyAttempts)
            #expect(town.presenter.faults == [] && town.count(.visible) == 0)
        }
    }

    @Test("a blocked issuer script is reported, and nothing is drawn")
    func noScript() async throws {
        // The host trusts another vault than the proxy's page uses: its engine loads nothing from there.
        try await CardEngineFixture.run(
            Self.good.merging(["card-script": [.press("close")]]) { $1 }, believesInAnotherVault: true
        ) { town in
            let outcome = try await town.run()
            #expect(outcome.code == .scriptMissing)
            #expect(town.count(.visible) == 0)
        }
    }

    @Test("another person's, a lost and an inactive card are refused before a code is sent")
    func others() async throws {
        for (card, code, screen) in [
            ("bens", ErrorCode.cardNotYours, "card-missing"), ("lost", .cardBlocked, "card-blocked"),
            ("expired", .cardNotActive, "card-inactive"), ("new", .cardNotActive, "card-inactive"),
        ] {
            try await CardEngineFixture.run([screen: [.press("close")]]) { town in
                let outcome = try await town.run(card)
                #expect(outcome.code == code, "\(card)")
                #expect(town.count(.hidden) == 0)
            }
        }
    }
}
