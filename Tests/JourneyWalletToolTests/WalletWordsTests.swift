import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyWalletTool

@Suite("Outcome texts of a flow")
struct WalletWordsTests {
    @Test("each sentence uses its language's own letters and digits", arguments: OwnLetters.languages)
    func ownLetters(language: Language) {
        let texts = [
            WalletWords.pinSet(language), WalletWords.paid(language), WalletWords.alreadyPaid(language),
            WalletWords.sent(language), WalletWords.cardOrdered(language), WalletWords.cancelled(language),
            WalletWords.amount(language, 1), WalletWords.fee(language, 1), WalletWords.balance(language, 1),
        ]
        for text in texts { #expect(OwnLetters.others(in: text, language) == "") }
        #expect(OwnLetters.others(in: WalletWords.transaction(language, "TX-1"), language, besides: ["TX-1"]) == "")
    }

    @Test(
        "taka have two decimals, in the language's digits",
        arguments: [
            ("0", "0.00৳", "০.০০৳", "\u{2068}\u{200F}٠٫٠٠\u{A0}تاكا\u{2069}"),
            ("0.125", "0.125৳", "০.১২৫৳", "\u{2068}\u{200F}٠٫١٢٥\u{A0}تاكا\u{2069}"),
            ("1250.5", "1,250.50৳", "১,২৫০.৫০৳", "\u{2068}\u{200F}١٬٢٥٠٫٥٠\u{A0}تاكا\u{2069}"),
            ("124595.05", "1,24,595.05৳", "১,২৪,৫৯৫.০৫৳", "\u{2068}\u{200F}١٢٤٬٥٩٥٫٠٥\u{A0}تاكا\u{2069}"),
        ])
    func taka(text: String, english: String, bengali: String, arabic: String) throws {
        let amount = try #require(Decimal(string: text))
        #expect(WalletWords.taka(amount, .english) == english)
        #expect(WalletWords.taka(amount, .bengali) == bengali)
        #expect(WalletWords.taka(amount, .arabic) == arabic)
    }
}
