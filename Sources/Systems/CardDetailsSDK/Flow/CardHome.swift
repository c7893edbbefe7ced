public import JourneyBase

extension CardDetailsFlow {
    /// Shows the card's home: masked, with its last payments, and with ways to the number, all payments, freezing and unfreezing.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - user: The card's holder.
    /// - Returns: The outcome when the user closes it: `completed` with the last viewing if there was one, else `cancelled`.
    public func runHome(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        await exclusively(user) { await home(card, user) }
    }

    /// Shows the card's home as `runHome` does, after waiting for a flow in progress, such as one that is being closed.
    func runNextHome(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        await exclusively(user, awaitsOthers: true) { await home(card, user) }
    }

    private func home(_ id: CardID, _ user: CardUserID) async -> CardDetailsOutcome {
        var last: CardViewing?
        var left: CardDetailsOutcome { last.map(CardDetailsOutcome.completed) ?? .cancelled }
        while !Task.isCancelled {
            let (card, recent): (CardSummary, [CardTransaction])
            do throws(CardStop) { (card, recent) = try await load(id, user) } catch {
                guard case .problem(let problem) = error else { return left }
                guard await wantsAnother(problem) else { return .failed(problem.error) }
                continue
            }
            let screen = screens.home(card, recent: recent)
            let answer = await presenter.ask(screen)
            switch screen.exit(for: answer) {
            case nil:
                switch await viewings(id, user) {
                case .completed(let viewing), .pending(let viewing): last = viewing
                case .cancelled, .failed: break
                }
            case .other(CardScreens.ActionID.history):
                await aside(.paymentsNotShown) { () throws(CardStop) in
                    try await CardHistory(flow: self, card: id).run()
                }
            case .other(CardScreens.ActionID.freeze):
                await aside(.notFrozen) { () throws(CardStop) in
                    try await CardFreezing(flow: self, user: user).freeze(card)
                }
            case .other(CardScreens.ActionID.thaw):
                await aside(.notThawed) { () throws(CardStop) in
                    try await CardFreezing(flow: self, user: user).thaw(card)
                }
            default: return left
            }
        }
        return left
    }
}
