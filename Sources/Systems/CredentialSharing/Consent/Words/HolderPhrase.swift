import JourneyBase

/// Everything that a holder says to a person. Each language answers each case, which the compiler checks.
enum HolderPhrase: Hashable, Sendable {
    // The states, as the design words them.
    case loading, beforeYouPresent, readyToPresent, showCode, showCodeHelp, codePicture
    case connecting, generatingProof, sentSuccessfully, notSent, stopped

    // The person's documents, before any of them is presented.
    case yourDocuments, whatToPresent, present, noDocuments, documentsUnreadable
    case notUsable(_ title: String)

    // Prerequisites.
    case step(Int, of: Int)
    case need(Permission)
    case lack(Permission, Permission.Lack)
    case enable(Permission)
    case checkAgain, openSettings

    // Consent.
    case asks(_ reader: String)
    case readerAsks
    case readerVerified(_ reader: String)
    case readerUnsigned, readerUnproven
    case allow, deny, requestedData
    /// What the document's nearest statement is, in place of the one that was asked for.
    case answeredByAge(Int, isReached: Bool)
    case unavailableItems(Int)
    case unknownDocuments(Int)
    case chooseOrDeny
    case element(String)

    // Ends.
    case sent(documents: Int)
    case nothingToSend
    case fewCopiesLeft(_ title: String, Int)
    case cancelled(Cancellation)
    case failure(SessionError.Reason)
    case codeForSupport(String)
}

extension Language {
    /// The holder's words.
    func callAsFunction(_ phrase: HolderPhrase) -> String {
        switch self {
        case .english: HolderEnglish.text(phrase)
        case .bengali: HolderBengali.text(phrase)
        case .arabic: HolderArabic.text(phrase)
        }
    }
}
