public import JourneyBase
internal import Synchronization

/// Shows the number and the CVV of a card: consent, a code, the proxy's token, and the issuer's own frames.
///
/// A straight line: what the card is → the hidden page asks the issuer for a code → the person types it → the proxy trades it
/// for a token → a finger or a face → the visible page, for a while. Each viewing asks anew; when it ends, however it ends, the
/// token is wiped and revoked.
public final class CardDetailsFlow: Sendable {
    let configuration: CardDetailsConfiguration
    let host: CardDetailsHost
    let client: CardProxyClient
    private let isRunning = Mutex(false)

    public init(_ configuration: CardDetailsConfiguration, host: CardDetailsHost) {
        self.configuration = configuration
        self.host = host
        client = CardProxyClient(
            gateway: configuration.gateway, transport: host.transport, surroundings: host.surroundings,
            userToken: host.userToken)
    }

    var presenter: any Presenter { host.presenter }
    var screens: CardScreens { CardScreens(language: presenter.language) }

    /// Shows `card` to `user` and says how it ended. Cancelling the task is what closing the page is.
    ///
    /// While one viewing is under way, another fails at once with `ALREADY_RUNNING`.
    public func run(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        guard begin() else { return .failed(CardDetailsFlow.alreadyRunning) }
        defer { end() }
        let outcome = await viewings(card, user)
        await presenter.dismiss()
        log(outcome)
        return outcome
    }

    /// One flow at a time: two would ask for two codes.
    func begin() -> Bool {
        isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
    }

    func end() { isRunning.withLock { $0 = false } }

    static let alreadyRunning = JourneyError(.alreadyRunning, "A card is being shown already.")

    /// Viewings until one has ended well, or the person wants no other.
    func viewings(_ card: CardID, _ user: CardUserID) async -> CardDetailsOutcome {
        while true {
            do throws(CardStop) { return .completed(try await view(card, user)) } catch {
                guard case .problem(let problem) = error else { return .cancelled }
                guard await wantsAnother(problem) else { return .failed(problem.error) }
            }
        }
    }

    private func view(_ id: CardID, _ user: CardUserID) async throws(CardStop) -> CardViewing {
        let (card, recent) = try await usableCard(id)
        let token = try await consent(card, user)
        let ending: Result<CardShowing.End, CardStop>
        do throws(CardStop) {
            try await checkPresence()
            ending = .success(try await CardShowing(flow: self, card: card, user: user, recent: recent).run(token))
        } catch { ending = .failure(error) }
        await revoke(user)
        return try await conclude(try ending.get(), card)
    }

    /// What the card's end leads to.
    private func conclude(_ end: CardShowing.End, _ card: CardSummary) async throws(CardStop) -> CardViewing {
        switch end {
        case .over(let end): return CardViewing(end: end, isFrozen: false)
        case .history:
            // Leaving the list leaves the card, which is hidden by then.
            try? await CardHistory(flow: self, card: card.id).run()
            return CardViewing(end: .hidden, isFrozen: false)
        case .freeze:
            let now = try? await CardFreezing(flow: self).freeze(card)
            return CardViewing(end: .hidden, isFrozen: now?.isFrozen ?? false)
        }
    }

    /// The card as it is now, if it can be shown, and its last payments. One that its holder froze can be thawed here.
    private func usableCard(_ id: CardID) async throws(CardStop) -> (CardSummary, [CardTransaction]) {
        var (card, recent) = try await waiting(.loadingCard) { [client, configuration] in
            let card = try await client.card(id)
            guard configuration.recentTransactions > 0 else { return (card, [CardTransaction]()) }
            // The card can be shown without them.
            let page = try? await client.transactions(of: id)
            return (card, Array((page?.transactions ?? []).prefix(configuration.recentTransactions)))
        }
        if card.isFrozen { card = try await CardFreezing(flow: self).offerToThaw(card) }
        switch card.status {
        case .active: return (card, recent)
        case .blocked: throw .problem(CardProblem(JourneyError(.cardBlocked, "The card is blocked.")))
        default: throw .problem(CardProblem(JourneyError(.cardNotActive, "The card is not active.")))
        }
    }

    private func checkPresence() async throws(CardStop) {
        guard configuration.biometrics != .never else { return }
        let verdict = await host.biometrics.authenticate(reason: presenter.language(CardPhrase.presenceReason))
        if verdict == .unavailable, configuration.biometrics == .whereAvailable { return }
        do throws(JourneyError) { try verdict.check() } catch { throw CardStop(error) }
        if Task.isCancelled { throw .left }
    }

    /// Makes the token worth nothing; also when the flow was cancelled, and also where nobody heard whether there is one.
    func revoke(_ user: CardUserID) async {
        let client = client
        await Task {
            do throws(CardProblem) { try await client.revoke(user) } catch {
                client.surroundings.log.record(
                    .warning, "A card's token could not be revoked", [.code: error.code.rawValue])
            }
        }.value
    }

    /// Shows that something is under way while `work` is done; pressing “Cancel” ends it.
    func waiting<Value: Sendable>(
        _ phrase: CardPhrase, _ work: @escaping @Sendable () async throws -> Value
    ) async throws(CardStop) -> Value {
        do { return try await presenter.show(screens.waiting(phrase), while: { _ in try await work() }) } catch {
            throw CardStop(error)
        }
    }

    /// Says what went wrong; whether the person wants to begin anew.
    func wantsAnother(_ problem: CardProblem) async -> Bool {
        if Task.isCancelled { return false }
        let screen = screens.problem(problem)
        let answer = await presenter.ask(screen)
        return screen.exit(for: answer) == nil
    }

    private func log(_ outcome: CardDetailsOutcome) {
        let log = host.surroundings.log
        switch outcome {
        case .completed, .pending: log.record(.info, "A card was shown")
        case .cancelled: log.record(.info, "A card was not shown: the person left")
        case .failed(let error): log.record(.warning, "A card was not shown", [.code: error.code.rawValue])
        }
    }
}
