import JourneyBase
import JourneyScreens
import JourneyTesting
import Testing

@testable import CashBaba

@Suite("Terms for a first PIN")
struct TermsTests {
    private static let terms = WalletTerms(
        ["Our first rule.", "Our second rule."], translations: [.bengali: ["আমাদের নিয়ম।"]])

    /// Returns the welcome screen's text below its title.
    private func welcome(_ terms: WalletTerms?, _ language: Language) async throws -> String {
        let flow = try TestFlow(.SET_PIN, [], ["welcome": [TestFlow.cancel]], language: language.tag)
        var args = flow.args
        args.terms = terms
        await flow.present(args)
        flow.expectOver("cancelled")
        return try #require(flow.shown("welcome").first?.text)
    }

    @Test("the terms are the SDK's three sentences unless the host has its own", arguments: Language.allCases)
    func own(language: Language) async throws {
        let text = try await welcome(nil, language)
        for phrase in [WalletPhrase.terms, .termsPin, .termsCode, .termsUse] {
            #expect(text.contains(phrase(language)))
        }
    }

    @Test("the host's terms are used in the person's language if available, and never mixed with the SDK's")
    func hosts() async throws {
        for language in Language.allCases {
            let text = try await welcome(Self.terms, language)
            #expect(text.contains(WalletPhrase.terms(language)))
            for phrase in [WalletPhrase.termsPin, .termsCode, .termsUse] { #expect(!text.contains(phrase(language))) }
            #expect(text.contains("• ") && text.contains("আমাদের নিয়ম।") == (language == .bengali))
            #expect(text.contains("Our first rule.") == (language != .bengali))
            #expect(text.contains("Our second rule.") == (language != .bengali))
        }
    }

    @Test("a journey step uses the terms that the host provides with its access")
    func step() async throws {
        let test = try TestSDK([TestFlow.good])
        let presenter = ScriptedPresenter(["welcome": [TestFlow.cancel]], dependencies: .fixed())
        let steps = WalletSteps(test.sdk, on: presenter) {
            WalletSteps.Access(
                environment: .demo, clientId: "c", clientSecret: "s", wToken: "w", terms: Self.terms)
        }
        await #expect(throws: JourneyError.self) { try await SetPinPlugin(steps).handle("setPin", params: [:]) }
        #expect(presenter.shown.first { $0.id == "welcome" }?.text?.contains("• Our first rule.") == true)
    }
}
