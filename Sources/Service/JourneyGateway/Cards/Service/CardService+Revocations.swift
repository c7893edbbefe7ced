import JourneyBase
import JourneyCrypto
import JourneyWire

/// Revocations that are owed until the issuer has said that they were done.
extension CardService {
    /// How many revocations are taken at a time.
    private static let width = 20
    /// The longest time between two requests for one revocation, in seconds.
    private static let longestWait: Int64 = 900

    /// Random, so that two requests of one user have different ones.
    var newMark: Int64 { dependencies.random(8).reduce(0) { $0 << 8 | Int64($1) } }

    /// When a revocation that is asked for now may be asked for by others: when that request has ended.
    var revocationDue: Int64 { now + patience.components.seconds + 5 }

    func sealed(_ user: CardUser) throws -> [UInt8] {
        try keys.seal(user, nonce: dependencies.random(AESGCM.nonceCount))
    }

    /// Records that a revocation is owed. Gives its mark, and whether it could be recorded; where not, the log says so.
    func oweRevocation(of user: CardUser) async -> (mark: Int64, isRecorded: Bool) {
        let mark = newMark
        do {
            try await store.owe(user, sealed: try sealed(user), mark: mark, due: revocationDue, now: now)
        } catch {
            dependencies.log.record(.error, "A revocation that is owed could not be recorded")
            return (mark, false)
        }
        return (mark, true)
    }

    /// Asks the issuer to revoke, and strikes off what is owed by that mark when it has.
    func askRevocation(of user: CardUser, mark: Int64) async throws(CardRefusal) {
        _ = try await client.ask(.revoke, ["userId": .string(user.id)], for: user, by: deadline)
        // Where this fails, it is asked once more, which has no second effect.
        try? await store.settleRevocation(of: user.digest, mark: mark)
    }

    /// Asks for the revocations that are due, and logs where they cannot be read.
    func askOwedRevocations() async {
        do { try await payRevocations() } catch is CancellationError {} catch {
            dependencies.log.record(.warning, "The revocations that are owed can't be read at the moment")
        }
    }

    /// Asks for the revocations that are due. Throws what the database throws.
    private func payRevocations() async throws {
        let ended = try await store.pruneRevocations(now: now)
        if ended > 0 {
            dependencies.log.record(
                .error, "Revocations were not done by the issuer within the life of their tokens, which have ended",
                [.count: String(ended)])
        }
        while !Task.isCancelled {
            let owed = try await store.takeRevocations(most: CardService.width, now: now, until: revocationDue)
            guard !owed.isEmpty else { return }
            for revocation in owed { try await pay(revocation) }
        }
    }

    private func pay(_ owed: CardStore.OwedRevocation) async throws {
        guard let id = keys.user(owed.sealed, digest: owed.caller) else {
            dependencies.log.record(
                .error, "A revocation that is owed can't be read: the issuer's API secret was changed since")
            return try await postpone(owed, asked: .seconds(CardService.longestWait))
        }
        // Whose partner it was counts for nothing here.
        let user = CardUser(partner: "", id: id)
        do throws(CardRefusal) { try await askRevocation(of: user, mark: owed.mark) } catch {
            dependencies.log.record(
                .warning, "A revocation that is owed was not done by the issuer; it is tried again",
                [.code: error.code.name, .count: String(owed.attempts)])
            try await postpone(owed, asked: error.retryAfter)
        }
    }

    /// After five seconds, doubled up to a quarter of an hour, or as the issuer has asked.
    private func postpone(_ owed: CardStore.OwedRevocation, asked: Duration?) async throws {
        let own = min(CardService.longestWait, 5 << min(owed.attempts - 1, 8))
        let wait = max(own, min(asked?.components.seconds ?? 0, 3_600))
        try await store.postponeRevocation(of: owed.caller, mark: owed.mark, until: now + wait)
    }
}
