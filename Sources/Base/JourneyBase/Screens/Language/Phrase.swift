/// The texts that this package shows to people. The compiler checks that each language has them all.
public enum Phrase: Hashable, Sendable {
    // Actions.
    case back, cancel, close, confirm, goOn, tryAgain, approve, notAvailable, share, decline, sendAgain, delete, clear
    case sendAgainIn(seconds: Int)

    // Codes and PINs.
    case enterCode, code, codeRunsOut
    /// `destination` is already masked.
    case codeSentTo(_ destination: String)
    case enterPIN, choosePIN, repeatPIN, pin, pinsDiffer
    case digitsHint(_ count: Int)
    case digitsEntered(_ count: Int, of: Int)
    case notShown

    // Dates.
    case day, month, year
    /// An example of a date, for drawers with one line for it.
    case dateHint
    case dateNeeded

    // Decisions.
    case confirmThatItIsYou
    case asksForData(_ requester: String)
    case showDocument, passport, drivingLicence, pictureFile, useThisPicture, pictureUnreadable
    case whatIsShared, required, willBeKept, optional, chosen, notChosen

    // Progress and results.
    case pleaseWait, timeIsUp
    case percentDone(_ percent: Int)
    case percent(_ percent: Int)
    case timeLeft(seconds: Int)
    case information, success, warning, error
    /// The kinds of an outcome, beside `success`.
    case pending, refused, nothingSent, ended
    /// The name of a code that support asks for.
    case supportCode
    case amount, reference

    // Cards, codes and pictures.
    /// Advice beside a code that a camera reads.
    case brightness
    case portraitMissing
    /// Shows the value of a consent's item.
    case showValue
    case cardEnding(_ lastFour: String)
    case cardHolder, cardExpiry, cardFrozen
    case picture(_ alternative: String)
    /// The reason why a picture isn't drawn.
    case needsColumns(_ columns: Int)
    /// Replaces a screen that is covered while the display is recorded or the app is in the background.
    case covered

    // Faults of an answer.
    case fillIn(_ label: String)
    case digitsNeeded(_ count: Int)
    case tooLong(limit: Int)
    case chooseAtLeast(_ count: Int)
    case chooseAtMost(_ count: Int)
    case neededToGoOn(_ label: String)
    case waitSeconds(_ count: Int)

    // Keys, for renderers without a pointer.
    case keyNext, keyChoose, keyBack, keyLeave, keyMore
    case typeNumber, typeNumbers
    case typeNumberOrBack
}
