internal import JourneyBase

/// Freezes and unfreezes a card.
///
/// Freezing protects, so anyone who holds the device may do it. Unfreezing allows payments again, so the holder must confirm it
/// by a biometric check or a code.
struct CardFreezing {
    let flow: CardDetailsFlow
    let user: CardUserID

    private var screens: CardScreens { flow.screens }

    /// Asks for confirmation, freezes, and reports it. Returns the card as it is afterwards.
    func freeze(_ card: CardSummary) async throws(CardStop) -> CardSummary {
        try await change(card, to: true, asking: screens.freeze(card), done: .cardIsFrozen)
    }

    /// Asks for confirmation, unfreezes, and reports it. Returns the card as it is afterwards.
    func thaw(_ card: CardSummary) async throws(CardStop) -> CardSummary {
        try await change(card, to: false, asking: screens.thaw(card), done: .cardIsThawed)
    }

    /// Offers to unfreeze a frozen card before it is shown. Throws `left` if the user declines.
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
                    // Both calls are idempotent, so the user may retry in place.
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

    /// Returns the card's current state after a change whose response was lost.
    private func looked(_ card: CardSummary, after stop: CardStop) async -> CardSummary? {
        if Task.isCancelled { return nil }
        if case .problem(let problem) = stop, !problem.leavesDoubt { return nil }
        return try? await flow.waiting(.loadingCard) { [client = flow.client] in try await client.card(card.id) }
    }
}
