internal import JourneyBase

extension CardScreens {
    /// What went wrong, what to do about it, and the code that support asks for.
    func problem(_ problem: CardProblem, title: CardPhrase = .notShown) -> Screen {
        let trouble = CardTrouble(problem.code)
        return Screen(
            id: trouble.rawValue, title: language(title),
            body: [
                .notice(.init(.error, language(CardPhrase.trouble(trouble)))),
                .text(language(CardPhrase.codeForSupport(problem.code.rawValue))),
            ],
            actions: (trouble.canRetry ? [.init(id: "retry", label: language(.tryAgain))] : [])
                + [.init(id: "close", label: language(.close), role: .cancel)])
    }
}
