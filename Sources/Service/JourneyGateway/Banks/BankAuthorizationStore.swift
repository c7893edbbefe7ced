import JourneyBase
import JourneyServer

/// Stores authorizations of consents and people's tokens, for all instances of the gateway. It has keyed digests and encrypted
/// tokens only (`BankAuthorizationKeys`).
struct BankAuthorizationStore: Sendable {
    /// The progress of an authorization.
    enum Phase: Int64, Sendable {
        /// The person is at the bank's pages.
        case open
        /// The code is on its way to the bank; nothing is known if the process has died.
        case sent
        /// The bank gave a token.
        case authorized
        /// The bank refused the code, or the return was of another issuer.
        case refused
        /// The code was sent, and its fate is unknown.
        case unknown
    }

    /// The result of claiming an authorization for its code.
    enum Claim: Hashable, Sendable {
        /// The code may be exchanged, by this caller alone. `consent` is the digest of the consent.
        case granted(consent: [UInt8])
        /// The same code came before.
        case known(Phase, tokenExpires: Int64)
        /// No open authorization, or a code of another one.
        case none
    }

    /// The most authorizations that one caller begins at one bank in the time of one.
    static let mostBegun: Int64 = 16
    /// The time for which an authorization is remembered after its end, in seconds: no code lives as long.
    static let memory: Int64 = 86_400

    private let database: Database

    private static let schema = Schema(
        "bank_authorizations",
        [
            Migration(
                "first",
                """
                CREATE TABLE bank_authorization (
                    state {blob} NOT NULL PRIMARY KEY, caller {blob} NOT NULL, consent {blob} NOT NULL,
                    phase {integer} NOT NULL, code {blob}, expires {integer} NOT NULL, token_expires {integer} NOT NULL
                ) {strict};
                CREATE UNIQUE INDEX bank_authorization_code ON bank_authorization (code);
                CREATE INDEX bank_authorization_caller ON bank_authorization (caller);
                CREATE INDEX bank_authorization_expires ON bank_authorization (expires);
                CREATE TABLE bank_token (
                    consent {blob} NOT NULL PRIMARY KEY, sealed {blob} NOT NULL, expires {integer} NOT NULL
                ) {strict};
                CREATE INDEX bank_token_expires ON bank_token (expires)
                """)
        ])

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(BankAuthorizationStore.schema) }
    }

    /// Stores an open authorization.
    ///
    /// - Returns: `false` if the caller has begun too many, whatever became of them.
    func begin(state: [UInt8], caller: [UInt8], consent: [UInt8], expires: Int64, now: Int64) async throws -> Bool {
        try await database.write { transaction in
            let begun: Int64 =
                try await transaction.first(
                    "SELECT COUNT(*) AS begun FROM bank_authorization WHERE caller = $1 AND expires > $2",
                    [.blob(caller), .integer(now)])?["begun"] ?? 0
            guard begun < BankAuthorizationStore.mostBegun else { return false }
            try await transaction.execute(
                """
                INSERT INTO bank_authorization (state, caller, consent, phase, expires, token_expires)
                VALUES ($1, $2, $3, 0, $4, 0)
                """, [.blob(state), .blob(caller), .blob(consent), .integer(expires)])
            return true
        }
    }

    /// Removes an authorization whose request was not sent.
    func withdraw(state: [UInt8]) async throws {
        try await database.execute("DELETE FROM bank_authorization WHERE state = $1 AND phase = 0", [.blob(state)])
    }

    /// Claims an authorization for its code. Among concurrent callers only one is granted it, and a code is granted once, whatever
    /// the state.
    func claim(state: [UInt8], code: [UInt8], now: Int64) async throws -> Claim {
        let query: StaticString =
            "SELECT consent, phase, code, expires, token_expires FROM bank_authorization WHERE state = $1"
        // Returns that come again only read, so that they don't keep the first one from ending.
        guard let row = try await database.first(query, [.blob(state)]) else { return .none }
        if let claim = try BankAuthorizationStore.claimed(row, code) { return claim }
        return try await database.write { transaction in
            guard let row = try await transaction.first(query, [.blob(state)]) else { return .none }
            if let claim = try BankAuthorizationStore.claimed(row, code) { return claim }
            let expires: Int64 = try row["expires"]
            guard expires > now else { return .none }
            let used = try await transaction.first(
                "SELECT state FROM bank_authorization WHERE code = $1", [.blob(code)])
            guard used == nil else { return .none }
            try await transaction.execute(
                "UPDATE bank_authorization SET phase = 1, code = $2 WHERE state = $1", [.blob(state), .blob(code)])
            return .granted(consent: try row["consent"])
        }
    }

    /// Returns the claim of an authorization that is no longer open; `nil` if it is.
    private static func claimed(_ row: Row, _ code: [UInt8]) throws -> Claim? {
        let (known, value): ([UInt8]?, Int64) = (try row["code"], try row["phase"])
        guard let phase = Phase(rawValue: value) else { return Claim.none }
        guard phase != .open else { return nil }
        return known == code ? .known(phase, tokenExpires: try row["token_expires"]) : Claim.none
    }

    /// Opens an authorization again whose code was not sent.
    func release(state: [UInt8]) async throws {
        try await database.execute(
            "UPDATE bank_authorization SET phase = 0, code = NULL WHERE state = $1 AND phase = 1", [.blob(state)])
    }

    /// Ends an authorization without a token.
    func finish(state: [UInt8], _ phase: Phase) async throws {
        try await database.execute(
            "UPDATE bank_authorization SET phase = $2 WHERE state = $1 AND phase = 1",
            [.blob(state), .integer(phase.rawValue)])
    }

    /// Ends an authorization with an encrypted token, which takes the place of an earlier one of the consent.
    func finish(state: [UInt8], consent: [UInt8], sealed: [UInt8], expires: Int64) async throws {
        try await database.batch([
            Statement(
                "UPDATE bank_authorization SET phase = 2, token_expires = $2 WHERE state = $1 AND phase = 1",
                [.blob(state), .integer(expires)]),
            Statement(
                """
                INSERT INTO bank_token (consent, sealed, expires) VALUES ($1, $2, $3)
                ON CONFLICT (consent) DO UPDATE SET sealed = excluded.sealed, expires = excluded.expires
                """, [.blob(consent), .blob(sealed), .integer(expires)]),
        ])
    }

    /// Returns the encrypted token of a consent; `nil` if there is none that is valid at `now`.
    func token(consent: [UInt8], now: Int64) async throws -> [UInt8]? {
        try await database.first(
            "SELECT sealed FROM bank_token WHERE consent = $1 AND expires > $2", [.blob(consent), .integer(now)]
        ).map { try $0["sealed"] }
    }

    /// Deletes a token that the bank has refused, unless a newer one has taken its place.
    func forget(consent: [UInt8], sealed: [UInt8]) async throws {
        try await database.write { transaction in
            let count = try await transaction.execute(
                "DELETE FROM bank_token WHERE consent = $1 AND sealed = $2", [.blob(consent), .blob(sealed)])
            guard count > 0 else { return }
            try await transaction.execute(
                "UPDATE bank_authorization SET token_expires = 0 WHERE consent = $1", [.blob(consent)])
        }
    }

    /// Deletes tokens that have expired at `now`, and authorizations whose codes and tokens have expired.
    func prune(now: Int64) async throws {
        try await database.batch([
            Statement("DELETE FROM bank_token WHERE expires <= $1", [.integer(now)]),
            Statement(
                "DELETE FROM bank_authorization WHERE expires <= $1 AND token_expires <= $2",
                [.integer(now - BankAuthorizationStore.memory), .integer(now)]),
        ])
    }
}
