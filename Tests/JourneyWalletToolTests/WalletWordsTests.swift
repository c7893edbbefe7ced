import Foundation
import JourneyBase
import Testing

@testable import JourneyWalletTool

@Suite("How a flow's end is told")
struct WalletWordsTests {
    @Test(
        "taka have two decimals, in the language's digits",
        arguments: [
            ("0", "৳0.00", "৳০.০০", "٠٫٠٠\u{A0}تاكا"), ("1250.5", "৳1250.50", "৳১২৫০.৫০", "١٢٥٠٫٥٠\u{A0}تاكا"),
            ("24595.05", "৳24595.05", "৳২৪৫৯৫.০৫", "٢٤٥٩٥٫٠٥\u{A0}تاكا"), ("-3", "৳-3.00", "৳-৩.০০", "-٣٫٠٠\u{A0}تاكا"),
        ])
    func taka(text: String, english: String, bengali: String, arabic: String) throws {
        let amount = try #require(Decimal(string: text))
        #expect(WalletWords.taka(amount, .english) == english)
        #expect(WalletWords.taka(amount, .bengali) == bengali)
        #expect(WalletWords.taka(amount, .arabic) == arabic)
    }
}
