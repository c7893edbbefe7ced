internal import Foundation
public import JourneyBase
internal import Synchronization

/// Shows the number and the CVV of a card: consent, a code, the proxy's token, and the issuer's own frames.
///
/// A straight line: what the card is → the hidden page asks the issuer for a code → the person types it → a finger or a face →
/// the proxy trades it for a token → the visible page, for a while. Each viewing asks anew; when it ends, however it ends, the
/// token is wiped and revoked.
public final class CardDetailsFlow: Sendable {
    let configuration: CardDetailsConfiguration
    let host: CardDetailsHost
    let client: CardProxyClient
    let revocations: CardRevocations
    /// One flow at a time, for two would ask for two codes.
    let running = AsyncMutex()
    /// The moment at which the last code of a person was asked for, which outlives a viewing.
    private let codes = Mutex<[CardUserID: Date]>([:])

    public init(_ configuration: CardDetailsConfiguration, host: CardDetailsHost) {
        self.configuration = configuration
        self.host = host
        client = CardProxyClient(
            gateway: configuration.gateway, transport: host.transport, dependencies: host.dependencies,
            userToken: host.userToken)
        revocations = CardRevocations(client, host)
    }

    func lastCode(of user: CardUserID) -> Date? { codes.withLock { $0[user] } }
    func noteCode(of user: CardUserID, at moment: Date?) { codes.withLock { $0[user] = moment } }

    var presenter: any Presenter { host.presenter }
    var screens: CardScreens { CardScreens(language: presenter.language) }

    /// Shows `card` to `user` and says how it ended. Cancelling the task is what closing the page is.
    ///
    /// While one viewing is under way, another fails at once with `ALREADY_RUNNING`. Where the flow was cancelled, or the person
    /// would not wait, the revocation of the token goes on behind it: `settle` waits for that.
    public func run(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        await run(card, of: user, asksFirst: false)
    }

    /// As `run`; with `asksFirst` no code is sent before the person has pressed a button for it.
    func run(_ card: CardID, of user: CardUserID, asksFirst: Bool) async -> CardDetailsOutcome {
        await exclusively(user, isLogged: true) { await viewings(card, user, asksFirst: asksFirst) }
    }

    /// As `run`, but where a flow is under way, such as one that is being left, it is awaited.
    func runNext(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        await exclusively(user, awaitsOthers: true, isLogged: true) { await viewings(card, user) }
    }

    /// Runs `work` while no other flow runs, and takes its screens away at its end.
    func exclusively(
        _ user: CardUserID, awaitsOthers: Bool = false, isLogged: Bool = false,
        _ work: () async -> CardDetailsOutcome
    ) async -> CardDetailsOutcome {
        if awaitsOthers {
            await running.lock()
        } else {
            guard running.tryLock() else { return .failed(CardDetailsFlow.alreadyRunning) }
        }
        defer { running.unlock() }
        if awaitsOthers, Task.isCancelled { return .cancelled }
        let outcome = await work()
        await awaitRevocation(user)
        await presenter.dismiss()
        if isLogged { log(outcome) }
        return outcome
    }

    /// Waits for what may still be under way when a flow has ended: a revocation. One that the proxy did not do is asked for
    /// again later, which this doesn't wait for.
    public func settle() async { await revocations.rest() }

    /// Asks the proxy for the revocation that an earlier viewing of `user`, of another process too, has left owed, and waits for
    /// its answer. Does nothing when none is owed.
    ///
    /// Call it when the app starts with `user` signed in: then a token that draws the card doesn't wait for the next viewing.
    public func resumeRevocation(of user: CardUserID) async { _ = await revocations.settle(user)?.result }

    static let alreadyRunning = JourneyError(.alreadyRunning, "A card is being shown already.")

    /// Viewings until one has ended well, or the person wants no other.
    func viewings(_ card: CardID, _ user: CardUserID, asksFirst: Bool = false) async -> CardDetailsOutcome {
        while true {
            do throws(CardStop) { return .completed(try await view(card, user, asksFirst)) } catch {
                guard case .problem(let problem) = error else { return .cancelled }
                guard await wantsAnother(problem) else { return .failed(problem.error) }
            }
        }
    }

    private func view(_ id: CardID, _ user: CardUserID, _ asksFirst: Bool) async throws(CardStop) -> CardViewing {
        let (card, recent) = try await usableCard(id, user)
        let ending = await shown(card, recent, user, asksFirst)
        // Goes on beside whatever comes up next.
        _ = await revocations.settle(user)
        return await conclude(try ending.get(), card, user)
    }

    /// From consent until the card is gone. The token lives in here and nowhere else.
    private func shown(
        _ card: CardSummary, _ recent: [CardTransaction], _ user: CardUserID, _ asksFirst: Bool
    ) async -> Result<CardEnd, CardStop> {
        do throws(CardStop) {
            let token = try await consent(card, user, asksFirst: asksFirst)
            return .success(try await CardShowing(flow: self, card: card, user: user, recent: recent).run(token))
        } catch { return .failure(error) }
    }

    /// What the card's end leads to.
    private func conclude(_ end: CardEnd, _ card: CardSummary, _ user: CardUserID) async -> CardViewing {
        switch end {
        case .over(let end): return CardViewing(end: end, isFrozen: false)
        case .history:
            // Leaving the list leaves the card, which is hidden by then.
            await aside(.paymentsNotShown) { () throws(CardStop) in
                try await CardHistory(flow: self, card: card.id).run()
            }
            return CardViewing(end: .hidden, isFrozen: false)
        case .freeze:
            let now = await aside(.notFrozen) { () throws(CardStop) in
                try await CardFreezing(flow: self, user: user).freeze(card)
            }
            return CardViewing(end: .hidden, isFrozen: now?.isFrozen ?? false)
        }
    }

    /// The card as it is now, if it can be shown, and its last payments. One that its holder froze can be thawed here.
    private func usableCard(
        _ id: CardID, _ user: CardUserID
    ) async throws(CardStop) -> (CardSummary, [CardTransaction]) {
        var (card, recent) = try await load(id, user)
        if card.isFrozen { card = try await CardFreezing(flow: self, user: user).offerToThaw(card) }
        switch card.status {
        case .active: return (card, recent)
        case .blocked: throw .problem(CardProblem(JourneyError(.cardBlocked, "The card is blocked.")))
        default: throw .problem(CardProblem(JourneyError(.cardNotActive, "The card is not active.")))
        }
    }

    /// What may be known of the card. What an earlier viewing owes is paid first, as far as the proxy can be reached; what is left
    /// of it is paid with this one's.
    func load(_ id: CardID, _ user: CardUserID) async throws(CardStop) -> (CardSummary, [CardTransaction]) {
        try await waiting(.loadingCard) { [client, configuration, revocations] in
            if let owed = await revocations.settle(user) { try await AbandonableWait.value(of: owed) }
            let card = try await client.card(id)
            guard configuration.recentTransactions > 0 else { return (card, [CardTransaction]()) }
            // The card can be shown without them.
            let page = try? await client.transactions(of: id)
            return (card, Array((page?.transactions ?? []).prefix(configuration.recentTransactions)))
        }
    }

    /// A finger or a face for `reason`, as the host's policy says. A device that cannot ask is let by where the policy allows it;
    /// somebody who was refused is not. Returns whether somebody was asked, and has passed.
    @discardableResult func checkPresence(_ reason: CardPhrase = .presenceReason) async throws(CardStop) -> Bool {
        guard configuration.biometrics != .never else { return false }
        let verdict = await host.biometrics.authenticate(reason: presenter.language(reason))
        if Task.isCancelled { throw .left }
        if verdict == .unavailable, configuration.biometrics == .whereAvailable { return false }
        do throws(JourneyError) { try verdict.check() } catch { throw CardStop(error) }
        return true
    }

    /// Finds out that the card's holder is there, before payments pass again: by a finger or a face, and where the policy or the device
    /// has none, by a code of the issuer's. The token that the code is traded for draws nothing and is revoked at once.
    func confirmHolder(of card: CardSummary, _ user: CardUserID) async throws(CardStop) {
        if try await checkPresence(.presenceReasonToThaw) { return }
        _ = try await consent(card, user, asksFirst: true, isPresenceChecked: true)
        // Goes on beside whatever comes up next.
        _ = await revocations.settle(user)
    }
}
