internal import JourneyBase

/// Freezing and thawing a card: what its holder does alone, and can undo.
struct CardFreezing {
    let flow: CardDetailsFlow

    private var screens: CardScreens { flow.screens }

    /// Asks, freezes, and says so. Gives the card as it is afterwards.
    func freeze(_ card: CardSummary) async throws(CardStop) -> CardSummary {
        try await change(card, asking: screens.freeze(card), .freezing, done: .cardIsFrozen) { client in
            try await client.freeze(card.id)
        }
    }

    /// The same the other way round.
    func thaw(_ card: CardSummary) async throws(CardStop) -> CardSummary {
        try await change(card, asking: screens.thaw(card), .thawing, done: .cardIsThawed) { client in
            try await client.unfreeze(card.id)
        }
    }

    /// A card that is to be shown is frozen: it can be thawed first. Throws `left` for a no.
    func offerToThaw(_ card: CardSummary) async throws(CardStop) -> CardSummary {
        try await change(card, asking: screens.frozen(card), .thawing, done: nil) { client in
            try await client.unfreeze(card.id)
        }
    }

    private func change(
        _ card: CardSummary, asking screen: Screen, _ working: CardPhrase, done: CardPhrase?,
        _ work: @escaping @Sendable (CardProxyClient) async throws -> CardSummary
    ) async throws(CardStop) -> CardSummary {
        var screen = screen
        while true {
            let answer = await flow.presenter.ask(screen)
            if let exit = screen.exit(for: answer) { throw CardStop(exit) }
            do throws(CardStop) {
                let now = try await flow.waiting(working) { [client = flow.client] in try await work(client) }
                if let done { _ = await flow.presenter.ask(screens.done(now, done)) }
                return now
            } catch {
                // Both can be done again without harm, so the person may try again where they are.
                guard case .problem(let problem) = error, problem.error.isRecoverable else { throw error }
                screen = screen.with(error: flow.presenter.language(CardPhrase.tryAgainSoon))
            }
        }
    }
}
