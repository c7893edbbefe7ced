internal import Foundation
internal import JourneyBase

/// Shows the visible page, from its loading to its end, with the native screen beside it.
///
/// All events enter one queue and are handled in order: the page's messages, the user's actions, the end of the time limit, and
/// the app's leaving the foreground. `CardPageMachine` decides what each means.
struct CardShowing {
    let flow: CardDetailsFlow
    let card: CardSummary
    let user: CardUserID
    let recent: [CardTransaction]

    private typealias Send = AsyncStream<CardPageMachine.Event>.Continuation

    private var host: CardDetailsHost { flow.host }
    private var configuration: CardDetailsConfiguration { flow.configuration }
    /// `true` if the PIN is shown. Issuers draw the PIN of physical cards only.
    private var showsPIN: Bool { configuration.showsPIN && card.kind == .physical }

    /// Shows the card with `token`. No reference to the token remains when this returns.
    func run(_ token: Secret) async throws(CardStop) -> CardEnd {
        let (client, id, user) = (flow.client, card.id, user)
        let (configuration, host, context) = (configuration, host, context)
        // Listen from here on, so that leaving while the page loads keeps it from being shown.
        let (events, send) = AsyncStream<CardPageMachine.Event>.makeStream()
        let concealments = Task { [stream = host.concealments()] in
            for await _ in stream { send.yield(.concealed(isCaptured: host.isCaptured())) }
        }
        defer {
            concealments.cancel()
            send.finish()
        }
        // A capture that started before the stream was observed.
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
        // Remove the card first: a presenter may take time to dismiss its screen.
        page.emit("hide", .plain([:]))
        await page.close()
        patience.cancel()
        time?.timer.cancel()
        // A question that is not shown yet must not appear over the next screen.
        question.cancel()
        await question.value
        return result
    }

    /// Asks once `earlier` has ended: two questions that start at the same time are shown in any order.
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

    /// The page's context at the handshake: the card's appearance and its texts. It has no data that would suffice for a payment.
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
