/// The SDK's own texts for the user. The compiler checks that every language has all of them. Texts with numbers take them as
/// associated values.
enum WalletPhrase: Hashable, Sendable {
    // Errors.
    case noConnection, timedOut, badAnswer, sessionExpired, serviceFailed, cannotGoOn
    case notSent, outcomeUnknown, faceCheckFailed

    // Welcome and its terms.
    case brand, welcomeTitle, welcomeText
    case terms, termsPin, termsCode, termsUse, agree

    // Setting, changing and resetting a PIN.
    case setPinTitle, changePinTitle, resetPinTitle
    case currentPin, newPin, repeatPin, savePin
    case rules, pinLength(_ digits: Int), pinInSequence, pinRepeats, pinsDiffer
    case identityTitle, identityText
    case lastDigits(_ count: Int), lastDigitsNeeded(_ count: Int)
    case birthDate, birthDateNeeded

    // Codes.
    case codeTitle, code, codeSent(_ digits: Int), codeExpired

    // Money.
    case confirmTitle, pin, payText, distributorText, transferText, amount, payee, purpose, cardText
    case payBill, pay(_ amount: String), send(_ amount: String), orderCard

    // Titles of waiting screens.
    case settingPin, changingPin, resettingPin, paying, sending, orderingCard
}
