import JourneyBase

/// What is shown on a screen because something did not work; in words only when it is drawn, because the language may change.
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
