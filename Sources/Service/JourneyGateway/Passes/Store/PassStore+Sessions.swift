import JourneyBase
import JourneyServer
import JourneyWire

/// Open sessions and their completion.
extension PassStore {
    /// A session with its pass.
    struct Session: Sendable {
        let client: Int64
        let expires: Int64
        /// SHA-256 of the device's request, and the pass it was given, once answered.
        let answered: (body: [UInt8], pass: [UInt8])?
        /// `true` if the client is removed.
        let isSuspended: Bool
        /// `true` if the API user whose token, or user token, began the session is revoked or removed.
        let isRevoked: Bool
        let pass: StoredPass
    }

    /// Returns the session with the SHA-256 `id` of its identifier. Throws `DatabaseError`.
    func session(_ id: [UInt8]) async throws -> Session? {
        guard
            let row = try await database.first(
                """
                SELECT p.id, p.type, p.serial, p.authentication_token, p.content, h.account_hash, p.binding, p.key_hash,
                    y.organization, p.updated, p.voided, y.team, c.id, s.expires, s.body_hash, s.answer, c.deleted,
                    COALESCE(u.revoked, u.deleted)
                FROM pass_session s JOIN pass p ON p.id = s.pass JOIN pass_holder h ON h.id = p.holder
                JOIN pass_type y ON y.id = p.type JOIN pass_tag g ON g.id = p.tag JOIN pass_client c ON c.id = g.client
                LEFT JOIN pass_user u ON u.id = s.api_user
                WHERE s.id = $1
                """, [.blob(id)])
        else { return nil }
        let (body, answer): ([UInt8]?, [UInt8]?) = (try row[14], try row[15])
        let (removed, revoked): (Int64?, Int64?) = (try row[16], try row[17])
        return Session(
            client: try row[12], expires: try row[13],
            answered: body.flatMap { body in answer.map { (body, $0) } },
            isSuspended: removed != nil, isRevoked: revoked != nil, pass: try StoredPass(row))
    }

    /// Completes the session: stores the bound `pass`, and `answer` as the device's response to this and repeated requests.
    /// Returns `false` without any change if the session was completed or replaced, or the pass changed. Throws `DatabaseError`.
    func end(
        _ id: [UInt8], of session: Session, body: [UInt8], pass: StoredPass, answer: [UInt8]
    ) async throws -> Bool {
        let moment = PassStore.moment(pass.updated)
        return try await change { transaction in
            // The deciding statement: nothing is written unless session and pass are unchanged.
            let count = try await transaction.execute(
                """
                UPDATE pass_session SET answered = $2, body_hash = $3, answer = $4
                WHERE id = $1 AND answered IS NULL AND pass = $5 AND expires = $6
                    AND EXISTS (SELECT 1 FROM pass p WHERE p.id = $5 AND p.updated = $7)
                    AND NOT EXISTS (
                        SELECT 1 FROM pass_user u WHERE u.id = pass_session.api_user
                            AND (u.revoked IS NOT NULL OR u.deleted IS NOT NULL))
                """,
                [
                    .blob(id), .integer(moment), .blob(body), .blob(answer), .integer(pass.id),
                    .integer(session.expires), .integer(PassStore.moment(session.pass.updated)),
                ])
            guard count == 1 else { return false }
            try await transaction.execute(
                "UPDATE pass SET binding = $2, key_hash = $3, updated = $4 WHERE id = $1",
                [
                    .integer(pass.id), pass.binding.map { .text($0) } ?? .null, pass.keyHash.map { .text($0) } ?? .null,
                    .integer(moment),
                ])
            try await PassUpdateStore.recordChange([pass.key], now: pass.updated, in: transaction)
            try await PassStore.audit("bound", client: session.client, pass: pass.id, at: moment, in: transaction)
            return true
        }
    }

    /// Returns the status of one of the caller's sessions; `nil` for unknown and other callers' sessions.
    func status(of id: [UInt8], for caller: Caller, now: Int64) async throws -> PassSessionAnswer.Status? {
        guard
            let row = try await database.first(
                """
                SELECT s.answered, s.expires, g.client, p.holder, COALESCE(u.revoked, u.deleted)
                FROM pass_session s JOIN pass p ON p.id = s.pass JOIN pass_tag g ON g.id = p.tag
                LEFT JOIN pass_user u ON u.id = s.api_user WHERE s.id = $1
                """, [.blob(id)])
        else { return nil }
        let (answered, expires, client, holder): (Int64?, Int64, Int64, Int64) = (
            try row[0], try row[1], try row[2], try row[3]
        )
        guard client == caller.client, caller.holder == nil || caller.holder == holder else { return nil }
        if answered != nil { return .completed }
        let revoked: Int64? = try row[4]
        return expires > now && revoked == nil ? .pending : .expired
    }

    /// Stores a token for one holder, issued by the client's API user. Returns `false` if the client has no such holder.
    func store(
        userToken hash: [UInt8], for holder: String, by caller: Caller, now: Int64, expires: Int64
    ) async throws -> Bool {
        try await database.write { transaction in
            guard
                let row = try await transaction.first(
                    "SELECT id FROM pass_holder WHERE client = $1 AND reference = $2",
                    [.integer(caller.client), .text(holder)])
            else { return false }
            try await transaction.execute(
                "INSERT INTO pass_token (hash, api_user, holder, created, expires) VALUES ($1, $2, $3, $4, $5)",
                [
                    .blob(hash), .integer(caller.user), .integer(try row[0]), .integer(now), .integer(expires),
                ])
            try await PassStore.audit(
                "user-token", client: caller.client, user: caller.user, at: now, in: transaction)
            return true
        }
    }
}
