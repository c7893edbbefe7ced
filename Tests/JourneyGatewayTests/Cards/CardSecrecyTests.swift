import CSQLite
import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyGateway
@testable import JourneyServer

/// Checks that leaked database files reveal nothing.
@Suite("Card proxy database at rest", .timeLimit(.minutes(10)))
struct CardSecrecyTests {
    /// Returns an id like the issuer's, unique to this test.
    private static func uuid() -> String { UUID().uuidString.lowercased() }

    /// The files of one database, including its log.
    private struct Files {
        let all: [(name: String, bytes: Data)]

        init(in folders: [String]) {
            all = folders.flatMap { folder in
                let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
                // A server creates and deletes files at any time.
                return names.compactMap { name in
                    (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))).map { (name, $0) }
                }
            }
        }

        /// Returns the names of the files that contain `needle`.
        func places(_ needle: [UInt8]) -> [String] {
            all.filter { $0.bytes.range(of: Data(needle)) != nil }.map(\.name)
        }
    }

    /// Returns the fixture's database files. PostgreSQL's unwritten tables are still in its log, and the tests' server commits
    /// asynchronously, so it is told to switch the log file, which writes everything.
    private static func files(of fixture: CardProxyFixture, in folder: String) async throws -> Files {
        guard let server = fixture.folder else { return Files(in: [folder]) }
        _ = try await fixture.database.query("SELECT pg_switch_wal()::text")
        let number: Int64 = try #require(
            try await fixture.database.first(
                "SELECT oid::bigint FROM pg_database WHERE datname = current_database()"))[0]
        return Files(in: ["\(server)/data/base/\(number)", "\(server)/data/pg_wal"])
    }

    @Test(
        "no ID, code, token or ticket is in any byte of the database files, including the log",
        arguments: CardProxyFixture.Store.available)
    func everyByte(store: CardProxyFixture.Store) async throws {
        let scratch = try Scratch()
        defer { withExtendedLifetime(scratch) {} }
        let (user, card, challenge) = (Self.uuid(), Self.uuid(), Self.uuid())
        let code = String((0..<10).map { _ in "0123456789".randomElement() ?? "0" })
        let cardToken = "card-token-" + Self.uuid()
        let key = "key-" + Self.uuid()
        try await CardProxyFixture.visit(
            keepingIn: store, at: scratch.path + "/cards.sqlite",
            { request in
                if request.method == .get {
                    return CardRouteTests.card(["id": .string(card), "userId": .string(user)])
                }
                if request.url.path.hasSuffix("/revoke-consent") { return HTTPResponse(status: 500) }
                if request.url.path.hasSuffix("/confirm-consent") {
                    return .json(["cardAuthToken": .string(cardToken)])
                }
                return .json([:])
            }
        ) { fixture async throws in
            let token = try await fixture.token(["sub": .string(user)])
            func ask(_ path: String, _ body: JSONValue) async throws -> CardProxyFixture.Reply {
                try await fixture.ask(.post, path, body, token: token, headers: ["Idempotency-Key": key])
            }
            let confirmed = try await ask(
                "/striga/confirm-consent",
                ["userId": .string(user), "challengeId": .string(challenge), "verificationCode": .string(code)])
            #expect(confirmed.body["cardAuthToken"]?.string == cardToken)
            #expect(
                try await ask(
                    "/striga/resend-consent-code", ["userId": .string(user), "challengeId": .string("2-" + challenge)]
                ).status == 200)
            // A pending revocation, an unfetched page, and a fetched one.
            #expect(try await ask("/striga/revoke-consent", ["userId": .string(user)]).status == 502)
            #expect(try await ask("/striga/cards/\(card)/freeze", [:]).status == 200)
            var tickets: [String] = []
            for _ in 0..<2 {
                let page = try await ask("/striga/pages", ["userId": .string(user), "cardId": .string(card)])
                tickets.append(String(try #require(page.body["url"]?.string?.split(separator: "/").last)))
            }
            #expect(try await fixture.ask(.get, "/striga/page/" + tickets[1]).status == 200)
            #expect(try await fixture.database.query("SELECT mark FROM card_revocation").count == 1)
            #expect(try await fixture.database.query("SELECT ticket FROM card_page").count == 1)

            let files = try await Self.files(of: fixture, in: scratch.path)
            if store == .sqlite { #expect(files.all.contains { $0.name.hasSuffix("-wal") && !$0.bytes.isEmpty }) }
            // The search does find stored values.
            #expect(!files.places(CardUser(partner: "partner", id: user).digest).isEmpty)
            for secret in [user, card, challenge, code, cardToken, token, key] + tickets {
                #expect(files.places(Array(secret.utf8)).isEmpty)
                #expect(files.places(SHA256.hash(Array(secret.utf8))).isEmpty)
                if let raw = Base64URL.decode(secret) { #expect(files.places(raw).isEmpty) }
                if let raw = UUID(uuidString: secret) {
                    #expect(files.places(withUnsafeBytes(of: raw.uuid) { Array($0) }).isEmpty)
                }
            }
            #expect(files.places(Array("example-api-secret".utf8)).isEmpty)
        }
    }

    @Test("no ID or ticket of an earlier version's pages stays in an upgraded file")
    func upgraded() async throws {
        let scratch = try Scratch()
        defer { withExtendedLifetime(scratch) {} }
        let path = scratch.path + "/cards.sqlite"
        var database = try await Database.open(.file(path))
        try await database.migrate(Schema("cards", Array(CardStore.schema.migrations.prefix(3))))
        database.close()
        // Like an SQLite that leaves deleted content in place.
        var handle: OpaquePointer?
        try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
        let pages = """
            PRAGMA secure_delete = OFF;
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO card_page SELECT CAST('ticket-' || i AS BLOB), 'partner', 'holder-' || i, 'card-' || i, i FROM n;
            DELETE FROM card_page WHERE expires < 1990;
            """
        try #require(sqlite3_exec(handle, pages, nil, nil, nil) == SQLITE_OK)
        sqlite3_close_v2(handle)
        // The search finds both.
        for needle in ["holder-1000", "holder-1999"] {
            #expect(!Files(in: [scratch.path]).places(Array(needle.utf8)).isEmpty)
        }
        database = try await Database.open(.file(path))
        defer { database.close() }
        _ = try await CardStore(database)
        let files = Files(in: [scratch.path])
        #expect(files.all.contains { $0.name.hasSuffix("-wal") })
        for needle in ["holder-", "ticket-", "card-"] { #expect(files.places(Array(needle.utf8)).isEmpty) }
    }

    @Test("a page opens only by its own ticket, and a pending revocation only with its secret and user")
    func keys() throws {
        let keys = CardStoreKeys(Secret(copying: "secret-1".utf8))
        let others = CardStoreKeys(Secret(copying: "secret-2".utf8))
        let page = CardStore.Page(user: CardUser(partner: "p", id: "u"), card: "c")
        let sealed = try keys.seal(page, ticket: "ticket-1")
        #expect(keys.page(sealed, ticket: "ticket-1") == page)
        #expect(keys.page(sealed, ticket: "ticket-2") == nil)
        #expect(others.page(sealed, ticket: "ticket-1") == nil)
        #expect(keys.page(Array(sealed.dropLast()), ticket: "ticket-1") == nil)
        #expect(keys.page([], ticket: "ticket-1") == nil)
        #expect(keys.digest(ofTicket: "ticket-1") != others.digest(ofTicket: "ticket-1"))
        let nonce = [UInt8](repeating: 1, count: 12)
        let owed = try keys.seal(page.user, nonce: nonce)
        #expect(keys.user(owed, digest: page.user.digest) == "u")
        #expect(keys.user(owed, digest: CardUser(partner: "p", id: "v").digest) == nil)
        #expect(others.user(owed, digest: page.user.digest) == nil)
        #expect(keys.user(Array(owed.prefix(12)), digest: page.user.digest) == nil)
    }
}
