import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Applicant input")
struct ApplicantTextTests {
    /// Noon on 1 March 2026, UTC.
    private let now = Date(timeIntervalSince1970: 1_772_366_400)

    @Test(
        "a date of birth is a calendar date, 18 to 120 years ago",
        arguments: [
            ("2008-03-01", true), ("2008-03-02", false), ("1905-03-02", true), ("1905-03-01", false),
            ("2000-02-29", true), ("2001-02-29", false), ("1990-13-01", false),
            ("1990-00-10", false), ("1990-12-32", false), ("90-12-31", false), ("1990-1-01", false),
            ("1990-12-31T", false), ("1990/12/31", false), ("+990-12-31", false), ("٠٩٩٠-12-31", false), ("", false),
        ])
    func birthDate(text: String, isAccepted: Bool) {
        #expect((ApplicantText.birthDate(text, at: now) != nil) == isAccepted)
    }

    @Test(
        "a postcode has one of six formats and is normalised to capitals with one space",
        arguments: [
            ("SW1A 1AA", "SW1A 1AA"), ("bs1 4sb", "BS1 4SB"), ("m11ae", "M1 1AE"), ("CR26XH", "CR2 6XH"),
            ("DN55 1PT", "DN55 1PT"), ("W1P 1HQ", "W1P 1HQ"), ("1AA 1AA", nil), ("SW1A 1A", nil), ("SW1A 11A", nil),
            ("SW1A1AAA", nil), ("", nil),
        ])
    func postcode(text: String, kept: String?) { #expect(ApplicantText.postcode(text) == kept) }

    @Test(
        "a mobile number is a UK one in any spacing",
        arguments: [
            ("07700 900123", "+447700900123"), ("+44 7700 900123", "+447700900123"),
            ("(07700)-900-123", "+447700900123"),
            ("0770090012", nil), ("077009001234", nil), ("02079460000", nil), ("0770090012a", nil),
            ("٠٧٧٠٠٩٠٠١٢٣", nil),
        ])
    func mobile(text: String, kept: String?) { #expect(ApplicantText.mobile(text) == kept) }

    @Test(
        "an email address has one @ and a dot after it",
        arguments: [
            ("a@b.cd", true), ("rowan.ellis+bank@example.co.uk", true), ("a@b", false), ("a@@b.cd", false),
            ("@b.cd", false), ("a@.cd", false), ("a@b.", false), ("a b@c.de", false), ("a@b.cd\n", false),
            (String(repeating: "a", count: 64) + "@b.cd", true), (String(repeating: "a", count: 65) + "@b.cd", false),
        ])
    func email(text: String, isAccepted: Bool) { #expect((ApplicantText.email(text) != nil) == isAccepted) }

    @Test(
        "a name has letters of any script, and no digits or signs",
        arguments: [
            ("Rowan", true), ("O’Neill-Brady", true), ("José", true), ("روان", true), (" Ann ", true), ("", false),
            ("-", false), ("R2", false), ("<b>", false), (String(repeating: "a", count: 60), true),
            (String(repeating: "a", count: 61), false),
        ])
    func name(text: String, isAccepted: Bool) { #expect((ApplicantText.name(text) != nil) == isAccepted) }

    @Test("each fault has a sentence in each language")
    func sentences() {
        for language in Language.allCases {
            let all = ApplicantFault.allCases.map { $0.sentence(in: language) }
            #expect(Set(all).count == all.count && !all.contains(""))
        }
        let examples = ["1990-12-31", "07700 900123", "SW1A 1AA", "name@example.com"]
        for language in OwnLetters.languages {
            for fault in ApplicantFault.allCases {
                #expect(OwnLetters.others(in: fault.sentence(in: language), language, besides: examples) == "")
            }
            for product in Product.allCases {
                #expect(OwnLetters.others(in: product.name(in: language), language) == "")
            }
            for product in Product.list(in: language)["products"]?.array ?? [] {
                #expect(OwnLetters.others(in: product["summary"]?.string ?? "", language) == "")
            }
            for phrase in TransferPhrase.allCases {
                #expect(
                    OwnLetters.others(in: phrase(language), language, besides: ["04-00-04", "UK£"]) == "", "\(phrase)")
            }
        }
        #expect(TransferPhrase.limit(.english) == "You can send up to £10,000.00 at a time.")
        #expect(TransferPhrase.limit(.bengali).contains("১০,০০০.০০£"))
        // Otherwise 1990-12-31 would be displayed as 31-12-1990, which isn't accepted.
        for (fault, number) in [(ApplicantFault.birthDate, "1990-12-31"), (.mobile, "07700 900123")] {
            #expect(fault.sentence(in: .arabic).contains("\u{200E}" + number))
        }
    }

    @Test(
        "the first supported language is used",
        arguments: [
            ("ar", "ar"), ("ar-EG, en;q=0.5", "ar"), ("fr, ar;q=0.5", "ar"), ("en-GB", "en"), ("", "en"), ("xx", "en"),
            ("arx", "en"), ("AR", "ar"), ("bn-BD", "bn"), ("fr, bn;q=0.8, ar;q=0.5", "bn"),
        ])
    func language(header: String, code: String) throws {
        var request = HTTPRequest(url: try #require(HTTPSURL("https://bank.localhost/")))
        request.headers["Accept-Language"] = header
        #expect(Language(acceptedBy: request).rawValue == code)
    }
}
