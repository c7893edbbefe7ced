internal import JourneyBase
internal import JourneyCrypto

/// Pending revocations: a token that may exist must be invalidated, whatever happens to the app or its connection.
///
/// A revocation is recorded before a code is submitted and removed when the proxy confirms that no token is valid. Until then it
/// is retried in this process with exponential back-off. Another process resumes it at the next viewing, or by
/// `CardDetailsFlow.resumeRevocation`.
actor CardRevocations {
    /// The number of automatic retries, which take a day, the lifetime of a token; and the minimum time before the first one.
    ///
    /// Each further wait doubles, up to `longestWait`. A longer wait that the proxy asks for is respected.
    static let retries = 100
    static let firstWait: Duration = .seconds(30)
    static let longestWait: Duration = .seconds(900)

    /// The prefix of the items' names.
    static let prefix = "card-revocation-"

    private let client: CardProxyClient
    private let store: any SecureStore
    private let finishing: @Sendable (@escaping @Sendable () async -> Void) async -> Void
    private var owed: Set<CardUserID> = []
    private var underWay: [CardUserID: Task<Void, any Error>] = [:]
    /// The scheduled retries, each with a number of its own.
    private var waiting: [CardUserID: (number: UInt64, task: Task<Void, Never>)] = [:]
    private var lastNumber: UInt64 = 0

    init(_ client: CardProxyClient, _ host: CardDetailsHost) {
        self.client = client
        store = host.store
        finishing = host.finishing
    }

    deinit { for (_, task) in waiting.values { task.cancel() } }

    /// Records a pending revocation. Returns `true` if it is new: an earlier viewing's must not be removed by this one.
    func owe(_ user: CardUserID) async -> Bool {
        // A revocation in progress would remove this record, and a scheduled retry would revoke this viewing's token:
        // wait for the one and cancel the other. The viewing's end starts a new one.
        while let task = underWay[user] { _ = await task.result }
        waiting.removeValue(forKey: user)?.task.cancel()
        let isNew = await !isOwed(user)
        owed.insert(user)
        // Without a record, the viewing's end still revokes the token.
        await change(user) { store, key in try await store.save([1], for: key) }
        return isNew
    }

    /// Removes a revocation, because there is no token.
    func forgive(_ user: CardUserID) async {
        owed.remove(user)
        waiting.removeValue(forKey: user)?.task.cancel()
        await change(user) { store, key in try await store.remove(key) }
    }

    /// Starts the pending revocation, or joins one in progress. Returns `nil` if none is pending.
    func settle(_ user: CardUserID) async -> Task<Void, any Error>? {
        if let task = underWay[user] { return task }
        guard await isOwed(user) else { return nil }
        // Another task may have started it meanwhile.
        if let task = underWay[user] { return task }
        return begin(user, attempt: 1)
    }

    /// Returns the revocation in progress.
    func current(_ user: CardUserID) -> Task<Void, any Error>? { underWay[user] }

    /// Waits until none is in progress. Scheduled retries are not waited for.
    func rest() async { for task in underWay.values { _ = await task.result } }

    /// Cancels all scheduled retries.
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
                    .warning, "Revoking the card token failed", [.code: error.code.rawValue])
                await self.schedule(user, after: attempt, asked: error.retryAfter)
            }
        }
        underWay[user] = nil
    }

    /// Schedules a retry.
    private func schedule(_ user: CardUserID, after attempt: Int, asked: Duration?) {
        guard attempt <= CardRevocations.retries else { return }
        let own = min(
            CardRevocations.longestWait, CardRevocations.firstWait * (1 << min(attempt - 1, 16)))
        let wait = max(own, asked ?? .zero)
        lastNumber += 1
        let number = lastNumber
        let clock = client.dependencies.clock
        // The flow may be released by then: the next viewing handles the rest.
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

    /// Returns `true` for a pending revocation. An item that cannot be read counts as one.
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
            client.dependencies.log.record(.warning, "Recording the pending revocation failed", [:])
        }
    }

    /// Returns the item's name, which reveals neither user nor proxy.
    private func key(_ user: CardUserID) -> StoreKey? {
        let name = SHA256.hash(Array("\(client.gateway) \(user)".utf8))
        return StoreKey(CardRevocations.prefix + Hex.encode(name))
    }
}
