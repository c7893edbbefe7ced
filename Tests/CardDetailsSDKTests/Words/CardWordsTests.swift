import Foundation
import JourneyBase
import JourneyWire
import Testing

@testable import CardDetailsSDK

@Suite("Card phrases")
struct CardWordsTests {
    /// One phrase of each case, with its values. The first test fails if a case is missing.
    private static let all: [CardPhrase] =
        [
            .loadingCard, .askingForCode, .checkingCode, .openingCard, .loadingPayments, .freezing, .thawing,
            .closingCard, .chooseChannel, .whyCode, .sendCodeBy, .sendCode, .codeRenewed, .codeSentAgain,
            .tryCodeAgain, .noMoreCodes, .notSentAgain, .codeWrong(attemptsLeft: 7), .presenceReason,
            .presenceReasonToThaw, .card, .yourCard,
            .showCard, .shownFor, .hideNow, .issuerDraws, .number, .securityCode, .cardPIN, .drawing, .lastPayments,
            .allPayments, .payments, .noPayments, .details, .olderPayments, .newerPayments, .refresh, .page(7),
            .paymentDate, .paymentStatus(.pending), .paymentStatus(.completed), .paymentStatus(.declined),
            .paymentStatus(.init(rawValue: "⟦1⟧")), .paymentReference, .freezeCard, .thawCard,
            .whatFreezingDoes, .whatThawingDoes, .thawToShow, .cardIsFrozen, .cardIsThawed, .tryAgainSoon, .notShown,
            .notFrozen, .notThawed, .paymentsNotShown,
        ] + ConsentChannel.allCases.flatMap { [CardPhrase.channel($0), .codeSent($0)] }
        + CardIssue.allCases.map { .issue($0) }

    @Test("no phrase is missing")
    func complete() throws {
        let file =
            "/" + URL(filePath: #filePath).pathComponents.dropFirst().dropLast(4).joined(separator: "/")
            + "/Sources/Systems/CardDetailsSDK/Words/CardPhrase.swift"
        let enumeration = try String(contentsOfFile: file, encoding: .utf8).prefix { $0 != "}" }
        let declared = enumeration.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("case ") }.flatMap { $0.dropFirst(5).split(separator: ",") }
            .map { $0.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces) }
        #expect(declared.count > 50)
        #expect(Set(declared) == Set(Self.all.map { "\($0)".prefix { $0 != "(" }.description }))
    }

    @Test(
        "each language uses its own letters and digits and includes the inserted values",
        arguments: [(Language.bengali, 0x980...0x9FF), (.arabic, 0x600...0x6FF)] as [(Language, ClosedRange<UInt32>)])
    func scripts(language: Language, block: ClosedRange<UInt32>) {
        for phrase in Self.all {
            let (english, own) = (Language.english(phrase), language(phrase))
            #expect(own.contains("⟦1⟧") == english.contains("⟦1⟧"), "\(phrase)")
            #expect(own.contains(language.number(7)) == english.contains("7"), "\(phrase)")
            let letters = own.replacing("⟦1⟧", with: "").unicodeScalars.filter {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            }
            #expect(!letters.isEmpty && letters.allSatisfy { block.contains($0.value) }, "\(phrase): \(own)")
        }
    }

    @Test("Arabic isolates references and codes")
    func isolated() {
        let status = CardPhrase.paymentStatus(.init(rawValue: "A-1"))
        #expect(Language.arabic(status).hasSuffix("\u{2068}A-1\u{2069}"))
    }

    @Test("a payment's date is Gregorian, and its amount is formatted for the language")
    func payment() throws {
        let value: JSONValue = [
            "id": "t-1", "date": "2026-11-22T12:00:00Z", "merchant": "Café", "amount": "12.50", "currency": "EUR",
            "direction": "debit", "status": "pending",
        ]
        let payment = try #require(CardTransaction(try CardPayment(value)))
        // Systems differ in the separator between month and year.
        let arabic = CardScreens(language: .arabic).line(payment)
        #expect(arabic.hasPrefix("٢٢ نوفمبر"), "\(arabic)")
        #expect(arabic.hasSuffix("٢٠٢٦ · \u{2068}\u{61C}−\u{200F}١٢٫٥٠\u{A0}€\u{2069} · قيد المعالجة"), "\(arabic)")
        #expect(CardScreens(language: .english).line(payment) == "22 Nov 2026 · −€12.50 · Pending")
        #expect(CardScreens(language: .bengali).line(payment).contains("২২ নভে"))
        let shown = CardScreens(language: .arabic).details(payment)
        #expect(
            shown.body.contains(.amount(.init(label: "المبلغ", value: "\u{2068}\u{61C}−\u{200F}١٢٫٥٠\u{A0}€\u{2069}"))))
        #expect(shown.outcome?.kind == .pending && shown.complaints == [])
    }

    @Test(
        "Arabic uses its six plural forms for remaining attempts",
        arguments: [
            (0, "لم تتبقَّ أي محاولة."), (1, "تبقّت محاولة واحدة."), (2, "تبقّت محاولتان."), (3, "تبقّت ٣ محاولات."),
            (10, "تبقّت ١٠ محاولات."), (11, "تبقّت ١١ محاولة."), (99, "تبقّت ٩٩ محاولة."), (100, "تبقّت ١٠٠ محاولة."),
            (102, "تبقّت ١٠٢ محاولة."), (103, "تبقّت ١٠٣ محاولات."), (111, "تبقّت ١١١ محاولة."),
        ])
    func tries(left: Int, text: String) {
        #expect(Language.arabic(CardPhrase.codeWrong(attemptsLeft: left)) == "الرمز غير صحيح. \(text)")
    }
}
