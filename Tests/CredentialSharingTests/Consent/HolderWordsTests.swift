import JourneyBase
import JourneyCBOR
import Testing

@testable import CredentialSharing
@testable import MobileDocument

@Suite struct HolderWordsTests {
    /// All phrases, each case with values.
    static var all: [HolderPhrase] {
        let plain: [HolderPhrase] = [
            .loading, .beforeYouPresent, .readyToPresent, .showCode, .showCodeHelp, .codePicture, .connecting,
            .generatingProof, .sentSuccessfully, .notSent, .stopped, .checkAgain, .openSettings, .readerAsks,
            .readerUnsigned,
            .readerUnproven, .allow, .deny, .requestedData, .chooseOrDeny, .nothingToSend,
            .provided, .yes, .no, .yourDocuments, .whatToPresent, .present, .noDocuments, .documentsUnreadable,
            .notUsable("Card"),
        ]
        let inserted: [HolderPhrase] = [
            .statedPurpose("X"), .purposeCode("7", "ACME"),
        ]
        let waits = Cancellation.Wait.allCases.map { Cancellation.timedOut($0) }
        let ends: [Cancellation] =
            [
                .person, .denied, .readerLeft, .dropped(.init(.disconnected, "")), .prerequisites([.bluetooth]),
                .prerequisites([.location]),
            ] + waits
        return plain + inserted
            + Permission.allCases.flatMap { permission in
                [HolderPhrase.need(permission), .enable(permission)]
                    + Permission.MissingReason.allCases.map { .lack(permission, $0) }
            }
            + [
                .step(1, of: 2), .asks("ACME"), .readerVerified("ACME"), .answeredByAge(21, isReached: true),
                .answeredByAge(16, isReached: false), .unavailableItems(1), .unavailableItems(2), .unknownDocuments(1),
                .unknownDocuments(2), .element("age_over_18"), .sent(documents: 1), .sent(documents: 2),
                .privilege("X", issued: "", expires: nil), .privilege("X", issued: nil, expires: ""),
                .privilege("X", issued: "", expires: ""),
                .fewCopiesLeft("Card", 0), .fewCopiesLeft("Card", 1), .fewCopiesLeft("Card", 2),
            ]
            + ElementLabel.all.keys.sorted().map { .element($0) }
            + ["org.iso.18013.5.1", "org.iso.18013.5.1.aamva", "org.iso.18013.5.1.JP", "eu.europa.ec.eudi.pid.de", "x"]
            .map {
                .nameSpace($0)
            } + ends.map { .cancelled($0) }
            + SessionError.Reason.allCases.map { .failure($0) }
    }

    @Test(arguments: OwnScript.languages)
    func `every phrase exists in English and in each other language's own letters and digits`(
        language: Language, block: ClosedRange<UInt32>
    ) {
        for phrase in Self.all {
            OwnScript.expect(language(phrase), Language.english(phrase), block, besides: ["ACME", "Card", "X"])
        }
    }

    @Test func `each element of the built-in documents has a label`() {
        for template in DocumentTemplate.known {
            for element in template.nameSpaces.values.joined() {
                let hasLabel = ElementLabel.all[element.name] != nil || element.name.hasPrefix("age_over_")
                #expect(hasLabel, "\(element.name)")
            }
        }
    }

    @Test func `a namespace has a name in words, a country's with the country`() {
        #expect(Language.english(HolderPhrase.nameSpace("org.iso.18013.5.1")) == "International licence data")
        #expect(Language.english(HolderPhrase.nameSpace("org.iso.18013.5.1.JP")) == "Licence data of Japan")
        #expect(Language.english(HolderPhrase.nameSpace("eu.europa.ec.eudi.pid.de")) == "Identity data of Germany")
        for unknown in ["org.example", "org.iso.18013.5.1.", "org.iso.18013.5.1.QQQ", ""] {
            #expect(Language.english(HolderPhrase.nameSpace(unknown)) == "Other data")
        }
    }

    @Test func `Arabic isolates foreign names and identifiers`() {
        #expect(Language.arabic(HolderPhrase.asks("ACME")).contains("\u{2068}ACME\u{2069}"))
        #expect(Language.arabic(HolderPhrase.element("org.example.x")).hasSuffix("\u{2068}org.example.x\u{2069}"))
    }

    @Test func `a reader's name cannot reorder the Arabic text about its signature`() {
        let name = "ACME\u{2069}\u{202E} verified"
        #expect(
            Language.arabic(HolderPhrase.readerVerified(name))
                == "الطلب موقّع من \u{2068}ACME verified\u{2069}، وقد ثبتت صحة التوقيع.")
    }

    @Test(arguments: [
        (0, "لم يُطلب أي عنصر آخر", "لم تتم مشاركة أي مستند."), (1, "طُلب عنصر آخر", "تمت مشاركة مستند واحد، كما سمحت."),
        (2, "طُلب عنصران آخران", "تمت مشاركة مستندين، كما سمحت."),
        (3, "طُلبت ٣ عناصر أخرى", "تمت مشاركة ٣ مستندات، كما سمحت."),
        (10, "طُلبت ١٠ عناصر أخرى", "تمت مشاركة ١٠ مستندات، كما سمحت."),
        (11, "طُلب ١١ عنصرًا آخر", "تمت مشاركة ١١ مستندًا، كما سمحت."),
        (99, "طُلب ٩٩ عنصرًا آخر", "تمت مشاركة ٩٩ مستندًا، كما سمحت."),
        (100, "طُلب ١٠٠ عنصر آخر", "تمت مشاركة ١٠٠ مستند، كما سمحت."),
        (102, "طُلب ١٠٢ عنصر آخر", "تمت مشاركة ١٠٢ مستند، كما سمحت."),
        (103, "طُلبت ١٠٣ عناصر أخرى", "تمت مشاركة ١٠٣ مستندات، كما سمحت."),
        (111, "طُلب ١١١ عنصرًا آخر", "تمت مشاركة ١١١ مستندًا، كما سمحت."),
    ])
    func `Arabic uses its six plural forms`(count: Int, items: String, sent: String) {
        #expect(Language.arabic(HolderPhrase.unavailableItems(count)).hasPrefix(items + " لا يتضمن"))
        #expect(Language.arabic(HolderPhrase.sent(documents: count)) == sent)
    }

    @Test(arguments: [
        (0, "لا يمكن تقديم «⟦⟧» مرة أخرى"), (1, "يمكن تقديم «⟦⟧» مرة واحدة أخرى"), (2, "يمكن تقديم «⟦⟧» مرتين أخريين"),
        (3, "يمكن تقديم «⟦⟧» ٣ مرات أخرى"), (11, "يمكن تقديم «⟦⟧» ١١ مرة أخرى"), (100, "يمكن تقديم «⟦⟧» ١٠٠ مرة أخرى"),
        (103, "يمكن تقديم «⟦⟧» ١٠٣ مرات أخرى"),
    ])
    func `the number of remaining copies is in the right plural form`(count: Int, text: String) {
        #expect(
            Language.arabic(HolderPhrase.fewCopiesLeft("Card", count))
                == text.replacing("⟦⟧", with: "\u{2068}Card\u{2069}") + ". اطلب نسخًا جديدة من الجهة المُصدرة.")
    }

    @Test(arguments: [
        (1, "عام واحد", "عام واحد"), (2, "عامان", "عامين"), (3, "٣ أعوام", "٣ أعوام"), (10, "١٠ أعوام", "١٠ أعوام"),
        (11, "١١ عامًا", "١١ عامًا"), (18, "١٨ عامًا", "١٨ عامًا"), (99, "٩٩ عامًا", "٩٩ عامًا"),
    ])
    func `ages are in the right plural form, and over and under differ`(
        years: Int, over: String, under: String
    ) {
        let padded = years < 10 ? "0\(years)" : "\(years)"
        #expect(Language.arabic(HolderPhrase.element("age_over_\(padded)")) == "بلوغ سن \(under)")
        #expect(Language.arabic(ReaderPhrase.over(years)) == "العمر \(over) أو أكثر")
        #expect(Language.arabic(ReaderPhrase.notOver(years)) == "العمر أقل من \(under)")
        #expect(
            Language.arabic(HolderPhrase.answeredByAge(years, isReached: true)) == "الإجابة: العمر \(over) أو أكثر")
        #expect(
            Language.arabic(HolderPhrase.answeredByAge(years, isReached: false)) == "الإجابة: العمر أقل من \(under)")
    }

    @Test func `the states use the documented texts`() {
        let words = Language.english
        #expect(words(HolderPhrase.connecting) == "Connecting…")
        #expect(words(HolderPhrase.generatingProof) == "Generating Proof…")
        #expect(words(HolderPhrase.sentSuccessfully) == "Sent Successfully")
        #expect(words(HolderPhrase.allow) == "Allow" && words(HolderPhrase.deny) == "Deny")
    }

    @Test func `a driving privilege says how long it is valid, with dates as each language writes them`() throws {
        func words(_ members: CBORValue) throws -> [String] {
            let item = try CBORReader.item(in: CBORValue.array([members]).encoded[...])
            return Language.allCases.map { ElementText($0).value(item, of: "driving_privileges") }
        }
        func day(_ text: String) -> CBORValue { .tagged(1_004, .text(text)) }
        #expect(
            try words(["vehicle_category_code": "B", "expiry_date": day("2035-01-15")]) == [
                "B · Valid until 15 January 2035", "B · মেয়াদ ১৫ জানুয়ারি ২০৩৫ পর্যন্ত",
                "الفئة \u{2068}B\u{2069} · صالحة حتى ١٥ يناير ٢٠٣٥",
            ])
        #expect(
            try words([
                "vehicle_category_code": "A", "issue_date": day("2020-02-01"), "expiry_date": day("2035-01-15"),
            ]).first == "A · Valid from 1 February 2020 to 15 January 2035")
        #expect(
            try words(["vehicle_category_code": "A", "issue_date": day("2020-02-01")]).first
                == "A · Issued 1 February 2020")
        #expect(try words(["vehicle_category_code": "A"]).prefix(2) == ["A", "A"])
    }

    @Test func `an unknown element is shown by its identifier, and an age by its years`() {
        #expect(Language.english(HolderPhrase.element("org.example.x")) == "org.example.x")
        #expect(Language.english(HolderPhrase.element("age_over_07")) == "Whether you are 7 or over")
        #expect(Language.bengali(HolderPhrase.element("age_over_18")).contains("১৮"))
    }
}
