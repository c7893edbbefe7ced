/// Everything that this package says to a person. Each language answers each case, which the compiler checks.
public enum Phrase: Hashable, Sendable {
    // What can be pressed.
    case back, cancel, close, confirm, goOn, tryAgain, approve, notAvailable, share, decline, sendAgain, delete, clear
    case sendAgainIn(seconds: Int)

    // Codes and PINs.
    case enterCode, code, codeRunsOut
    /// `destination` is masked already.
    case codeSentTo(_ destination: String)
    case enterPIN, choosePIN, repeatPIN, pin, pinsDiffer
    case digitsHint(_ count: Int)
    case digitsEntered(_ count: Int, of: Int)
    case notShown

    // Decisions.
    case confirmThatItIsYou
    case asksForData(_ requester: String)
    case showDocument, passport, drivingLicence, pictureFile, useThisPicture, pictureUnreadable
    case whatIsShared, required, willBeKept, optional, chosen, notChosen

    // What is under way, and what became of it.
    case pleaseWait, timeIsUp
    case percentDone(_ percent: Int)
    case percent(_ percent: Int)
    case timeLeft(seconds: Int)
    case information, success, warning, error

    // Cards and pictures.
    case cardEnding(_ lastFour: String)
    case cardHolder, cardExpiry, cardFrozen
    case picture(_ alternative: String)
    /// Why a picture is not drawn.
    case needsColumns(_ columns: Int)
    /// Said in place of a screen that is covered while the display is recorded or put away.
    case covered

    // What is wrong with an answer.
    case fillIn(_ label: String)
    case digitsNeeded(_ count: Int)
    case tooLong(limit: Int)
    case chooseAtLeast(_ count: Int)
    case chooseAtMost(_ count: Int)
    case neededToGoOn(_ label: String)
    case waitSeconds(_ count: Int)

    // Keys, for drawers without a pointer.
    case keyNext, keyChoose, keyBack, keyLeave, keyMore
    case typeNumber, typeNumbers
    case typeNumberOrBack
}
