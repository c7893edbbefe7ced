/// The texts in English.
enum English {
    static func text(_ phrase: Phrase) -> String {
        switch phrase {
        case .back: "Back"
        case .cancel: "Cancel"
        case .close: "Close"
        case .confirm: "Confirm"
        case .goOn: "Continue"
        case .tryAgain: "Try again"
        case .approve: "Approve"
        case .notAvailable: "Not available"
        case .share: "Share"
        case .decline: "Decline"
        case .sendAgain: "Send code again"
        case .delete: "Delete"
        case .clear: "Clear"
        case .sendAgainIn(let seconds): "Send code again in \(count(seconds, "second"))"
        case .enterCode: "Enter the code"
        case .code: "Code"
        case .codeRunsOut: "The code is valid for"
        case .codeSentTo(let destination): "We sent a code to \(destination)."
        case .enterPIN: "Enter your PIN"
        case .choosePIN: "Choose a new PIN"
        case .repeatPIN: "Enter the PIN again"
        case .pin: "PIN"
        case .pinsDiffer: "The PINs don't match. Choose again."
        case .digitsHint(let digits): count(digits, "digit")
        case .digitsEntered(let entered, let digits): "\(entered) of \(count(digits, "digit")) entered"
        case .notShown: "not shown"
        case .confirmThatItIsYou: "Confirm it's you"
        case .showDocument: "Your document"
        case .passport: "Passport"
        case .drivingLicence: "Driving licence"
        case .pictureFile: "Picture file"
        case .useThisPicture: "Use this picture"
        case .pictureUnreadable: "We can't use this file as a picture, or it's too large. Choose another one."
        case .asksForData(let requester): "\(requester) is requesting your data"
        case .whatIsShared: "What you'll share"
        case .required: "required"
        case .willBeKept: "will be kept"
        case .optional: "optional"
        case .chosen: "selected"
        case .notChosen: "not selected"
        case .pleaseWait: "Please wait"
        case .timeIsUp: "Time is up"
        case .percentDone(let percent): "\(percent)% done"
        case .percent(let percent): "\(percent)%"
        case .timeLeft(let seconds): timeLeft(seconds)
        case .information: "Note"
        case .success: "Done"
        case .warning: "Warning"
        case .error: "Error"
        case .cardEnding(let digits): "Card ending in \(digits)"
        case .cardHolder: "Holder"
        case .cardExpiry: "Valid until"
        case .cardFrozen: "frozen"
        case .picture(let alternative): "Picture: \(alternative)"
        case .needsColumns(let columns): "Needs a window \(columns) columns wide"
        case .covered: "Hidden for your privacy"
        case .fillIn(let label): "Fill in “\(label)”."
        case .digitsNeeded(let digits): digits == 1 ? "Enter 1 digit." : "Enter all \(digits) digits."
        case .tooLong(let limit): "Use at most \(count(limit, "character"))."
        case .chooseAtLeast(let least): "Choose at least \(least)."
        case .chooseAtMost(let most): "Choose at most \(most)."
        case .neededToGoOn(let label): "You need “\(label)” to continue."
        case .waitSeconds(let seconds): "Wait another \(count(seconds, "second"))."
        case .keyNext: "Tab next"
        case .keyChoose: "Enter choose"
        case .keyBack: "Esc back"
        case .keyLeave: "Ctrl-C leave"
        case .keyMore: "Page up and down for more"
        case .typeNumber: "Type a number."
        case .typeNumbers: "Type the numbers with spaces between them, or nothing to keep them as they are."
        case .typeNumberOrBack: "Type the number of an action, or b to go back."
        }
    }

    private static func timeLeft(_ seconds: Int) -> String {
        if seconds < 60 { return "\(count(seconds, "second")) left" }
        if seconds < 3_600 { return "\(count((seconds + 59) / 60, "minute")) left" }
        return "\(count((seconds + 3_599) / 3_600, "hour")) left"
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        Plural.english(number) == .one ? "\(number) \(noun)" : "\(number) \(noun)s"
    }
}
