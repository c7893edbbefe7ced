import JourneyServer
import JourneyWire

/// Challenges: one code at a time, five attempts in all, none after the right code.
extension CardStore {
    /// A challenge in use for one attempt.
    struct Attempt: Sendable {
        /// The number of attempts so far, including this one.
        let number: Int64
        /// The user's revocation count at the start of the attempt; `nil` without one.
        let revocations: Revocations?
    }

    /// The number of a user's revocations in the window that started at `began`.
    struct Revocations: Hashable, Sendable {
        let began: Int64
        let asked: Int64
    }

    /// Marks the challenge as in use and counts the attempt, before the issuer is called.
    ///
    /// The challenge stays in use unless it is released: success needs no second write, and a crash in between leaves nothing to
    /// try again. Throws `RATE_LIMITED`, `CODE_USED` for a challenge in use, and `TOO_MANY_ATTEMPTS`.
    func take(_ challenge: String, of user: CardUser, now: Int64) async throws -> Attempt {
        let id = user.digest(of: challenge)
        // The refusal is returned and thrown outside the transaction, so that the count is committed.
        let result: Result<Attempt, CardRefusal> = try await database.write { transaction in
            if let refusal = try await count(.confirm, of: user, now: now, in: transaction) { return .failure(refusal) }
            let row = try await transaction.first(
                """
                INSERT INTO card_challenge (id, attempts, taken, resends, resent, seen) VALUES ($1, 1, 1, 0, 0, $2)
                ON CONFLICT (id) DO UPDATE SET attempts = card_challenge.attempts + 1, taken = 1, seen = $2
                WHERE card_challenge.taken = 0 AND card_challenge.attempts < $3 RETURNING attempts
                """, [.blob(id), .integer(now), .integer(CardStore.mostAttempts)])
            if let row {
                let revocations = try await transaction.first(Revocations.query, Revocations.key(user))
                    .map(Revocations.init)
                return .success(Attempt(number: try row[0], revocations: revocations))
            }
            let taken: Bool? = try await transaction.first(
                "SELECT taken FROM card_challenge WHERE id = $1", [.blob(id)])?[0]
            return .failure(CardRefusal(taken == true ? .codeUsed : .tooManyAttempts))
        }
        return try result.get()
    }

    /// `true` if the user has revoked consent since the attempt began.
    ///
    /// A missing count means no revocation: `prune` keeps a count for at least ten minutes after its last revocation, longer than
    /// any confirmation takes.
    func hasRevoked(_ user: CardUser, since attempt: Attempt) async throws -> Bool {
        let row = try await database.first(Revocations.query, Revocations.key(user))
        guard let now = try row.map(Revocations.init) else { return false }
        return now != attempt.revocations
    }

    /// Releases the challenge after a failed attempt; `isUntried` if the code never reached the issuer.
    func release(_ challenge: String, of user: CardUser, isUntried: Bool) async throws {
        try await database.execute(
            "UPDATE card_challenge SET taken = 0, attempts = attempts - $2 WHERE id = $1 AND taken = 1",
            [.blob(user.digest(of: challenge)), .integer(isUntried ? 1 : 0)])
    }

    /// Counts the resending of a code. Throws `RATE_LIMITED`, `CODE_USED` and, if it is too soon or too often, `RESEND_LIMIT`.
    func resend(_ challenge: String, of user: CardUser, now: Int64) async throws {
        let id = user.digest(of: challenge)
        let refusal: CardRefusal? = try await database.write { transaction in
            if let refusal = try await count(.resend, of: user, now: now, in: transaction) { return refusal }
            let row = try await transaction.first(
                "SELECT taken, resends, resent FROM card_challenge WHERE id = $1", [.blob(id)])
            if let row {
                let (taken, resends, resent): (Bool, Int64, Int64) = (try row[0], try row[1], try row[2])
                guard !taken else { return CardRefusal(.codeUsed) }
                guard resends < CardStore.mostResends else { return CardRefusal(.resendLimit) }
                guard resent + CardStore.resendPause <= now else {
                    return CardRefusal(.resendLimit, retryAfter: .seconds(resent + CardStore.resendPause - now))
                }
            }
            try await transaction.execute(
                """
                INSERT INTO card_challenge (id, attempts, taken, resends, resent, seen) VALUES ($1, 0, 0, 1, $2, $2)
                ON CONFLICT (id) DO UPDATE SET resends = card_challenge.resends + 1, resent = $2, seen = $2
                """, [.blob(id), .integer(now)])
            return nil
        }
        if let refusal { throw refusal }
    }
}

extension CardStore.Revocations {
    fileprivate static let query: StaticString = "SELECT began, asked FROM card_rate WHERE caller = $1 AND kind = $2"

    fileprivate static func key(_ user: CardUser) -> [SQLValue] {
        [.blob(user.digest), .text(CardRates.Kind.revoke.rawValue)]
    }

    fileprivate init(_ row: Row) throws { (began, asked) = (try row[0], try row[1]) }
}
