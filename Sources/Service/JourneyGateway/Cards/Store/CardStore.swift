package import JourneyBase
package import JourneyServer
import JourneyWire

/// What the card proxy has to remember for all its instances: whose user somebody is, how many codes were tried for a
/// challenge, how often a user has asked, which page is still to be fetched, and which revocations are owed.
///
/// No id, code or token stands in it: users, cards and challenges are digests, tickets keyed digests (`CardStoreKeys`), and
/// what has to be read again is sealed.
public struct CardStore: Sendable {
    /// Codes that may be tried for one challenge, whatever the issuer counts.
    static let mostAttempts: Int64 = 5
    /// How often a code is sent again for one challenge, and how many seconds lie between two of them.
    static let mostResends: Int64 = 3
    static let resendPause: Int64 = 30
    /// Seconds for which a challenge is remembered: far longer than an issuer keeps one.
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
            // Pages that wait live for a minute: none is carried over, and no id of theirs stays.
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
            // Earlier versions stored pages with their users' and cards' ids.
            .rewriting("erased"),
        ])

    /// The store in `database`, made where it is missing. Throws `JourneyError` with one of the store's codes.
    package init(_ database: Database) async throws(JourneyError) {
        self.init(database, rates: CardRates())
        try await JourneyError.translating { try await database.migrate(CardStore.schema) }
    }

    private init(_ database: Database, rates: CardRates) {
        self.database = database
        self.rates = rates
    }

    /// The same store, which counts by other rates.
    func counting(by rates: CardRates) -> CardStore { CardStore(database, rates: rates) }

    /// Forgets what is over at `now`.
    func prune(now: Int64) async throws {
        try await database.batch([
            Statement("DELETE FROM card_challenge WHERE seen < $1", [.integer(now - CardStore.memory)]),
            Statement(
                "DELETE FROM card_rate WHERE began < $1 AND kind <> $2",
                [.integer(now - CardRates.window), .text(CardRates.Kind.revoke.rawValue)]),
            // A count of revocations takes one more until its window ends: as long again it tells confirmations of that.
            Statement("DELETE FROM card_rate WHERE began < $1", [.integer(now - 2 * CardRates.window)]),
        ])
        try await prunePages(now: now)
    }

    /// Counts a request of the user's. Throws `RATE_LIMITED` when there were too many.
    func count(_ kind: CardRates.Kind, of user: CardUser, now: Int64) async throws {
        if let refusal = try await database.write({ try await count(kind, of: user, now: now, in: $0) }) {
            throw refusal
        }
    }

    /// The same as a part of `transaction`: the refusal is given, since throwing it would undo the count.
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
