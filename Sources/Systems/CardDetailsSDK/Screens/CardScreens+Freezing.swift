internal import JourneyBase

extension CardScreens {
    func freeze(_ card: CardSummary) -> Screen {
        question("card-freeze", .freezeCard, card, .whatFreezingDoes, approve: .freezeCard, isDestructive: true)
    }

    func thaw(_ card: CardSummary) -> Screen {
        question("card-thaw", .thawCard, card, .whatThawingDoes, approve: .thawCard)
    }

    /// Returns the screen for a frozen card that was to be shown.
    func frozen(_ card: CardSummary) -> Screen {
        question("card-frozen", .cardIsFrozen, card, .thawToShow, approve: .thawCard)
    }

    func done(_ card: CardSummary, _ phrase: CardPhrase) -> Screen {
        Screen(
            id: "card-done", title: language(phrase),
            body: [.outcome(.init(.done, language(card.isFrozen ? CardPhrase.whatFreezingDoes : .whatThawingDoes)))]
                + [masked(card)].compactMap(\.self),
            actions: [.init(id: "close", label: language(.close), role: .cancel)])
    }

    private func question(
        _ id: String, _ title: CardPhrase, _ card: CardSummary, _ text: CardPhrase, approve: CardPhrase,
        isDestructive: Bool = false
    ) -> Screen {
        Screen(
            id: id, title: language(title), body: [masked(card)].compactMap(\.self) + [.text(language(text))],
            actions: [
                .init(id: "approve", label: language(approve), role: isDestructive ? .destructive : .primary),
                .init(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }
}
