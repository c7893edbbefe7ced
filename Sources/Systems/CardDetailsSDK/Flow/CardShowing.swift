internal import Foundation
internal import JourneyBase

/// The visible page, from its loading to its end, with the native screen beside it.
///
/// Everything that happens comes into one queue and is taken one after the other: what the page says, what the person presses,
/// the end of the time, and the app's leaving the foreground.
struct CardShowing {
    let flow: CardDetailsFlow
    let card: CardSummary
    let user: CardUserID
    let recent: [CardTransaction]

    enum End {
        case over(CardViewing.End)
        case history
        case freeze
    }

    private enum Signal: Sendable {
        case page(CardPage.Event)
        case pageEnded
        /// An answer to the screen of that number.
        case answered(Int, ScreenAction)
        case concealed
        /// The page took too long.
        case late
        case timeUp
    }

    private var host: CardDetailsHost { flow.host }
    private var configuration: CardDetailsConfiguration { flow.configuration }

    /// Shows the card by `token`, which nothing holds any more when this returns.
    func run(_ token: Secret) async throws(CardStop) -> End {
        let (client, id, user) = (flow.client, card.id, user)
        let (configuration, host, context) = (configuration, host, context)
        // From here on: who leaves while the page is on its way will not find it shown.
        let (signals, send) = AsyncStream<Signal>.makeStream()
        let concealments = Task { [stream = host.concealments()] in for await _ in stream { send.yield(.concealed) } }
        defer {
            concealments.cancel()
            send.finish()
        }
        let page = try await flow.waiting(.openingCard) {
            let url = try await client.page(for: id, user: user)
            return try await CardPage.open(
                url, place: .visible, context: context, configuration: configuration, host: host)
        }
        let events = Task {
            for await event in page.events { send.yield(.page(event)) }
            send.yield(.pageEnded)
        }
        let result = await watch(page, token, signals, send)
        page.emit("hide", .plain([:]))
        await page.close()
        events.cancel()
        return try result.get()
    }

    private func watch(
        _ page: CardPage, _ token: Secret, _ signals: AsyncStream<Signal>, _ send: AsyncStream<Signal>.Continuation
    ) async -> Result<End, CardStop> {
        var missing: Set<CardPage.Part> = configuration.showsPIN ? [.cardNumber, .cvv, .pin] : [.cardNumber, .cvv]
        var timer = after(configuration.patience, .late, send)
        var number = 1
        var screen = flow.screens.waiting(.openingCard)
        var question = ask(screen, number, after: nil, send)
        let result = await take(signals)
        timer.cancel()
        // A question that was not shown yet must not come up over what follows.
        question.cancel()
        await question.value
        return result

        func take(_ signals: AsyncStream<Signal>) async -> Result<End, CardStop> {
            for await signal in signals {
                switch signal {
                case .page(.opened):
                    page.emit(
                        "render", .secret(CardAuthToken.message(token, card: card.id, showsPIN: configuration.showsPIN))
                    )
                case .page(.rendered(let part)):
                    guard missing.remove(part) != nil, missing.isEmpty else { continue }
                    timer.cancel()
                    timer = after(configuration.visibility, .timeUp, send)
                    number += 1
                    screen = flow.screens.shown(
                        card, recent: recent, until: host.surroundings.now() + configuration.visibility.seconds)
                    question = ask(screen, number, after: question, send)
                case .page(.failed(let error)): return .failure(.problem(CardProblem(error)))
                case .page(.done): return missing.isEmpty ? .success(.over(.hidden)) : .failure(.left)
                case .page(.copied), .page(.challenge): continue
                case .pageEnded: return .failure(.problem(CardProblem(CardShowing.lost)))
                case .concealed: return .success(.over(.concealed))
                case .late: return .failure(.problem(CardProblem(CardShowing.late)))
                case .timeUp: return .success(.over(.timeUp))
                case .answered(number, let answer):
                    return missing.isEmpty ? .success(end(answer, screen)) : .failure(.left)
                case .answered: continue
                }
            }
            return .failure(.left)
        }
    }

    private func end(_ answer: ScreenAction, _ screen: Screen) -> End {
        switch screen.exit(for: answer) {
        case .expired: .over(.timeUp)
        case .other(CardScreens.ActionID.history): .history
        case .other(CardScreens.ActionID.freeze): .freeze
        default: .over(.hidden)
        }
    }

    /// Asks when `earlier` is over, which makes way: two questions that begin at once come up in any order.
    private func ask(
        _ screen: Screen, _ number: Int, after earlier: Task<Void, Never>?, _ send: AsyncStream<Signal>.Continuation
    ) -> Task<Void, Never> {
        earlier?.cancel()
        return Task { [presenter = flow.presenter] in
            await earlier?.value
            if Task.isCancelled { return }
            let answer = await presenter.ask(screen)
            if !Task.isCancelled { send.yield(.answered(number, answer)) }
        }
    }

    private func after(
        _ wait: Duration, _ signal: Signal, _ send: AsyncStream<Signal>.Continuation
    ) -> Task<Void, Never> {
        Task { [clock = host.surroundings.clock] in
            if (try? await clock.sleep(for: wait)) != nil { send.yield(signal) }
        }
    }

    /// What the page gets as it shakes hands: how the card looks, and the words for it. Nothing of it is enough to pay with.
    private var context: JSONValue {
        let language = flow.presenter.language
        return [
            "language": .string(language.tag), "isRightToLeft": .bool(language.isRightToLeft),
            "card": [
                "holder": .string(card.holder), "expiry": .string(card.expiry), "lastFour": .string(card.lastFour),
                "design": (card.design ?? .standard).message,
            ], "words": CardPageWords.message(language, card),
        ]
    }

    private static let lost = JourneyError(.pageProcessLost, "The page went away.", recovery: .restart)
    private static let late = JourneyError(
        .netTimeout, "The issuer's frames took too long.", recovery: .retry(after: .seconds(1)))
}
