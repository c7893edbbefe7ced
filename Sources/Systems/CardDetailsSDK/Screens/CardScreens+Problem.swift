internal import JourneyBase

extension CardScreens {
    /// What went wrong, what to do about it, and the code that support asks for.
    func problem(_ problem: CardProblem, title: CardPhrase = .notShown) -> Screen {
        let issue = CardIssue(problem.code)
        return Screen(
            id: issue.rawValue, title: language(title),
            body: [
                .notice(.init(.error, language(CardPhrase.issue(issue)))),
                .text(language(CardPhrase.codeForSupport(problem.code.rawValue))),
            ],
            actions: (issue.canRetry ? [.init(id: "retry", label: language(.tryAgain))] : [])
                + [.init(id: "close", label: language(.close), role: .cancel)])
    }
}
