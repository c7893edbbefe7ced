/// What the SDK says to a person in its own words. Each language answers each case, which the compiler checks; words that
/// count say so in their cases.
enum WalletPhrase: Hashable, Sendable {
    // What went wrong.
    case noConnection, timedOut, badAnswer, sessionExpired, serviceFailed, cannotGoOn
    case notSent, outcomeUnknown, faceCheckFailed

    // Welcome and its terms.
    case brand, welcomeTitle, welcomeText
    case terms, termsPin, termsCode, termsUse, agree

    // Setting, changing and resetting a PIN.
    case setPinTitle, changePinTitle, resetPinTitle
    case currentPin, newPin, repeatPin, submit
    case rules, pinLength(_ digits: Int), pinInSequence, pinRepeats, pinsDiffer
    case identityTitle, identityText
    case lastDigits(_ count: Int), lastDigitsNeeded(_ count: Int)
    case birthDate, birthDateHint, birthDateNeeded

    // Codes.
    case codeTitle, code, codeSent(_ digits: Int), codeExpired

    // Money.
    case confirmTitle, pin, payText, distributorText, transferText, amount, purpose, cardText
}
