import JourneyBase

extension WalletPhrase {
    var english: String {
        switch self {
        case .noConnection: "There is no connection. Check your network and try again."
        case .timedOut: "The service did not answer in time. Try again."
        case .badAnswer: "The service's answer could not be read. Try again later."
        case .sessionExpired: "Session expired"
        case .serviceFailed: "The service cannot do this at the moment."
        case .cannotGoOn: "This cannot be done with what the app has handed over."
        case .notSent: "Nothing was sent."
        case .outcomeUnknown: "It is not known whether this was done. Check your balance before you try again."
        case .faceCheckFailed: "The pictures for the face check could not be taken."

        case .brand: "CashBaba"
        case .welcomeTitle: "Welcome to CashBaba"
        case .welcomeText: "To use your wallet, set a PIN. First we send a code to your phone."
        case .terms: "By going on, you agree:"
        case .termsPin: "Your PIN is yours alone. You tell it to nobody, not even to us."
        case .termsCode: "A code that is sent to your phone is for you alone too."
        case .termsUse: "What is paid with your PIN counts as paid by you."
        case .agree: "Agree and go on"

        case .setPinTitle: "Set your PIN"
        case .changePinTitle: "Change your PIN"
        case .resetPinTitle: "Set a new PIN"
        case .currentPin: "Current PIN"
        case .newPin: "New PIN"
        case .repeatPin: "New PIN again"
        case .submit: "Submit"
        case .rules: "What a PIN has to be:"
        case .pinLength(let digits): "A PIN has \(WalletPhrase.count(digits, "digit"))."
        case .pinInSequence: "Its digits may not follow one another, up or down."
        case .pinRepeats: "It may not be one digit all along."
        case .pinsDiffer: "The two new PINs were not the same."
        case .identityTitle: "Forgot your PIN"
        case .identityText: "Tell us who you are, so that you can set a new one."
        case .lastDigits(let count): "Last \(WalletPhrase.count(count, "digit")) of your national ID"
        case .lastDigitsNeeded(let count): "Enter the last \(WalletPhrase.count(count, "digit")) of your national ID."
        case .birthDate: "Date of birth"
        case .birthDateHint: "Such as \(BirthDate.example.spelled(in: .english)), or \(BirthDate.example.text)"
        case .birthDateNeeded: "Enter your date of birth, such as \(BirthDate.example.spelled(in: .english))."

        case .codeTitle: "Enter the code"
        case .code: "Code"
        case .codeSent(let digits): "We sent a code of \(WalletPhrase.count(digits, "digit")) to your phone."
        case .codeExpired: "The code has expired. Ask for another one."

        case .confirmTitle: "Confirm with your PIN"
        case .pin: "PIN"
        case .payText: "You pay the bill"
        case .distributorText: "You pay the distributor's bill"
        case .transferText: "You transfer to your bank account"
        case .amount: "Amount"
        case .purpose: "Purpose"
        case .cardText: "You order the prepaid card"
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
