import JourneyBase

/// Everything that a reader says to a person, beside what it shares with the holder. Each language answers each case, which
/// the compiler checks.
enum ReaderPhrase: Hashable, Sendable {
    case whatToRead, starting, beforeYouRead, readyToScan, scanCode, pasteCode, read
    /// Why codes cannot be scanned, and what to do instead.
    case noCamera(Permission.Lack)
    case seeking, requesting, waiting, verifying, ended, notRead
    case why(Permission)
    case asked(String)
    case licence, identity
    case over(Int)
    case notOver(Int)
    case verified, incomplete, notVerified, doNotTrust
    case didNotCome(String)
    case saidByDevice
    case bytes(Int)
    case left(ReaderSessionState.Cancellation)
    case fault(ReaderError.Reason)
    /// Which website an answer goes to.
    case goesTo(String)
}

extension Language {
    /// The reader's words.
    func callAsFunction(_ phrase: ReaderPhrase) -> String {
        switch self {
        case .english: ReaderEnglish.text(phrase)
        case .bengali: ReaderBengali.text(phrase)
        case .arabic: ReaderArabic.text(phrase)
        }
    }
}
