import JourneyBase
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite struct ReaderWordsTests {
    private static let all: [ReaderPhrase] =
        [
            .whatToRead, .starting, .beforeYouRead, .readyToScan, .scanCode, .pasteCode, .read, .seeking, .requesting,
            .waiting, .verifying, .ended, .notRead, .asked("ACME"), .licence, .identity, .over(18), .notOver(18),
            .verified, .incomplete, .notVerified, .doNotTrust, .didNotCome("…"), .saidByDevice, .provided, .yes, .no,
            .left(.here), .left(.declined), .left(.dropped), .goesTo("https://shop.example"),
        ] + Permission.allCases.map { .why($0) }
        + [Permission.MissingReason.absent, .denied, .notReady].map { .noCamera($0) }
        + ReaderError.Reason.allCases.map { .fault($0) }

    @Test(arguments: OwnScript.languages)
    func `every word is there in English and in the other languages' own letters and digits`(
        language: Language, block: ClosedRange<UInt32>
    ) {
        for phrase in Self.all {
            OwnScript.expect(
                language(phrase), Language.english(phrase), block, besides: ["ACME", "https://shop.example", "mdoc:…"])
        }
    }

    @Test func `in Arabic, a website's address and a title stand apart`() {
        let words = Language.arabic
        #expect(words(.goesTo("https://a.example")) == "تُرسَل الإجابة إلى \u{2068}https://a.example\u{2069}.")
        #expect(words(.asked("Age")) == "أنت تطلب: \u{2068}Age\u{2069}")
    }
}
