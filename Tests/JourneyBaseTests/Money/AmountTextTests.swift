import Foundation
import JourneyBase
import TestSupport
import Testing

@Suite("Amounts on screens")
struct AmountTextTests {
    private struct Row: Decodable {
        let locale, currency, amount, text: String
    }

    @Test(
        "each row of the amounts table is formatted as its locale does, without rounding",
        .enabled(if: Vectors.has("payments/amounts.json"), "\(Vectors.missing)"))
    func table() throws {
        let rows = try JSONDecoder().decode([Row].self, from: Data(Vectors.bytes("payments/amounts.json")))
        #expect(rows.count > 10)
        for row in rows {
            let text = AmountText.text(row.amount, row.currency, locale: row.locale)
            // The table has Foundation's default, which rounds what is finer than the currency's minor unit.
            let isFiner = row.amount == "1234.5678"
            #expect(text == (isFiner ? "KWD\u{A0}1,234.5678" : row.text), "\(row.locale) \(row.currency)")
            #expect(!text.contains(" "))
        }
    }

    @Test("each language formats amounts with its own digits and grouping, on one line")
    func languages() {
        #expect(Language.english.amount("1234567.89", "GBP") == "£1,234,567.89")
        #expect(Language.bengali.amount("1234567.89", "BDT") == "১২,৩৪,৫৬৭.৮৯৳")
        #expect(Language.arabic.amount("1234567.89", "BDT") == "\u{2068}\u{200F}١٬٢٣٤٬٥٦٧٫٨٩\u{A0}BDT\u{2069}")
        #expect(
            Language.arabic.amount("1250.50", "GBP")
                == "\u{2068}\u{200F}١٬٢٥٠٫٥٠\u{A0}\u{2066}UK£\u{2069}\u{2069}")
        #expect(Language.english.amount(minorUnits: 12_500, "GBP") == "£125.00")
        #expect(Language.english.signedAmount("12.50", "GBP", isCredit: false) == "−£12.50")
        #expect(Language.english.signedAmount("12.50", "GBP", isCredit: true) == "+£12.50")
        #expect(Language.bengali.signedAmount("1234567.5", "BDT", isCredit: true) == "+১২,৩৪,৫৬৭.৫০৳")
    }

    @Test(
        "decimal places follow ISO 4217, not CLDR",
        arguments: [("IDR", "1.00"), ("IQD", "1.000"), ("JPY", "1")])
    func decimals(currency: String, digits: String) {
        let text = AmountText.text("1", currency, locale: "en_GB")
        #expect(text.hasSuffix(digits) && !text.hasSuffix("0" + digits), "\(text)")
    }

    @Test(
        "a text that is not a number is shown unchanged",
        arguments: ["12,34", "1.2.3", "0x10", "1e3", "12.34abc", "", "-", "1."])
    func malformed(text: String) { #expect(AmountText.text(text, "GBP", locale: "en_GB") == "GBP\u{A0}\(text)") }
}
