import JourneyBase
import JourneyServer
import JourneyWire

/// The sessions in which passes are bound: permission to begin one, and its pass.
extension PassStore {
    /// A request to bind a tag's pass, with the SHA-256 of the caller's token.
    struct IssuingQuestion: Sendable {
        let token: [UInt8]
        let attribute: TagAttribute
        let tag: String
    }

    /// A pass to bind, and its caller.
    struct IssuingPass: Sendable {
        let client: Int64
        let user: Int64
        let tag: Int64
        let pass: Int64
        let names: (type: String, team: String)
        let organization: String
        let accountHash: String
        let keyHash: String?
    }

    /// A session to begin.
    struct NewSession: Sendable {
        /// SHA-256 of the session identifier, the key in the database. A session replaces the previous one with the same
        /// identifier, which a random one never has.
        let id: [UInt8]
        let issuerData: [UInt8]
        let created: Int64
        let expires: Int64
        /// The pass type, which determines the signer.
        let type: String
    }

    typealias IssuingResult = Result<(pass: IssuingPass, session: NewSession), PassRefusal>

    /// Begins the sessions of all `questions` together, each allowed or refused on its own; `make` creates a session's record.
    ///
    /// Each answer names the caller, even for a refusal; `nil` for an unknown token. One round trip reads all questions, another
    /// one writes in one transaction. A change in between takes effect with the next question.
    func issue(
        _ questions: [IssuingQuestion], now: Int64,
        _ make: @Sendable (IssuingQuestion, Caller, IssuingPass) throws(PassRefusal) -> NewSession
    ) async throws -> [(caller: Caller?, result: IssuingResult)] {
        let answers = try await database.batch(questions.map { $0.statement(now: now) })
        var (results, changes): ([(caller: Caller?, result: IssuingResult)], [Statement]) = ([], [])
        for (question, answer) in zip(questions, answers) {
            guard let row = answer.rows.first else {
                results.append((nil, .failure(PassRefusal(.tokenInvalid))))
                continue
            }
            let caller = try Caller(row)
            let result = try PassStore.issuing(row).flatMap { pass -> IssuingResult in
                do throws(PassRefusal) { return .success((pass, try make(question, caller, pass))) } catch {
                    return .failure(error)
                }
            }
            if case .success(let (pass, session)) = result {
                changes.append(session.statement(pass: pass.pass, user: pass.user))
                changes.append(
                    PassStore.auditLine(
                        "issued", client: pass.client, user: pass.user, pass: pass.pass, at: session.created))
            }
            results.append((caller, result))
        }
        if !changes.isEmpty { try await database.batch(changes) }
        return results
    }

    /// A caller of the service: a client's API user, or one holder with a user token.
    struct Caller: Sendable, Hashable {
        let client: Int64
        let user: Int64
        /// The holder whose tags are accessible; `nil` for all of the client's.
        let holder: Int64?

        fileprivate init(_ row: Row) throws { (user, client, holder) = (try row[0], try row[1], try row[3]) }
    }

    /// Returns the caller of a token. Throws `TOKEN_INVALID` or `CLIENT_SUSPENDED`, and `DatabaseError`.
    func caller(token: [UInt8], now: Int64) async throws -> Caller {
        let answers = try await database.batch([IssuingQuestion.statement(token, now: now)])
        guard let row = answers.first?.rows.first else { throw PassRefusal(.tokenInvalid) }
        guard try !PassStore.isSuspended(row) else { throw PassRefusal(.clientSuspended) }
        return try Caller(row)
    }

    private static func isSuspended(_ row: Row) throws -> Bool {
        let deleted: Int64? = try row[2]
        return deleted != nil
    }

    private static func issuing(_ row: Row) throws -> Result<IssuingPass, PassRefusal> {
        guard try !isSuspended(row) else { return .failure(PassRefusal(.clientSuspended)) }
        // Unknown tags, other clients' tags and tags without a pass get the same answer, to reveal nothing.
        let pass: Int64? = try row[5]
        let (mine, holder): (Int64?, Int64?) = (try row[3], try row[6])
        guard let pass, mine == nil || mine == holder else { return .failure(PassRefusal(.passUnknown)) }
        return .success(
            IssuingPass(
                client: try row[1], user: try row[0], tag: try row[4], pass: pass,
                names: (try row[7], try row[8]), organization: try row[9], accountHash: try row[10],
                keyHash: try row[11]))
    }
}

extension PassStore.IssuingQuestion {
    fileprivate func statement(now: Int64) -> Statement {
        Self.statement(
            token, attribute == .reference ? .text(tag) : .null, attribute == .subscription ? .text(tag) : .null,
            attribute == .number ? .integer(number) : .null, now: now)
    }

    /// Returns the query for the caller with a token, and the pass of the tag that a name has.
    fileprivate static func statement(
        _ token: [UInt8], _ reference: SQLValue = .null, _ subscription: SQLValue = .null, _ number: SQLValue = .null,
        now: Int64
    ) -> Statement {
        // One subquery per kind of name, with NULL for those not asked for, lets the database use each column's index; an OR
        // would prevent it.
        Statement(
            """
            SELECT u.id, u.client, c.deleted, t.holder, g.id, p.id, p.holder, y.id, y.team, y.organization,
                h.account_hash, p.key_hash
            FROM pass_token t JOIN pass_user u ON u.id = t.api_user JOIN pass_client c ON c.id = u.client
            LEFT JOIN pass_tag g ON g.id = COALESCE(
                (SELECT id FROM pass_tag WHERE client = u.client AND reference_id = $2),
                (SELECT id FROM pass_tag WHERE client = u.client AND subscription_id = $3),
                (SELECT id FROM pass_tag WHERE client = u.client AND id = $4))
            LEFT JOIN pass p ON p.tag = g.id AND p.voided = 0
            LEFT JOIN pass_holder h ON h.id = p.holder LEFT JOIN pass_type y ON y.id = p.type
            WHERE t.hash = $1 AND u.revoked IS NULL AND u.deleted IS NULL AND (t.expires IS NULL OR t.expires > $5)
            """, [.blob(token), reference, subscription, number, .integer(now)])
    }

    /// The tag number, or 0, which no tag has, for an invalid one.
    private var number: Int64 {
        guard let number = Int64(tag), number > 0, "\(number)" == tag else { return 0 }
        return number
    }
}

extension PassStore.NewSession {
    fileprivate func statement(pass: Int64, user: Int64) -> Statement {
        Statement(
            """
            INSERT INTO pass_session (id, pass, issuer_data, created, expires, api_user)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (id) DO UPDATE SET pass = $2, issuer_data = $3, created = $4, expires = $5, api_user = $6,
                answered = NULL, body_hash = NULL, answer = NULL
            """,
            [.blob(id), .integer(pass), .blob(issuerData), .integer(created), .integer(expires), .integer(user)])
    }
}
