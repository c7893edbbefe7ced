internal import JourneyBase

/// All payments of a card: a list in pages, reloaded on demand, and each payment's details.
struct CardHistory {
    let flow: CardDetailsFlow
    let card: CardID

    private var screens: CardScreens { flow.screens }

    /// Returns when the user goes back. Throws `left`, and errors that reloading cannot fix.
    func run() async throws(CardStop) {
        var pages = [TransactionPage.empty]
        var index = 0
        var fault: String?
        do throws(CardStop) { pages = [try await load(nil)] } catch { fault = try words(for: error) }
        while true {
            let page = pages[index]
            let screen = screens.history(page, number: index + 1).with(error: fault)
            fault = nil
            let answer = await flow.presenter.ask(screen)
            do throws(CardStop) {
                switch screen.exit(for: answer) {
                case nil:
                    let chosen = answer.chosen(CardScreens.payment)?.first
                    guard let payment = page.transactions.first(where: { $0.id == chosen }) else { continue }
                    try await details(payment)
                case .other(CardScreens.ActionID.refresh):
                    pages = [try await load(nil)]
                    index = 0
                case .other(CardScreens.ActionID.next):
                    guard let next = page.next else { continue }
                    if index + 1 == pages.count { pages.append(try await load(next)) }
                    index += 1
                case .other(CardScreens.ActionID.previous): index = max(0, index - 1)
                case .back: return
                default: throw .left
                }
            } catch {
                // Keep the current list.
                fault = try words(for: error)
            }
        }
    }

    /// Returns the text for an error that reloading may fix; throws every other error.
    private func words(for stop: CardStop) throws(CardStop) -> String {
        guard case .problem(let problem) = stop, case .retry = problem.error.recovery else { throw stop }
        return flow.presenter.language(CardPhrase.tryAgainSoon)
    }

    private func load(_ cursor: TransactionCursor?) async throws(CardStop) -> TransactionPage {
        let (client, card) = (flow.client, card)
        return try await flow.waiting(.loadingPayments) { try await client.transactions(of: card, from: cursor) }
    }

    /// Shows a payment's details. Back leads to the list.
    private func details(_ payment: CardTransaction) async throws(CardStop) {
        let screen = screens.details(payment)
        let answer = await flow.presenter.ask(screen)
        if let exit = screen.exit(for: answer), exit != .back { throw CardStop(exit) }
    }
}
