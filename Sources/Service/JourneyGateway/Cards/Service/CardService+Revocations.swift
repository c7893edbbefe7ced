import JourneyBase
import JourneyCrypto
import JourneyWire

/// Pending revocations: tracked until the issuer confirms them.
extension CardService {
    /// The number of revocations claimed at a time.
    private static let width = 20
    /// The maximum delay between two attempts of one revocation, in seconds.
    private static let longestWait: Int64 = 900

    /// A random mark that distinguishes the requests of one user.
    var newMark: Int64 { dependencies.random(8).reduce(0) { $0 << 8 | Int64($1) } }

    /// The time from which other instances may retry a revocation requested now, in seconds since 1970: after this request has
    /// ended.
    var revocationDue: Int64 { now + issuerTimeout.components.seconds + 5 }

    func sealed(_ user: CardUser) throws -> [UInt8] {
        try keys.seal(user, nonce: dependencies.random(AESGCM.nonceCount))
    }

    /// Records a pending revocation. Returns its mark and `false` if it could not be recorded, which is logged.
    func recordPendingRevocation(of user: CardUser) async -> (mark: Int64, isRecorded: Bool) {
        let mark = newMark
        do {
            try await store.owe(user, sealed: try sealed(user), mark: mark, due: revocationDue, now: now)
        } catch {
            dependencies.log.record(.error, "A pending consent revocation could not be recorded")
            return (mark, false)
        }
        return (mark, true)
    }

    /// Requests the revocation from the issuer and deletes the pending record with `mark` on success.
    func requestRevocation(of user: CardUser, mark: Int64) async throws(CardRefusal) {
        _ = try await client.ask(.revoke, .issuer([.userId: .string(user.id)]), for: user, by: deadline)
        // If this fails, the revocation is requested again, which has no further effect.
        try? await store.completeRevocation(of: user.digest, mark: mark)
    }

    /// Processes the pending revocations that are due, and logs if they can't be read.
    func processPendingRevocations() async {
        do { try await requestDueRevocations() } catch is CancellationError {} catch {
            dependencies.log.record(
                .warning, "The pending consent revocations could not be read; the next attempt follows")
        }
    }

    /// Processes the pending revocations that are due. Throws the database's errors.
    private func requestDueRevocations() async throws {
        let ended = try await store.pruneRevocations(now: now)
        if ended > 0 {
            dependencies.log.record(
                .error, "The issuer did not confirm revocations before their tokens expired",
                [.count: String(ended)])
        }
        while !Task.isCancelled {
            let owed = try await store.claimRevocations(most: CardService.width, now: now, until: revocationDue)
            guard !owed.isEmpty else { return }
            for revocation in owed { try await request(revocation) }
        }
    }

    private func request(_ owed: CardStore.PendingRevocation) async throws {
        guard let id = keys.user(owed.sealed, digest: owed.caller) else {
            dependencies.log.record(
                .error, "A pending consent revocation can't be decrypted: the issuer's API secret has changed")
            return try await postpone(owed, asked: .seconds(CardService.longestWait))
        }
        // The partner is irrelevant for a revocation.
        let user = CardUser(partner: "", id: id)
        do throws(CardRefusal) { try await requestRevocation(of: user, mark: owed.mark) } catch {
            dependencies.log.record(
                .warning, "The issuer did not confirm a pending revocation; it is tried again",
                [.code: error.code.name, .count: String(owed.attempts)])
            try await postpone(owed, asked: error.retryAfter)
        }
    }

    /// Postpones a retry: by five seconds, doubled up to 15 minutes, or longer if the issuer asks for it.
    private func postpone(_ owed: CardStore.PendingRevocation, asked: Duration?) async throws {
        let own = min(CardService.longestWait, 5 << min(owed.attempts - 1, 8))
        let wait = max(own, min(asked?.components.seconds ?? 0, 3_600))
        try await store.postponeRevocation(of: owed.caller, mark: owed.mark, until: now + wait)
    }
}
