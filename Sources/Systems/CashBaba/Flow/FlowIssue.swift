import JourneyBase

/// A problem shown on a screen. Its text is made when it is drawn, because the language may change.
enum FlowIssue: Sendable {
    case phrase(WalletPhrase)
    case fault(SDKError)

    func text(in language: Language) -> String {
        switch self {
        case .phrase(let phrase): phrase(language)
        case .fault(let error): error.message(in: language)
        }
    }
}
