import JourneyBase

/// The reader's texts, beside those that it shares with the holder. Each language has a text for each case, which the
/// compiler checks.
enum ReaderPhrase: Hashable, Sendable {
    case whatToRead, starting, beforeYouRead, readyToScan, scanCode, pasteCode, read
    /// The reason why the camera cannot scan, and the alternative.
    case noCamera(Permission.MissingReason)
    case seeking, requesting, waiting, verifying, ended, notRead
    case why(Permission)
    case asked(String)
    case licence, identity
    case over(Int)
    case notOver(Int)
    case verified, incomplete, notVerified, doNotTrust
    case didNotCome(String)
    case saidByDevice
    case left(ReaderSessionState.Cancellation)
    case fault(ReaderError.Reason)
    /// The website that receives the answer.
    case goesTo(String)
}

extension Language {
    /// Returns the reader's text for `phrase`.
    func callAsFunction(_ phrase: ReaderPhrase) -> String {
        switch self {
        case .english: ReaderEnglish.text(phrase)
        case .bengali: ReaderBengali.text(phrase)
        case .arabic: ReaderArabic.text(phrase)
        }
    }
}
