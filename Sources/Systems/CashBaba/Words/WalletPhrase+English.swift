import JourneyBase

extension WalletPhrase {
    var english: String {
        switch self {
        case .noConnection: "You're offline. Check your connection and try again."
        case .timedOut: "The service took too long to respond. Try again."
        case .badAnswer: "We couldn't read the service's answer. Try again later."
        case .sessionExpired: "Session expired"
        case .serviceFailed: "The service can't do this right now."
        case .cannotGoOn: "We can't do this with the information from the app."
        case .notSent: "Nothing was sent."
        case .outcomeUnknown: "We don't know if this went through. Check your balance before you try again."
        case .faceCheckFailed: "We couldn't take the pictures for the face check."

        case .brand: "CashBaba"
        case .welcomeTitle: "Welcome to CashBaba"
        case .welcomeText: "To use your wallet, set a PIN. First, we'll send a code to your phone."
        case .terms: "By continuing, you agree:"
        case .termsPin: "Your PIN is for you only. Don't share it with anyone, not even us."
        case .termsCode: "Codes sent to your phone are for you only, too."
        case .termsUse: "We treat any payment made with your PIN as yours."
        case .agree: "Agree and continue"

        case .setPinTitle: "Set your PIN"
        case .changePinTitle: "Change your PIN"
        case .resetPinTitle: "Set a new PIN"
        case .currentPin: "Current PIN"
        case .newPin: "New PIN"
        case .repeatPin: "Repeat new PIN"
        case .savePin: "Save PIN"
        case .rules: "PIN rules:"
        case .pinLength(let digits): "A PIN has \(WalletPhrase.count(digits, "digit"))."
        case .pinInSequence: "Its digits can't run in sequence, up or down."
        case .pinRepeats: "Its digits can't all be the same."
        case .pinsDiffer: "The new PINs don't match."
        case .identityTitle: "Forgot your PIN?"
        case .identityText: "Confirm your identity to set a new PIN."
        case .lastDigits(let count): "Last \(WalletPhrase.count(count, "digit")) of your national ID"
        case .lastDigitsNeeded(let count): "Enter the last \(WalletPhrase.count(count, "digit")) of your national ID."
        case .birthDate: "Date of birth"
        case .birthDateNeeded: "Enter your date of birth, for example \(CalendarDay.example.spelled(in: .english))."

        case .codeTitle: "Enter the code"
        case .code: "Code"
        case .codeSent(let digits): "We've sent a \(digits)-digit code to your phone."
        case .codeExpired: "Your code expired. Request a new one."

        case .confirmTitle: "Confirm with your PIN"
        case .pin: "PIN"
        case .payText: "You're paying the bill."
        case .distributorText: "You're paying the distributor's bill."
        case .transferText: "You're sending money to your bank account."
        case .amount: "Amount"
        case .payee: "To"
        case .purpose: "Purpose"
        case .cardText: "You're ordering the prepaid card."
        case .payBill: "Pay bill"
        case .pay(let amount): "Pay \(amount)"
        case .send(let amount): "Send \(amount)"
        case .orderCard: "Order card"

        case .settingPin: "Setting your PIN…"
        case .changingPin: "Changing your PIN…"
        case .resettingPin: "Resetting your PIN…"
        case .paying: "Paying…"
        case .sending: "Sending money…"
        case .orderingCard: "Ordering your card…"
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}
