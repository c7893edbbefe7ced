public import JourneyBase

extension CardDetailsFlow {
    /// The card's own place: masked, with its last payments, and from there the number, all payments, freezing and thawing.
    ///
    /// Ends when the person closes it: `cancelled`, or `completed` with the last viewing if there was one.
    public func runHome(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        await exclusively(user) { await home(card, user) }
    }

    /// As `runHome`, but where a flow is under way, such as one that is being left, it is awaited.
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
