public import JourneyBase

extension CardDetailsFlow {
    /// The card's own place: masked, with its last payments, and from there the number, all payments, freezing and thawing.
    ///
    /// Ends when the person closes it: `cancelled`, or `completed` with the last viewing if there was one.
    public func runHome(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        guard begin() else { return .failed(CardDetailsFlow.alreadyRunning) }
        defer { end() }
        let outcome = await home(card, user)
        await presenter.dismiss()
        return outcome
    }

    private func home(_ id: CardID, _ user: CardUserID) async -> CardDetailsOutcome {
        var last: CardViewing?
        while true {
            do throws(CardStop) {
                let (card, recent) = try await waiting(.loadingCard) { [client, configuration] in
                    let card = try await client.card(id)
                    let page = try? await client.transactions(of: id)
                    return (card, Array((page?.transactions ?? []).prefix(configuration.recentTransactions)))
                }
                let screen = screens.home(card, recent: recent)
                let answer = await presenter.ask(screen)
                switch screen.exit(for: answer) {
                case nil:
                    switch await viewings(id, user) {
                    case .completed(let viewing), .pending(let viewing): last = viewing
                    case .cancelled, .failed: break
                    }
                case .other(CardScreens.ActionID.history): try await CardHistory(flow: self, card: id).run()
                case .other(CardScreens.ActionID.freeze): _ = try await CardFreezing(flow: self).freeze(card)
                case .other(CardScreens.ActionID.thaw): _ = try await CardFreezing(flow: self).thaw(card)
                default: return last.map(CardDetailsOutcome.completed) ?? .cancelled
                }
            } catch {
                switch error {
                case .back: continue
                case .left: return last.map(CardDetailsOutcome.completed) ?? .cancelled
                case .problem(let problem): if await !wantsAnother(problem) { return .failed(problem.error) }
                }
            }
            if Task.isCancelled { return last.map(CardDetailsOutcome.completed) ?? .cancelled }
        }
    }
}
