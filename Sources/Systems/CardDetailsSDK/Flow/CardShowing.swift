internal import Foundation
internal import JourneyBase

/// The visible page, from its loading to its end, with the native screen beside it.
///
/// Everything that happens comes into one queue and is taken one after the other: what the page says, what the person presses,
/// the end of the time, and the app's leaving the foreground. `CardPageMachine` says what each means.
struct CardShowing {
    let flow: CardDetailsFlow
    let card: CardSummary
    let user: CardUserID
    let recent: [CardTransaction]

    private typealias Send = AsyncStream<CardPageMachine.Event>.Continuation

    private var host: CardDetailsHost { flow.host }
    private var configuration: CardDetailsConfiguration { flow.configuration }
    /// An issuer draws the PIN of a physical card alone.
    private var showsPIN: Bool { configuration.showsPIN && card.kind == .physical }

    /// Shows the card by `token`, which nothing here holds any more when this returns.
    func run(_ token: Secret) async throws(CardStop) -> CardEnd {
        let (client, id, user) = (flow.client, card.id, user)
        let (configuration, host, context) = (configuration, host, context)
        // From here on: who leaves while the page is on its way will not find it shown.
        let (events, send) = AsyncStream<CardPageMachine.Event>.makeStream()
        let concealments = Task { [stream = host.concealments()] in
            for await _ in stream { send.yield(.concealed(isCaptured: host.isCaptured())) }
        }
        defer {
            concealments.cancel()
            send.finish()
        }
        // What began before somebody listened.
        guard !host.isCaptured() else { throw .problem(CardProblem(CardDetailsFlow.captured)) }
        let page = try await flow.waiting(.openingCard) {
            let url = try await client.page(for: id, user: user)
            return try await CardPage.open(
                url, place: .visible, context: context, configuration: configuration, host: host)
        }
        let relay = Task {
            for await event in page.events { send.yield(.page(event)) }
            send.yield(.pageEnded)
        }
        defer { relay.cancel() }
        return try await watch(page, token, events, send).get()
    }

    private func watch(
        _ page: CardPage, _ token: Secret, _ events: AsyncStream<CardPageMachine.Event>, _ send: Send
    ) async -> Result<CardEnd, CardStop> {
        var watch = CardPageMachine(showsPIN ? [.cardNumber, .cvv, .pin] : [.cardNumber, .cvv])
        let patience = after(configuration.patience, .late, send)
        var time: (end: Date, timer: Task<Void, Never>)?
        var question = ask(flow.screens.waiting(.openingCard), 1, after: nil, send)
        var result: Result<CardEnd, CardStop> = .failure(.left)
        loop: for await event in events {
            switch watch.take(event) {
            case .none: continue
            case .render: page.emit("render", .secret(CardAuthToken.message(token, card: card.id, showsPIN: showsPIN)))
            case .begin:
                time = (
                    host.dependencies.now() + configuration.visibility.seconds,
                    after(configuration.visibility, .timeUp, send)
                )
            case .complete:
                patience.cancel()
                let end = time?.end ?? host.dependencies.now() + configuration.visibility.seconds
                let screen = flow.screens.shown(
                    card, recent: recent, until: end, isBelowPage: host.showsPageAmongScreens)
                question = ask(screen, 2, after: question, send)
            case .end(let end):
                result = end
                break loop
            }
        }
        // The card goes first: a presenter may take its time to make way.
        page.emit("hide", .plain([:]))
        await page.close()
        patience.cancel()
        time?.timer.cancel()
        // A question that was not shown yet must not come up over what follows.
        question.cancel()
        await question.value
        return result
    }

    /// Asks when `earlier` is over, which makes way: two questions that begin at once come up in any order.
    private func ask(_ screen: Screen, _ number: Int, after earlier: Task<Void, Never>?, _ send: Send) -> Task<
        Void, Never
    > {
        earlier?.cancel()
        return Task { [presenter = flow.presenter] in
            await earlier?.value
            if Task.isCancelled { return }
            let answer = await presenter.ask(screen)
            if !Task.isCancelled { send.yield(.answered(number, screen.exit(for: answer))) }
        }
    }

    private func after(_ wait: Duration, _ event: CardPageMachine.Event, _ send: Send) -> Task<Void, Never> {
        Task { [clock = host.dependencies.clock] in
            if (try? await clock.sleep(for: wait)) != nil { send.yield(event) }
        }
    }

    /// What the page gets as it shakes hands: how the card looks, and the words for it. Nothing of it is enough to pay with.
    private var context: JSONValue {
        let language = flow.presenter.language
        return [
            "language": .string(language.tag), "isRightToLeft": .bool(language.isRightToLeft),
            "offersHide": .bool(!host.showsPageAmongScreens),
            "card": [
                "holder": .string(card.holder), "expiry": .string(card.expiry), "lastFour": .string(card.lastFour),
                "design": (card.design ?? .standard).message,
            ], "words": CardPageTexts.message(language, card),
        ]
    }
}
