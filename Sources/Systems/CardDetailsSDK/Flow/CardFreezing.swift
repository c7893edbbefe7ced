internal import JourneyBase

/// Freezing and thawing a card: what its holder does alone, and can undo.
///
/// Freezing protects, so that whoever holds the device may do it. Thawing lets payments pass again: the holder has to be there, known
/// by a finger, a face or a code.
struct CardFreezing {
    let flow: CardDetailsFlow
    let user: CardUserID

    private var screens: CardScreens { flow.screens }

    /// Asks, freezes, and says so. Gives the card as it is afterwards.
    func freeze(_ card: CardSummary) async throws(CardStop) -> CardSummary {
        try await change(card, to: true, asking: screens.freeze(card), done: .cardIsFrozen)
    }

    /// The same the other way round.
    func thaw(_ card: CardSummary) async throws(CardStop) -> CardSummary {
        try await change(card, to: false, asking: screens.thaw(card), done: .cardIsThawed)
    }

    /// A card that is to be shown is frozen: it can be thawed first. Throws `left` for a no.
    func offerToThaw(_ card: CardSummary) async throws(CardStop) -> CardSummary {
        try await change(card, to: false, asking: screens.frozen(card), done: nil)
    }

    private func change(
        _ card: CardSummary, to isFrozen: Bool, asking screen: Screen, done: CardPhrase?
    ) async throws(CardStop) -> CardSummary {
        var screen = screen
        var isHolderThere = isFrozen
        while true {
            let answer = await flow.presenter.ask(screen)
            if let exit = screen.exit(for: answer) { throw CardStop(exit) }
            if !isHolderThere { try await flow.confirmHolder(of: card, user) }
            isHolderThere = true
            let now: CardSummary
            do throws(CardStop) {
                now = try await flow.waiting(isFrozen ? .freezing : .thawing) { [client = flow.client] in
                    isFrozen ? try await client.freeze(card.id) : try await client.unfreeze(card.id)
                }
            } catch {
                guard let found = await looked(card, after: error), found.isFrozen == isFrozen else {
                    // Both can be done again without harm, so the person may try again where they are.
                    guard case .problem(let problem) = error, case .retry = problem.error.recovery else { throw error }
                    screen = screen.with(error: flow.presenter.language(CardPhrase.tryAgainSoon))
                    continue
                }
                now = found
            }
            if let done { _ = await flow.presenter.ask(screens.done(now, done)) }
            return now
        }
    }

    /// The card as it is, where the change was sent and nobody heard what became of it.
    private func looked(_ card: CardSummary, after stop: CardStop) async -> CardSummary? {
        if Task.isCancelled { return nil }
        if case .problem(let problem) = stop, !problem.leavesDoubt { return nil }
        return try? await flow.waiting(.loadingCard) { [client = flow.client] in try await client.card(card.id) }
    }
}
