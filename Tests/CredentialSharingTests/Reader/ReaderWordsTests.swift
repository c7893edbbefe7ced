import JourneyBase
import JourneyCBOR
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite struct ReaderWordsTests {
    private static let all: [ReaderPhrase] =
        [
            .whatToRead, .starting, .beforeYouRead, .readyToScan, .scanCode, .pasteCode, .read, .seeking, .requesting,
            .waiting, .verifying, .ended, .notRead, .asked("ACME"), .licence, .identity, .over(18), .notOver(18),
            .verified, .incomplete, .notVerified, .doNotTrust, .didNotCome("…"), .saidByDevice,
            .left(.here), .left(.declined), .left(.dropped), .goesTo("https://shop.example"),
        ] + Permission.allCases.map { .why($0) }
        + [Permission.MissingReason.absent, .denied, .notReady].map { .noCamera($0) }
        + ReaderError.Reason.allCases.map { .fault($0) }

    @Test(arguments: OwnScript.languages)
    func `every phrase exists in English and in each other language's own letters and digits`(
        language: Language, block: ClosedRange<UInt32>
    ) {
        for phrase in Self.all {
            OwnScript.expect(
                language(phrase), Language.english(phrase), block, besides: ["ACME", "https://shop.example", "mdoc:…"])
        }
    }

    @Test func `coded values are translated into each language`() throws {
        func words(_ value: CBORValue, _ identifier: String) throws -> [String?] {
            let item = try CBORReader.item(in: value.encoded[...])
            return Language.allCases.map { CodedValue.text(item, of: identifier, in: $0) }
        }
        #expect(try words(.unsigned(2), "sex") == ["female", "নারী", "أنثى"])
        #expect(try words("blue", "eye_colour") == ["blue", "নীল", "أزرق"])
        #expect(try words(.unsigned(175), "height") == ["175\u{A0}cm", "১৭৫\u{A0}সেমি", "١٧٥\u{A0}سم"])
        #expect(try words("DE", "issuing_country") == ["Germany", "জার্মানি", "ألمانيا"])
        // What isn't a code of the standards is shown as the document has it.
        #expect(try words(.unsigned(7), "sex") == [nil, nil, nil])
        #expect(try words("plaid", "hair_colour") == [nil, nil, nil])
        #expect(try words("de", "nationality") == [nil, nil, nil])
        #expect(try words("blue", "family_name") == [nil, nil, nil])
    }

    @Test func `Arabic isolates a website's address and a title`() {
        let words = Language.arabic
        #expect(words(.goesTo("https://a.example")) == "ستُرسَل إجابتك إلى \u{2068}https://a.example\u{2069}.")
        #expect(words(.asked("Age")) == "أنت تطلب: \u{2068}Age\u{2069}")
    }
}
