import Foundation
import JourneyBase
import Testing

@testable import CashBaba

@Suite("Wallet phrases")
struct WalletPhraseTests {
    /// One phrase of each case. The first test fails if a case is missing.
    private static let all: [WalletPhrase] = [
        .noConnection, .timedOut, .badAnswer, .sessionExpired, .serviceFailed, .cannotGoOn, .notSent, .outcomeUnknown,
        .faceCheckFailed, .brand, .welcomeTitle, .welcomeText, .terms, .termsPin, .termsCode, .termsUse, .agree,
        .setPinTitle, .changePinTitle, .resetPinTitle, .currentPin, .newPin, .repeatPin, .savePin, .rules,
        .pinLength(5), .pinInSequence, .pinRepeats, .pinsDiffer, .identityTitle, .identityText, .lastDigits(4),
        .lastDigitsNeeded(4), .birthDate, .birthDateNeeded, .codeTitle, .code, .codeSent(6),
        .codeExpired, .confirmTitle, .pin, .payText, .distributorText, .transferText, .amount, .payee, .purpose,
        .cardText,
        .payBill, .pay("..."), .send("..."), .orderCard, .settingPin, .changingPin, .resettingPin, .paying, .sending,
        .orderingCard,
    ]

    private static let waits: Set<WalletPhrase> = [
        .settingPin, .changingPin, .resettingPin, .paying, .sending, .orderingCard,
    ]

    private static let module =
        "/" + URL(filePath: #filePath).pathComponents.dropFirst().dropLast(4).joined(separator: "/")
        + "/Sources/Systems/CashBaba"

    /// Returns the enum's cases from their declarations.
    private func declared() throws -> [String] {
        let source = try String(contentsOfFile: Self.module + "/Words/WalletPhrase.swift", encoding: .utf8)
        return source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("case ") }.flatMap { $0.dropFirst(5).split(separator: ",") }
            .map { $0.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces) }
    }

    @Test("no phrase is missing or duplicated")
    func complete() throws {
        let names = Self.all.map { "\($0)".prefix { $0 != "(" }.description }
        #expect(try declared().sorted() == names.sorted() && Set(names).count == names.count)
        #expect(names.count > 40)
    }

    @Test("every phrase is used outside the phrase files")
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
        "English is ASCII but for the ellipsis of waiting screens, Bengali and Arabic use their own letters and digits, and no two phrases are equal",
        arguments: all)
    func scripts(phrase: WalletPhrase) {
        let (english, bengali, arabic) = (phrase(.english), phrase(.bengali), phrase(.arabic))
        let isWait = Self.waits.contains(phrase)
        #expect([english, bengali, arabic].allSatisfy { $0.hasSuffix("…") == isWait })
        #expect(!english.isEmpty && english.dropLast(isWait ? 1 : 0).allSatisfy(\.isASCII))
        let letters = bengali.unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        #expect(!letters.isEmpty && letters.allSatisfy { (0x980...0x9FF).contains($0.value) })
        // The brand keeps its Latin letters, which must not change the sentence's direction.
        let own = arabic.replacing("\u{2068}CashBaba\u{2069}", with: "").unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        #expect(
            (phrase == .brand || !own.isEmpty) && own.allSatisfy { (0x600...0x6FF).contains($0.value) }, "\(arabic)")
        #expect(Self.all.filter { $0(.arabic) == arabic } == [phrase])
        #expect(Self.all.filter { $0(.bengali) == bengali } == [phrase])
        #expect(Self.all.filter { $0(.english) == english } == [phrase])
    }

    @Test("counts use plural forms, and Bengali its own digits")
    func plurals() {
        #expect(WalletPhrase.codeSent(1)(.english) == "We've sent a 1-digit code to your phone.")
        #expect(WalletPhrase.codeSent(6)(.english) == "We've sent a 6-digit code to your phone.")
        #expect(WalletPhrase.pinLength(1)(.english) == "A PIN has 1 digit.")
        #expect(WalletPhrase.lastDigits(4)(.english) == "Last 4 digits of your national ID")
        #expect(WalletPhrase.pinLength(5)(.bengali).contains("৫টি সংখ্যা"))
        #expect(WalletPhrase.codeSent(1)(.bengali).contains("১ সংখ্যার"))
    }

    @Test(
        "Arabic uses its six plural forms for digits",
        arguments: [
            (0, "صفر من الأرقام", "صفرًا"), (1, "رقم واحد", "آخر رقم"), (2, "رقمين", "آخر رقمين"),
            (3, "٣ أرقام", "آخر ٣ أرقام"), (10, "١٠ أرقام", "آخر ١٠ أرقام"), (11, "١١ رقمًا", "آخر ١١ رقمًا"),
            (99, "٩٩ رقمًا", "آخر ٩٩ رقمًا"), (100, "١٠٠ رقم", "آخر ١٠٠ رقم"), (101, "١٠١ رقم", "آخر ١٠١ رقم"),
            (102, "١٠٢ رقم", "آخر ١٠٢ رقم"), (103, "١٠٣ أرقام", "آخر ١٠٣ أرقام"), (111, "١١١ رقمًا", "آخر ١١١ رقمًا"),
        ])
    func arabicPlurals(count: Int, digits: String, last: String) {
        #expect(WalletPhrase.codeSent(count)(.arabic) == "أرسلنا إلى هاتفك رمزًا مكوّنًا من \(digits).")
        #expect(WalletPhrase.pinLength(count)(.arabic) == "يتكوّن الرقم السري من \(digits).")
        #expect(WalletPhrase.lastDigits(count)(.arabic) == "\(last) من رقم هويتك الوطنية")
        #expect(WalletPhrase.lastDigitsNeeded(count)(.arabic) == "أدخل \(last) من رقم هويتك الوطنية.")
    }
}
