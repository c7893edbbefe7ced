import Foundation
import JourneyBase
import Testing

@testable import CashBaba

@Suite("The SDK's words")
struct WalletPhraseTests {
    /// One of each; the first test says when one is missing here.
    private static let all: [WalletPhrase] = [
        .noConnection, .timedOut, .badAnswer, .sessionExpired, .serviceFailed, .cannotGoOn, .outcomeUnknown,
        .faceCheckFailed, .brand, .welcomeTitle, .welcomeText, .terms, .termsPin, .termsCode, .termsUse, .agree,
        .setPinTitle, .changePinTitle, .resetPinTitle, .currentPin, .newPin, .repeatPin, .submit, .rules,
        .pinLength(5), .pinInSequence, .pinRepeats, .pinsDiffer, .identityTitle, .identityText, .lastDigits(4),
        .lastDigitsNeeded(4), .birthDate, .birthDateHint, .birthDateNeeded, .codeTitle, .code, .codeSent(6),
        .codeExpired, .confirmTitle, .pin, .payText, .distributorText, .transferText, .amount, .purpose, .cardText,
    ]

    private static let module =
        "/" + URL(filePath: #filePath).pathComponents.dropFirst().dropLast(4).joined(separator: "/")
        + "/Sources/Systems/CashBaba"

    /// The enum's cases, by their declarations.
    private func declared() throws -> [String] {
        let source = try String(contentsOfFile: Self.module + "/Words/WalletPhrase.swift", encoding: .utf8)
        return source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("case ") }.flatMap { $0.dropFirst(5).split(separator: ",") }
            .map { $0.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces) }
    }

    @Test("no key is missing, and none is there twice")
    func complete() throws {
        let names = Self.all.map { "\($0)".prefix { $0 != "(" }.description }
        #expect(try declared().sorted() == names.sorted() && Set(names).count == names.count)
        #expect(names.count > 40)
    }

    @Test("no key is unused: each is said somewhere else than among the words")
    func used() throws {
        let files = try #require(FileManager.default.enumerator(atPath: Self.module)).compactMap { $0 as? String }
        var code = ""
        for file in files where file.hasSuffix(".swift") && !file.hasPrefix("Words/WalletPhrase") {
            code += try String(contentsOfFile: Self.module + "/" + file, encoding: .utf8)
        }
        for name in try declared() {
            #expect(code.firstRange(of: try Regex("\\.\(name)\\b")) != nil, "\(name) is said nowhere")
        }
    }

    @Test(
        "English is written in ASCII, Bengali in its own letters and digits, and no two keys say the same",
        arguments: all)
    func scripts(phrase: WalletPhrase) {
        let (english, bengali) = (phrase(.english), phrase(.bengali))
        #expect(!english.isEmpty && english.allSatisfy(\.isASCII))
        let letters = bengali.unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        #expect(!letters.isEmpty && letters.allSatisfy { (0x980...0x9FF).contains($0.value) })
        #expect(phrase(.arabic) == english)
        #expect(Self.all.filter { $0(.bengali) == bengali } == [phrase])
        #expect(Self.all.filter { $0(.english) == english } == [phrase])
    }

    @Test("what is counted has its plural form, and Bengali its own digits")
    func plurals() {
        #expect(WalletPhrase.codeSent(1)(.english) == "We sent a code of 1 digit to your phone.")
        #expect(WalletPhrase.codeSent(6)(.english) == "We sent a code of 6 digits to your phone.")
        #expect(WalletPhrase.pinLength(1)(.english) == "A PIN has 1 digit.")
        #expect(WalletPhrase.lastDigits(4)(.english) == "Last 4 digits of your national ID")
        #expect(WalletPhrase.pinLength(5)(.bengali).contains("৫টি সংখ্যা"))
        #expect(WalletPhrase.codeSent(1)(.bengali).contains("১টি সংখ্যার"))
    }

    @Test(
        "a date of birth is read as people write it in either language, and goes out in one form",
        arguments: [
            "1990-02-28", "১৯৯০-০২-২৮", "28 February 1990", "28 february 1990", "২৮ ফেব্রুয়ারি ১৯৯০", "28  February\t1990",
        ])
    func dates(text: String) throws {
        let date = try #require(BirthDate(typed: text))
        #expect(date.text == "1990-02-28" && date == BirthDate.example)
        #expect(date.spelled(in: .english) == "28 February 1990" && date.spelled(in: .bengali) == "২৮ ফেব্রুয়ারি ১৯৯০")
    }

    @Test(
        "what is no date is none",
        arguments: [
            "", "28/02/1990", "1990-2-28", "29 February 1990", "31 April 1990", "0 May 1990", "28 Februar 1990",
            "28 February 90", "28 02 1990", "1899-12-31", "28 February 1990 x", "1990-02-30", "-1 May 1990",
        ])
    func badDates(text: String) { #expect(BirthDate(typed: text) == nil) }

    @Test("every month of both languages is read back from how it is spelled")
    func months() throws {
        for month in 1...12 {
            let date = try #require(BirthDate("2001-\(month < 10 ? "0" : "")\(month)-09"))
            for language in [Language.english, .bengali] {
                #expect(BirthDate(typed: date.spelled(in: language)) == date)
            }
        }
    }
}
