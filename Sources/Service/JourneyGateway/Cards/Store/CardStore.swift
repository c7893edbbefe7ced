package import JourneyBase
package import JourneyServer
import JourneyWire

/// The card proxy's database, shared by all instances: user ownership, attempts per challenge, rate counters, unfetched pages,
/// and pending revocations.
///
/// It contains no id, code or token in plain text. Users, cards and challenges are digests, tickets are keyed digests
/// (`CardStoreKeys`), and values to be read again are encrypted.
public struct CardStore: Sendable {
    /// The maximum number of codes tried per challenge, independent of the issuer's own limit.
    static let mostAttempts: Int64 = 5
    /// The maximum number of resent codes per challenge, and below it the pause between them in seconds.
    static let mostResends: Int64 = 3
    static let resendPause: Int64 = 30
    /// The time for which a challenge is remembered, in seconds: far longer than its lifetime at the issuer.
    static let memory: Int64 = 86_400

    let database: Database
    let rates: CardRates

    static let schema = Schema(
        "cards",
        [
            Migration(
                "first",
                """
                CREATE TABLE card_challenge (
                    id {blob} NOT NULL PRIMARY KEY, attempts {integer} NOT NULL, taken {integer} NOT NULL,
                    resends {integer} NOT NULL, resent {integer} NOT NULL, seen {integer} NOT NULL
                ) {strict};
                CREATE INDEX card_challenge_seen ON card_challenge (seen);
                CREATE TABLE card_rate (
                    caller {blob} NOT NULL, kind TEXT NOT NULL, began {integer} NOT NULL, asked {integer} NOT NULL,
                    PRIMARY KEY (caller, kind)
                ) {strict};
                CREATE INDEX card_rate_began ON card_rate (began);
                CREATE TABLE card_page (
                    ticket {blob} NOT NULL PRIMARY KEY, partner TEXT NOT NULL, holder TEXT NOT NULL, card TEXT NOT NULL,
                    expires {integer} NOT NULL
                ) {strict};
                CREATE INDEX card_page_expires ON card_page (expires);
                """),
            Migration("frozen", "CREATE TABLE card_frozen (card {blob} NOT NULL PRIMARY KEY) {strict}"),
            Migration(
                "marks",
                """
                ALTER TABLE card_frozen ADD COLUMN mark {integer} NOT NULL DEFAULT 0;
                ALTER TABLE card_frozen ADD COLUMN noted {integer} NOT NULL DEFAULT 0;
                """),
            // Unfetched pages live for a minute, so none is migrated and none of their ids remains.
            Migration(
                "owners",
                """
                DROP TABLE card_page;
                CREATE TABLE card_page (
                    ticket {blob} NOT NULL PRIMARY KEY, sealed {blob} NOT NULL, expires {integer} NOT NULL
                ) {strict};
                CREATE INDEX card_page_expires ON card_page (expires);
                CREATE TABLE card_user (id {blob} NOT NULL PRIMARY KEY, partner TEXT NOT NULL) {strict};
                CREATE TABLE card_revocation (
                    caller {blob} NOT NULL PRIMARY KEY, mark {integer} NOT NULL, sealed {blob} NOT NULL,
                    attempts {integer} NOT NULL, due {integer} NOT NULL, ends {integer} NOT NULL
                ) {strict};
                CREATE INDEX card_revocation_due ON card_revocation (due);
                """),
            // Earlier versions stored pages with the ids of users and cards.
            .rewriting("erased"),
        ])

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    package init(_ database: Database) async throws(JourneyError) {
        self.init(database, rates: CardRates())
        try await JourneyError.translating { try await database.migrate(CardStore.schema) }
    }

    private init(_ database: Database, rates: CardRates) {
        self.database = database
        self.rates = rates
    }

    /// Returns the same store with other rate limits.
    func counting(by rates: CardRates) -> CardStore { CardStore(database, rates: rates) }

    /// Deletes records that have expired at `now`.
    func prune(now: Int64) async throws {
        try await database.batch([
            Statement("DELETE FROM card_challenge WHERE seen < $1", [.integer(now - CardStore.memory)]),
            Statement(
                "DELETE FROM card_rate WHERE began < $1 AND kind <> $2",
                [.integer(now - CardRates.window), .text(CardRates.Kind.revoke.rawValue)]),
            // A revocation count grows until its window ends, and for one more window running confirmations compare it.
            Statement("DELETE FROM card_rate WHERE began < $1", [.integer(now - 2 * CardRates.window)]),
        ])
        try await prunePages(now: now)
    }

    /// Counts a request of the user. Throws `RATE_LIMITED` above the limit.
    func count(_ kind: CardRates.Kind, of user: CardUser, now: Int64) async throws {
        if let refusal = try await database.write({ try await count(kind, of: user, now: now, in: $0) }) {
            throw refusal
        }
    }

    /// Counts a request within `transaction`. Returns the refusal, since throwing would roll the count back.
    func count(
        _ kind: CardRates.Kind, of user: CardUser, now: Int64, in transaction: borrowing Transaction
    ) async throws -> CardRefusal? {
        let row = try await transaction.first(
            """
            INSERT INTO card_rate (caller, kind, began, asked) VALUES ($1, $2, $3, 1)
            ON CONFLICT (caller, kind) DO UPDATE SET
                began = CASE WHEN card_rate.began <= $4 THEN $3 ELSE card_rate.began END,
                asked = CASE WHEN card_rate.began <= $4 THEN 1 ELSE card_rate.asked + 1 END
            RETURNING began, asked
            """,
            [.blob(user.digest), .text(kind.rawValue), .integer(now), .integer(now - CardRates.window)])
        guard let row else { return nil }
        let (began, asked): (Int64, Int64) = (try row[0], try row[1])
        guard asked > rates.most(kind) else { return nil }
        return CardRefusal(.rateLimited, retryAfter: .seconds(began + CardRates.window - now))
    }
}
