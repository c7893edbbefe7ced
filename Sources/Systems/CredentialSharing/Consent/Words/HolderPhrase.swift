import JourneyBase

/// The holder's texts. Each language has a text for each case, which the compiler checks.
enum HolderPhrase: Hashable, Sendable {
    // The states, as worded in the design.
    case loading, beforeYouPresent, readyToPresent, showCode, showCodeHelp, codePicture
    case connecting, generatingProof, sentSuccessfully, notSent, stopped

    // The user's documents, before one is presented.
    case yourDocuments, whatToPresent, present, noDocuments, documentsUnreadable
    case notUsable(_ title: String)

    // Prerequisites.
    case step(Int, of: Int)
    case need(Permission)
    case lack(Permission, Permission.MissingReason)
    case enable(Permission)
    case checkAgain, openSettings

    // Consent.
    case asks(_ reader: String)
    case readerAsks
    case readerVerified(_ reader: String)
    case readerUnsigned, readerUnproven
    case allow, deny, requestedData
    /// The document's nearest statement, in place of the requested one.
    case answeredByAge(Int, isReached: Bool)
    case unavailableItems(Int)
    case unknownDocuments(Int)
    case chooseOrDeny
    /// The reader's own words for its purpose; nothing proves them.
    case statedPurpose(String)
    /// A purpose by its number in a list of `definer`.
    case purposeCode(_ code: String, _ definer: String)
    case element(String)
    case nameSpace(String)
    /// The value of an element that has no text, such as a photo, and the values of a Boolean.
    case provided, yes, no
    /// A driving privilege: the category of vehicles, and its dates.
    case privilege(_ category: String, issued: String?, expires: String?)

    // Results.
    case sent(documents: Int)
    case nothingToSend
    case fewCopiesLeft(_ title: String, Int)
    case cancelled(Cancellation)
    case failure(SessionError.Reason)
}

extension Language {
    /// Returns the holder's text for `phrase`.
    func callAsFunction(_ phrase: HolderPhrase) -> String {
        switch self {
        case .english: HolderEnglish.text(phrase)
        case .bengali: HolderBengali.text(phrase)
        case .arabic: HolderArabic.text(phrase)
        }
    }
}
