internal import JourneyBase

/// All texts of the flow. The compiler checks that every language has all of them.
enum CardPhrase: Hashable, Sendable {
    // Progress.
    case loadingCard, askingForCode, checkingCode, openingCard, loadingPayments, freezing, thawing, closingCard

    // Consent.
    case chooseChannel, whyCode, sendCodeBy, sendCode
    case channel(ConsentChannel)
    case codeSent(ConsentChannel)
    case codeRenewed, codeSentAgain, tryCodeAgain, noMoreCodes, notSentAgain
    case codeWrong(attemptsLeft: Int)
    case presenceReason, presenceReasonToThaw

    // The card.
    case card, yourCard, showCard, shownFor, hideNow, issuerDraws
    case number, securityCode, cardPIN, drawing

    // Payments.
    case lastPayments, allPayments, payments, noPayments, details, olderPayments, newerPayments, refresh
    case page(Int)
    case paymentDate
    case paymentStatus(CardTransaction.Status)
    case paymentReference

    // Freezing.
    case freezeCard, thawCard, whatFreezingDoes, whatThawingDoes, thawToShow, cardIsFrozen, cardIsThawed
    case tryAgainSoon

    // Ends.
    case notShown, notFrozen, notThawed, paymentsNotShown
    case issue(CardIssue)
}

extension Language {
    /// Returns a text of the flow.
    func callAsFunction(_ phrase: CardPhrase) -> String {
        switch self {
        case .english: CardEnglish.text(phrase)
        case .bengali: CardBengali.text(phrase)
        case .arabic: CardArabic.text(phrase)
        }
    }
}

/// The texts of the page, which receives them at the handshake.
enum CardPageTexts {
    static func message(_ language: Language, _ card: CardSummary) -> JSONValue {
        [
            "title": .string(language(CardPhrase.yourCard)), "card": .string(language(.cardEnding(card.lastFour))),
            "number": .string(language(CardPhrase.number)), "cvv": .string(language(CardPhrase.securityCode)),
            "pin": .string(language(CardPhrase.cardPIN)), "holder": .string(language(.cardHolder)),
            "expiry": .string(language(.cardExpiry)), "drawing": .string(language(CardPhrase.drawing)),
            "hide": .string(language(CardPhrase.hideNow)),
        ]
    }
}
