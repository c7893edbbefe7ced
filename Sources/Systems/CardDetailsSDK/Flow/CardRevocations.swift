internal import JourneyBase
internal import JourneyCrypto

/// What is owed: a token that may live somewhere has to be made worth nothing, whatever becomes of the app or its connection.
///
/// The debt is written down before a code is handed in, and struck off when the proxy has said that no token counts any more.
/// What is left of it is paid first by the next viewing.
actor CardRevocations {
    /// Of the items' names.
    static let prefix = "card-revocation-"

    private let client: CardProxyClient
    private let store: any SecureStore
    private let finishing: @Sendable (@escaping @Sendable () async -> Void) async -> Void
    private var owed: Set<CardUserID> = []
    private var underWay: [CardUserID: Task<Void, any Error>] = [:]

    init(_ client: CardProxyClient, _ host: CardDetailsHost) {
        self.client = client
        store = host.store
        finishing = host.finishing
    }

    /// Writes the debt down. Gives whether it is a new one: what an earlier viewing owes is not this one's to forgive.
    func owe(_ user: CardUserID) async -> Bool {
        let isNew = await !isOwed(user)
        owed.insert(user)
        // Where it cannot be kept, it is paid at the viewing's end all the same.
        await change(user) { store, key in try await store.save([1], for: key) }
        return isNew
    }

    /// There is no token after all.
    func forgive(_ user: CardUserID) async {
        owed.remove(user)
        await change(user) { store, key in try await store.remove(key) }
    }

    /// Begins to pay what is owed, or joins who has begun. `nil`: nothing is owed.
    func settle(_ user: CardUserID) async -> Task<Void, any Error>? {
        if let task = underWay[user] { return task }
        guard await isOwed(user) else { return nil }
        // Somebody else may have begun meanwhile.
        if let task = underWay[user] { return task }
        let task = Task<Void, any Error> { await pay(user) }
        underWay[user] = task
        return task
    }

    /// What is being paid at the moment.
    func current(_ user: CardUserID) -> Task<Void, any Error>? { underWay[user] }

    /// Waits until nothing is under way.
    func rest() async { for task in underWay.values { _ = await task.result } }

    private func pay(_ user: CardUserID) async {
        await finishing { [client] in
            do throws(CardProblem) {
                try await client.revoke(user)
                await self.forgive(user)
            } catch {
                client.surroundings.log.record(
                    .warning, "A card's token could not be revoked", [.code: error.code.rawValue])
            }
        }
        underWay[user] = nil
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
            client.surroundings.log.record(.warning, "What is to be revoked could not be written down", [:])
        }
    }

    /// Names person and proxy to nobody who reads the names of items.
    private func key(_ user: CardUserID) -> StoreKey? {
        let name = SHA256.hash(Array("\(client.gateway) \(user)".utf8))
        return StoreKey(CardRevocations.prefix + Hex.encode(name))
    }
}
