internal import JourneyBase
internal import JourneyCrypto

/// What is owed: a token that may live somewhere has to be made worth nothing, whatever becomes of the app or its connection.
///
/// The debt is written down before a code is handed in, and struck off when the proxy has said that no token counts any more.
/// Until then the proxy is asked again while the process runs, with a wait that grows; what is left of it is paid first by the
/// next viewing, or by `CardDetailsFlow.resumeRevocation`, of another process too.
actor CardRevocations {
    /// How often the proxy is asked again by itself, which takes a day, as long as a token lives; and how long after the first
    /// request at the soonest. Each further wait is twice as long, up to `longestWait`. A proxy that asks for a longer wait gets it.
    static let retries = 100
    static let firstWait: Duration = .seconds(30)
    static let longestWait: Duration = .seconds(900)

    /// Of the items' names.
    static let prefix = "card-revocation-"

    private let client: CardProxyClient
    private let store: any SecureStore
    private let finishing: @Sendable (@escaping @Sendable () async -> Void) async -> Void
    private var owed: Set<CardUserID> = []
    private var underWay: [CardUserID: Task<Void, any Error>] = [:]
    /// Requests that wait for their time, by a number of their own.
    private var waiting: [CardUserID: (number: UInt64, task: Task<Void, Never>)] = [:]
    private var lastNumber: UInt64 = 0

    init(_ client: CardProxyClient, _ host: CardDetailsHost) {
        self.client = client
        store = host.store
        finishing = host.finishing
    }

    deinit { for (_, task) in waiting.values { task.cancel() } }

    /// Writes the debt down. Gives whether it is a new one: what an earlier viewing owes is not this one's to forgive.
    func owe(_ user: CardUserID) async -> Bool {
        // A revocation on its way would strike off this debt too, and one that waits would take this viewing's token away: the
        // viewing's end begins anew.
        while let task = underWay[user] { _ = await task.result }
        waiting.removeValue(forKey: user)?.task.cancel()
        let isNew = await !isOwed(user)
        owed.insert(user)
        // Where it cannot be kept, it is paid at the viewing's end all the same.
        await change(user) { store, key in try await store.save([1], for: key) }
        return isNew
    }

    /// There is no token after all, or none any more.
    func forgive(_ user: CardUserID) async {
        owed.remove(user)
        waiting.removeValue(forKey: user)?.task.cancel()
        await change(user) { store, key in try await store.remove(key) }
    }

    /// Begins to pay what is owed, or joins who has begun. `nil`: nothing is owed.
    func settle(_ user: CardUserID) async -> Task<Void, any Error>? {
        if let task = underWay[user] { return task }
        guard await isOwed(user) else { return nil }
        // Somebody else may have begun meanwhile.
        if let task = underWay[user] { return task }
        return begin(user, attempt: 1)
    }

    /// What is being paid at the moment.
    func current(_ user: CardUserID) -> Task<Void, any Error>? { underWay[user] }

    /// Waits until nothing is under way. A request that waits for its time is not waited for.
    func rest() async { for task in underWay.values { _ = await task.result } }

    /// Asks for nothing again by itself.
    func stop() {
        for (_, task) in waiting.values { task.cancel() }
        waiting = [:]
    }

    private func begin(_ user: CardUserID, attempt: Int) -> Task<Void, any Error> {
        waiting.removeValue(forKey: user)?.task.cancel()
        let task = Task<Void, any Error> { await pay(user, attempt: attempt) }
        underWay[user] = task
        return task
    }

    private func pay(_ user: CardUserID, attempt: Int) async {
        await finishing { [client] in
            do throws(CardProblem) {
                try await client.revoke(user)
                await self.forgive(user)
            } catch {
                client.dependencies.log.record(
                    .warning, "A card's token could not be revoked", [.code: error.code.rawValue])
                await self.schedule(user, after: attempt, asked: error.retryAfter)
            }
        }
        underWay[user] = nil
    }

    /// Has the proxy asked again later.
    private func schedule(_ user: CardUserID, after attempt: Int, asked: Duration?) {
        guard attempt <= CardRevocations.retries else { return }
        let own = min(
            CardRevocations.longestWait, CardRevocations.firstWait * (1 << min(attempt - 1, 16)))
        let wait = max(own, asked ?? .zero)
        lastNumber += 1
        let number = lastNumber
        let clock = client.dependencies.clock
        // The flow may be gone by then: what is left is the next viewing's.
        let task = Task { [weak self] in
            guard (try? await clock.sleep(for: wait)) != nil else { return }
            await self?.resume(user, number, attempt: attempt + 1)
        }
        waiting[user] = (number, task)
    }

    private func resume(_ user: CardUserID, _ number: UInt64, attempt: Int) async {
        guard waiting[user]?.number == number, underWay[user] == nil else { return }
        _ = begin(user, attempt: attempt)
    }

    /// An item that cannot be read may be a debt.
    private func isOwed(_ user: CardUserID) async -> Bool {
        if owed.contains(user) { return true }
        guard let key = key(user) else { return false }
        do { return try await store.load(key) != nil } catch { return true }
    }

    private func change(
        _ user: CardUserID, _ work: @Sendable (any SecureStore, StoreKey) async throws -> Void
    ) async {
        guard let key = key(user) else { return }
        do { try await work(store, key) } catch {
            client.dependencies.log.record(.warning, "What is to be revoked could not be written down", [:])
        }
    }

    /// Names person and proxy to nobody who reads the names of items.
    private func key(_ user: CardUserID) -> StoreKey? {
        let name = SHA256.hash(Array("\(client.gateway) \(user)".utf8))
        return StoreKey(CardRevocations.prefix + Hex.encode(name))
    }
}
