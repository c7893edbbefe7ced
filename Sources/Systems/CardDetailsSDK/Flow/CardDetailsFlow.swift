internal import Foundation
public import JourneyBase
internal import Synchronization

/// A flow that shows the number and the CVV of a card: consent, a code, the proxy's token, and the issuer's own frames.
///
/// The flow is a straight line. It loads the card; the hidden page asks the issuer for a code; the user types it and passes a
/// biometric check; the proxy exchanges it for a token; the visible page shows the card for a limited time. Each viewing starts
/// from consent. At its end, whatever the cause, the token is wiped and revoked.
public final class CardDetailsFlow: Sendable {
    let configuration: CardDetailsConfiguration
    let host: CardDetailsHost
    let client: CardProxyClient
    let revocations: CardRevocations
    /// Runs one flow at a time, because two would request two codes.
    let running = AsyncMutex()
    /// The time of each user's last code request. It outlives a viewing.
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

    /// Shows `card` to `user`. Cancelling the task closes the page.
    ///
    /// During a viewing, another one fails at once with `ALREADY_RUNNING`. If the flow is cancelled, or the user does not wait,
    /// the token's revocation continues in the background: `settle` waits for it.
    ///
    /// - Parameters:
    ///   - card: The card to show.
    ///   - user: The card's holder.
    /// - Returns: The outcome of the viewing.
    public func run(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        await run(card, of: user, asksFirst: false)
    }

    /// Shows `card` as `run` does. With `asksFirst`, no code is sent before the user has pressed a button for it.
    func run(_ card: CardID, of user: CardUserID, asksFirst: Bool) async -> CardDetailsOutcome {
        await exclusively(user, isLogged: true) { await viewings(card, user, asksFirst: asksFirst) }
    }

    /// Shows `card` as `run` does, after waiting for a flow in progress, such as one that is being closed.
    func runNext(_ card: CardID, of user: CardUserID) async -> CardDetailsOutcome {
        await exclusively(user, awaitsOthers: true, isLogged: true) { await viewings(card, user) }
    }

    /// Runs `work` while no other flow runs, and dismisses its screens at the end.
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

    /// Waits for a revocation that is still in progress after a flow. Retries that are scheduled for later are not waited for.
    public func settle() async { await revocations.rest() }

    /// Sends the revocation that an earlier viewing of `user` left pending, also in another process, and waits for the answer.
    /// Does nothing if none is pending.
    ///
    /// Call it at the app's start with `user` signed in. A token that can draw the card then doesn't stay valid until the next
    /// viewing.
    ///
    /// - Parameter user: The signed-in user.
    public func resumeRevocation(of user: CardUserID) async { _ = await revocations.settle(user)?.result }

    static let alreadyRunning = JourneyError(
        .alreadyRunning, "A card is already being shown. Wait for the viewing to end.")

    /// Repeats viewings until one has succeeded or the user stops.
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
        // Continues in the background of the next screen.
        _ = await revocations.settle(user)
        return await conclude(try ending.get(), card, user)
    }

    /// Runs from consent until the card is gone. The token exists only in here.
    private func shown(
        _ card: CardSummary, _ recent: [CardTransaction], _ user: CardUserID, _ asksFirst: Bool
    ) async -> Result<CardEnd, CardStop> {
        do throws(CardStop) {
            let token = try await consent(card, user, asksFirst: asksFirst)
            return .success(try await CardShowing(flow: self, card: card, user: user, recent: recent).run(token))
        } catch { return .failure(error) }
    }

    /// Handles the end of a showing.
    private func conclude(_ end: CardEnd, _ card: CardSummary, _ user: CardUserID) async -> CardViewing {
        switch end {
        case .over(let end): return CardViewing(end: end, isFrozen: false)
        case .history:
            // Leaving the list ends the viewing; the card is already hidden.
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

    /// Returns the current card if it can be shown, and its last payments. A card that its holder froze can be unfrozen here.
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

    /// Loads the card's data. An earlier viewing's pending revocation is sent first if the proxy can be reached; otherwise it is
    /// sent with this one's.
    func load(_ id: CardID, _ user: CardUserID) async throws(CardStop) -> (CardSummary, [CardTransaction]) {
        try await waiting(.loadingCard) { [client, configuration, revocations] in
            if let owed = await revocations.settle(user) { try await AbandonableWait.value(of: owed) }
            let card = try await client.card(id)
            guard configuration.recentTransactions > 0 else { return (card, [CardTransaction]()) }
            // The card can be shown without its payments.
            let page = try? await client.transactions(of: id)
            return (card, Array((page?.transactions ?? []).prefix(configuration.recentTransactions)))
        }
    }

    /// Makes a biometric check for `reason` by the host's policy. A device without biometrics passes if the policy allows it; a
    /// rejected user does not. Returns `true` if a check was made and passed.
    @discardableResult func checkPresence(_ reason: CardPhrase = .presenceReason) async throws(CardStop) -> Bool {
        guard configuration.biometrics != .never else { return false }
        let verdict = await host.biometrics.authenticate(reason: presenter.language(reason))
        if Task.isCancelled { throw .left }
        if verdict == .unavailable, configuration.biometrics == .whereAvailable { return false }
        do throws(JourneyError) { try verdict.check() } catch { throw CardStop(error) }
        return true
    }

    /// Confirms the holder's presence before payments are allowed again: by a biometric check, or by a code of the issuer if the
    /// policy or the device has none. The token for that code draws nothing and is revoked at once.
    func confirmHolder(of card: CardSummary, _ user: CardUserID) async throws(CardStop) {
        if try await checkPresence(.presenceReasonToThaw) { return }
        _ = try await consent(card, user, asksFirst: true, isPresenceChecked: true)
        // Continues in the background of the next screen.
        _ = await revocations.settle(user)
    }
}
