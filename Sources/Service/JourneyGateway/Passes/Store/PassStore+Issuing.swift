import JourneyBase
import JourneyServer
import JourneyWire

/// Sessions in which passes are bound: who may begin one, and for which pass.
extension PassStore {
    /// Who asks, by the SHA-256 of the token, and for which tag.
    struct IssuingQuestion: Sendable {
        let token: [UInt8]
        let attribute: TagAttribute
        let tag: String
    }

    /// What may be bound, and by whom it was asked for.
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

    /// A session that begins.
    struct NewSession: Sendable {
        /// Known to the database by this: SHA-256 of the identifier.
        let id: [UInt8]
        /// Whether it takes the place of the one before under the same identifier.
        let isReplacing: Bool
        let issuerData: [UInt8]
        let created: Int64
        let expires: Int64
        /// Who signs.
        let type: String
    }

    typealias IssuingResult = Result<(pass: IssuingPass, session: NewSession), PassRefusal>

    /// Begins the sessions of all `questions` together, each by itself allowed or refused; `make` makes what is kept of one. Each
    /// answer says who asked, also where it is a refusal; `nil` for an unknown token. All are looked up in one round trip and written in another, which is one transaction: what changes between the two
    /// counts from the next question on.
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
            let caller = Caller(client: try row[1], user: try row[0], holder: try row[3])
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

    /// A caller of the service's: a client's API user, or one person for whom that user has made a token.
    struct Caller: Sendable, Hashable {
        let client: Int64
        let user: Int64
        /// The one person whose tags it opens; `nil` for all of the client's.
        let holder: Int64?
    }

    /// Whose token it is. Throws `TOKEN_INVALID` or `CLIENT_SUSPENDED`, and `DatabaseError`.
    func caller(token: [UInt8], now: Int64) async throws -> Caller {
        let row = try await database.first(
            """
            SELECT u.client, u.id, t.holder, c.deleted
            FROM pass_token t JOIN pass_user u ON u.id = t.api_user JOIN pass_client c ON c.id = u.client
            WHERE t.hash = $1 AND u.revoked IS NULL AND u.deleted IS NULL AND (t.expires IS NULL OR t.expires > $2)
            """, [.blob(token), .integer(now)])
        guard let row else { throw PassRefusal(.tokenInvalid) }
        let deleted: Int64? = try row[3]
        guard deleted == nil else { throw PassRefusal(.clientSuspended) }
        return Caller(client: try row[0], user: try row[1], holder: try row[2])
    }

    private static func issuing(_ row: Row) throws -> Result<IssuingPass, PassRefusal> {
        let deleted: Int64? = try row[2]
        guard deleted == nil else { return .failure(PassRefusal(.clientSuspended)) }
        // Another client's tag, none, and one without a pass are one answer: nobody learns what there is.
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
    // A tag has one row for each of its names, and what is not asked for is NULL, which equals nothing: each part is a look into
    // the column's own index, and a choice between the columns would keep the database from it.
    fileprivate func statement(now: Int64) -> Statement {
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
            """,
            [
                .blob(token), attribute == .reference ? .text(tag) : .null,
                attribute == .subscription ? .text(tag) : .null, attribute == .number ? .integer(number) : .null,
                .integer(now),
            ])
    }

    /// No tag has the number 0, which stands for what is none.
    private var number: Int64 {
        guard let number = Int64(tag), number > 0, "\(number)" == tag else { return 0 }
        return number
    }
}

extension PassStore.NewSession {
    fileprivate func statement(pass: Int64, user: Int64) -> Statement {
        let parameters: [SQLValue] = [
            .blob(id), .integer(pass), .blob(issuerData), .integer(created), .integer(expires), .integer(user),
        ]
        return isReplacing
            ? Statement(
                """
                INSERT INTO pass_session (id, pass, issuer_data, created, expires, api_user)
                VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (id) DO UPDATE SET pass = $2, issuer_data = $3, created = $4, expires = $5, api_user = $6,
                    answered = NULL, body_hash = NULL, answer = NULL
                """, parameters)
            : Statement(
                """
                INSERT INTO pass_session (id, pass, issuer_data, created, expires, api_user)
                VALUES ($1, $2, $3, $4, $5, $6)
                """, parameters)
    }
}
