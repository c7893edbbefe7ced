import JourneyBase
import TestSupport
import Testing

@testable import HSBCPartnerSDK

@Suite("Transaction approval texts")
struct ApprovalPhraseTests {
    @Test("each text uses its language's letters and digits and has its values", arguments: OwnLetters.languages)
    func ownLetters(language: Language) {
        let phrases: [ApprovalPhrase] = [
            .approvePayment, .amount, .fee, .total, .payee, .account,
            .pay("⟦1⟧", to: "⟦2⟧"), .payTotal("⟦1⟧"), .confirmToSign,
        ]
        for phrase in phrases {
            let (own, english) = (language(phrase), Language.english(phrase))
            #expect(OwnLetters.others(in: own, language, besides: ["⟦1⟧", "⟦2⟧"]) == "")
            for value in ["⟦1⟧", "⟦2⟧"] { #expect(own.contains(value) == english.contains(value), "\(own)") }
        }
    }
}
