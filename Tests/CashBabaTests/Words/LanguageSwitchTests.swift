import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("Switching the language")
struct LanguageSwitchTests {
    @MainActor
    private final class Listener: CBSDKLanguageDelegate {
        let events = EventRecorder()
        func languageDidChange(to languageCode: String) { events.record(languageCode, [:]) }
    }

    @Test("a shown screen is redrawn in the new language with its error, and calls use it")
    func standing() async throws {
        let flow = try TestFlow(
            .CHANGE_PIN, [TestFlow.rules, TestFlow.good],
            [
                "change-pin": [
                    TestFlow.pins(["current": "24680", "new": "13579", "repeat": "13578"]), .waitForUpdate,
                    TestFlow.change,
                ]
            ], language: "bn")
        let task = Task { await flow.present() }
        while flow.shown("change-pin").count < 2 { await Task.yield() }
        flow.test.sdk.languageHandler.languageCode = "en"
        await task.value
        flow.expectOver("success")
        let screens = flow.shown("change-pin")
        #expect(screens.map(\.title) == ["পিন পরিবর্তন করুন", "পিন পরিবর্তন করুন", "Change your PIN"])
        #expect(
            screens.map(\.inlineError) == [nil, WalletPhrase.pinsDiffer(.bengali), WalletPhrase.pinsDiffer(.english)])
        #expect(screens[0].text?.contains("পাঁচ সংখ্যা।") == true && screens[2].text?.contains("Five digits.") == true)
        #expect(screens[0].action(Screen.back)?.label == Language.bengali(.back))
        #expect(flow.test.transport.requests.map { $0.headers["lang"] } == ["bn", "bn", "en"])
        // The presenter's own texts change before the screen is redrawn, and never back.
        let tongues = flow.tongues.names
        #expect(tongues.first == "bn" && tongues.last == "en" && Set(tongues.drop { $0 == "bn" }) == ["en"])
    }

    @Test(
        "each screen of each flow is in the language's own letters and digits", arguments: FlowScreen.all,
        ["bn-BD", "ar-SA"])
    func ownLetters(row: FlowScreen, language: String) async throws {
        let replies = row.replies.merging([row.screen: [TestFlow.cancel]]) { $0 + $1 }
        let flow = try TestFlow(row.type, row.steps, replies, language: language)
        await flow.present()
        flow.expectOver("cancelled")
        for screen in flow.presenter.shown {
            // The host's values are not translated: references, the purpose, the address.
            let own = ["REF-1", "rent", "House 1, Dhaka", "\nP\n", "\u{2068}P\u{2069}", "\u{2068}CashBaba\u{2069}"]
            var words =
                ([screen.title, screen.text ?? ""] + screen.fields.map(\.label) + screen.actions.map(\.label))
                .joined(separator: "\n") + "\n" + screen.fields.compactMap(\.hint).joined(separator: "\n")
            for text in own { words = words.replacing(text, with: "\n") }
            #expect(words.unicodeScalars.allSatisfy { !$0.isASCII || !$0.properties.isAlphabetic }, "\(words)")
            #expect(words.allSatisfy { !("0"..."9").contains($0) }, "\(words)")
        }
        if row.type == .TRANSFER {
            let amount = language == "bn-BD" ? "১,২৫০.৫০৳" : "المبلغ: \u{2068}\u{200F}١٬٢٥٠٫٥٠\u{A0}تاكا\u{2069}"
            let screen = flow.shown("confirm-pin").first
            #expect(screen?.text?.contains(amount) == true)
            // The button names what it does, with the amount.
            let label = language == "bn-BD" ? "১,২৫০.৫০৳ পাঠান" : "تحويل \u{2068}\u{200F}١٬٢٥٠٫٥٠\u{A0}تاكا\u{2069}"
            #expect(screen?.action("submit")?.label == label)
        }
    }

    @Test("Arabic sends English to the service, shows the SDK's own rules, and reports Arabic to the host")
    func arabic() async throws {
        let flow = try TestFlow(
            .CHANGE_PIN, [TestFlow.rules], ["change-pin": [TestFlow.cancel]], language: "ar")
        await flow.present()
        flow.expectOver("cancelled")
        let rules = PINRules.own.map { "• \($0(.arabic))" }
        #expect(flow.shown("change-pin").first?.text == ([WalletPhrase.rules(.arabic)] + rules).joined(separator: "\n"))
        #expect(flow.test.transport.requests.map { $0.headers["lang"] } == ["en", "en"])
        #expect(flow.test.sdk.config.languageCode == "ar" && flow.test.sdk.languageHandler.languageCode == "ar")
    }

    @Test(
        "a service message in another language is isolated in Arabic text",
        arguments: ["Sorry.", "Sorry.\u{2069}\u{202E}"])
    func mixed(said: String) {
        var error = SDKError.refused(500, said)
        error.leavesDoubt = true
        #expect(error.message(in: .arabic) == "\u{200F}\u{2068}Sorry.\u{2069} " + WalletPhrase.outcomeUnknown(.arabic))
    }

    @Test("listeners are notified on the main actor once per change, and are not retained")
    @MainActor
    func listeners() async throws {
        let test = try TestSDK([TestFlow.good])
        let handler = test.sdk.languageHandler
        let (listener, other) = (Listener(), Listener())
        var gone: Listener? = Listener()
        weak let weakly = gone
        for delegate in [listener, other, listener] { handler.add(delegate) }
        if let gone { handler.add(gone) }
        gone = nil
        #expect(weakly == nil)
        handler.remove(other)
        handler.languageCode = "bn"
        handler.languageCode = "bn-BD"
        test.sdk.dataStorage.languageCode = "en"
        _ = await listener.events.first { $0.name == "en" }
        #expect(listener.events.names == ["bn", "en"] && other.events.names == [])
        #expect(handler.languageCode == "en" && CBSDKManager(test.sdk).languageHandler === handler)
        #expect(CBSDKLanguageHandler.sharedInstance === CashBabaSDK.shared.languageHandler)
    }
}
