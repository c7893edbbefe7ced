import Foundation
import Testing

@testable import JourneyBase

struct LanguageTests {
    /// All phrases, with sample values. The switch is exhaustive: a new case doesn't compile until it is listed here.
    static let phrases: [Phrase] = {
        func next(_ phrase: Phrase) -> Phrase? {
            switch phrase {
            case .back: .cancel
            case .cancel: .close
            case .close: .confirm
            case .confirm: .goOn
            case .goOn: .tryAgain
            case .tryAgain: .approve
            case .approve: .notAvailable
            case .notAvailable: .share
            case .share: .decline
            case .decline: .sendAgain
            case .sendAgain: .delete
            case .delete: .clear
            case .clear: .sendAgainIn(seconds: 7)
            case .sendAgainIn: .enterCode
            case .enterCode: .code
            case .code: .codeRunsOut
            case .codeRunsOut: .codeSentTo("⟦1⟧")
            case .codeSentTo: .enterPIN
            case .enterPIN: .choosePIN
            case .choosePIN: .repeatPIN
            case .repeatPIN: .pin
            case .pin: .pinsDiffer
            case .pinsDiffer: .digitsHint(7)
            case .digitsHint: .digitsEntered(3, of: 7)
            case .digitsEntered: .notShown
            case .notShown: .day
            case .day: .month
            case .month: .year
            case .year: .dateHint
            case .dateHint: .dateNeeded
            case .dateNeeded: .confirmThatItIsYou
            case .confirmThatItIsYou: .showDocument
            case .showDocument: .passport
            case .passport: .drivingLicence
            case .drivingLicence: .pictureFile
            case .pictureFile: .useThisPicture
            case .useThisPicture: .pictureUnreadable
            case .pictureUnreadable: .asksForData("⟦1⟧")
            case .asksForData: .whatIsShared
            case .whatIsShared: .required
            case .required: .willBeKept
            case .willBeKept: .optional
            case .optional: .chosen
            case .chosen: .notChosen
            case .notChosen: .pleaseWait
            case .pleaseWait: .timeIsUp
            case .timeIsUp: .percentDone(7)
            case .percentDone: .percent(7)
            case .percent: .timeLeft(seconds: 7)
            case .timeLeft: .information
            case .information: .success
            case .success: .warning
            case .warning: .error
            case .error: .pending
            case .pending: .refused
            case .refused: .nothingSent
            case .nothingSent: .ended
            case .ended: .supportCode
            case .supportCode: .amount
            case .amount: .reference
            case .reference: .brightness
            case .brightness: .portraitMissing
            case .portraitMissing: .showValue
            case .showValue: .cardEnding("⟦1⟧")
            case .cardEnding: .cardHolder
            case .cardHolder: .cardExpiry
            case .cardExpiry: .cardFrozen
            case .cardFrozen: .picture("⟦1⟧")
            case .picture: .needsColumns(7)
            case .needsColumns: .covered
            case .covered: .fillIn("⟦1⟧")
            case .fillIn: .digitsNeeded(7)
            case .digitsNeeded: .tooLong(limit: 7)
            case .tooLong: .chooseAtLeast(7)
            case .chooseAtLeast: .chooseAtMost(7)
            case .chooseAtMost: .neededToGoOn("⟦1⟧")
            case .neededToGoOn: .waitSeconds(7)
            case .waitSeconds: .keyNext
            case .keyNext: .keyChoose
            case .keyChoose: .keyBack
            case .keyBack: .keyLeave
            case .keyLeave: .keyMore
            case .keyMore: .typeNumber
            case .typeNumber: .typeNumbers
            case .typeNumbers: .typeNumberOrBack
            case .typeNumberOrBack: nil
            }
        }
        var out = [Phrase.back]
        while let phrase = next(out[out.count - 1]) { out.append(phrase) }
        return out
    }()

    @Test("every phrase exists in every language and includes its inserted values", arguments: Language.allCases)
    func complete(language: Language) {
        #expect(Self.phrases.count > 60)
        for phrase in Self.phrases {
            let text = language(phrase)
            #expect(!text.isEmpty && text.first != " " && text.last != " ")
            #expect(text.contains("⟦1⟧") == English.text(phrase).contains("⟦1⟧"), "\(phrase)")
            #expect(
                text.contains(language.number(7)) == English.text(phrase).contains("7"),
                "\(phrase) in \(language): \(text)")
        }
    }

    @Test(
        "other languages use their own script, and no phrase is left in English",
        arguments: [
            (Language.bengali, 0x980...0x9FF), (.arabic, 0x600...0x6FF),
        ] as [(Language, ClosedRange<UInt32>)])
    func script(language: Language, block: ClosedRange<UInt32>) {
        // Key names may stay in Latin letters.
        let keys = ["Tab", "Enter", "Esc", "Ctrl-C", "Page", "Up", "Down", "b"]
        for phrase in Self.phrases where phrase != .percent(7) {
            let text = language(phrase)
            #expect(text.unicodeScalars.contains { block.contains($0.value) }, "\(phrase)")
            let latin = text.split { !$0.isASCII || !($0.isLetter || $0 == "-") }.map(String.init)
                .filter { $0.contains(where: \.isLetter) }
            #expect(latin.allSatisfy(keys.contains), "\(phrase): \(text)")
            #expect(!text.contains { $0.isASCII && $0.isNumber && $0 != "1" }, "\(phrase): \(text)")
        }
    }

    @Test(
        "plural categories match CLDR",
        arguments: [
            (0, Plural.other, Plural.one, Plural.zero), (1, .one, .one, .one), (2, .other, .other, .two),
            (3, .other, .other, .few), (10, .other, .other, .few), (11, .other, .other, .many),
            (99, .other, .other, .many),
            (100, .other, .other, .other), (101, .other, .other, .other), (102, .other, .other, .other),
            (103, .other, .other, .few), (110, .other, .other, .few), (111, .other, .other, .many),
            (1_000, .other, .other, .other), (1_002, .other, .other, .other), (1_003, .other, .other, .few),
        ])
    func plurals(count: Int, english: Plural, bengali: Plural, arabic: Plural) {
        #expect(Plural.english(count) == english)
        #expect(Plural.bengali(count) == bengali)
        #expect(Plural.arabic(count) == arabic)
    }

    @Test(
        "the remaining time of a countdown is phrased in each language",
        arguments: [
            (0, "0 seconds left", "০ সেকেন্ড বাকি", "لم يتبقَّ وقت"),
            (1, "1 second left", "১ সেকেন্ড বাকি", "بقيت ثانية واحدة"),
            (2, "2 seconds left", "২ সেকেন্ড বাকি", "بقيت ثانيتان"),
            (5, "5 seconds left", "৫ সেকেন্ড বাকি", "بقيت ٥ ثوانٍ"),
            (45, "45 seconds left", "৪৫ সেকেন্ড বাকি", "بقيت ٤٥ ثانية"),
            (60, "1 minute left", "১ মিনিট বাকি", "بقيت دقيقة واحدة"),
            (61, "2 minutes left", "২ মিনিট বাকি", "بقيت دقيقتان"),
            (300, "5 minutes left", "৫ মিনিট বাকি", "بقيت ٥ دقائق"),
            (3_600, "1 hour left", "১ ঘণ্টা বাকি", "بقيت ساعة واحدة"),
            (3_601, "2 hours left", "২ ঘণ্টা বাকি", "بقيت ساعتان"),
        ])
    func timeLeft(seconds: Int, english: String, bengali: String, arabic: String) {
        #expect(Language.english(.timeLeft(seconds: seconds)) == english)
        #expect(Language.bengali(.timeLeft(seconds: seconds)) == bengali)
        #expect(Language.arabic(.timeLeft(seconds: seconds)) == arabic)
    }

    @Test("clock format", arguments: [(0, "0:00"), (5, "0:05"), (65, "1:05"), (600, "10:00"), (3_665, "1:01:05")])
    func clock(seconds: Int, text: String) { #expect(Language.english.clock(seconds) == text) }

    /// CLDR decides the digits of a language; systems differ in their defaults.
    @Test(
        "numbers use CLDR's digits for the language, as in the system's data",
        arguments: zip(Language.allCases, ["en@numbers=latn", "bn@numbers=beng", "ar@numbers=arab"]))
    func digits(language: Language, locale: String) {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: locale)
        formatter.usesGroupingSeparator = false
        #expect(formatter.string(from: 1_234_567_890) == language.number(1_234_567_890))
    }

    @Test(
        "a language is chosen by the host's tags, with English as the fallback",
        arguments: [
            (["bn-BD"], Language.bengali), (["ar_EG"], .arabic), (["de-DE", "ar"], .arabic),
            (["en-GB", "bn"], .english),
            (["BN"], .bengali), (["bng"], .english), (["de"], .english), ([], .english), ([""], .english),
        ])
    func preferred(tags: [String], language: Language) { #expect(Language(preferred: tags) == language) }
}
