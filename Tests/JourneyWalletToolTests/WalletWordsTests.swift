import Foundation
import JourneyBase
import Testing

@testable import JourneyWalletTool

@Suite("How a flow's end is told")
struct WalletWordsTests {
    @Test(
        "taka have two decimals, in the language's digits",
        arguments: [
            ("0", "৳0.00", "৳০.০০"), ("1250.5", "৳1250.50", "৳১২৫০.৫০"), ("24595.05", "৳24595.05", "৳২৪৫৯৫.০৫"),
            ("-3", "৳-3.00", "৳-৩.০০"),
        ])
    func taka(text: String, english: String, bengali: String) throws {
        let amount = try #require(Decimal(string: text))
        #expect(WalletWords.taka(amount, .english) == english)
        #expect(WalletWords.taka(amount, .bengali) == bengali)
    }
}
