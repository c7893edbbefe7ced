internal import JourneyBase

extension CardScreens {
    /// Returns the screen of an error: its cause, the next step, and the code for support.
    func problem(_ problem: CardProblem, title: CardPhrase = .notShown) -> Screen {
        let issue = CardIssue(problem.code)
        return Screen(
            id: issue.rawValue, title: language(title),
            body: [
                .outcome(
                    .init(
                        .refused, language(CardPhrase.issue(issue)),
                        reference: .init(language(.supportCode), problem.code.rawValue, kind: .reference)))
            ],
            actions: (issue.canRetry ? [.init(id: "retry", label: language(.tryAgain))] : [])
                + [.init(id: "close", label: language(.close), role: .cancel)])
    }
}
