import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Clients, users, types, tags and passes") struct PassStoreTests {
    private func code(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch { return (error as? JourneyError)?.code.rawValue ?? "\(error)" }
    }

    @Test(
        "names are unique among existing records, and a missing record is reported",
        arguments: PassServiceFixture.Store.available)
    func names(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let (store, now) = (fixture.store, fixture.now)
            #expect(await code { try await store.addClient("acme", now: now) } == "RECORD_EXISTS")
            #expect(await code { try await store.addClient("", now: now) } == "RECORD_INVALID")
            #expect(await code { try await store.addClient("a\nb", now: now) } == "RECORD_INVALID")
            #expect(await code { _ = try await store.addUser("app", of: "acme") } == "RECORD_EXISTS")
            #expect(await code { _ = try await store.addUser("app", of: "nobody") } == "RECORD_UNKNOWN")
            #expect(await code { try await store.addTag("TICKET-001", of: "acme", now: now) } == "RECORD_EXISTS")
            #expect(
                await code { try await store.addTag("T", subscription: "SUB-1", of: "acme", now: now) }
                    == "RECORD_EXISTS")
            #expect(await code { try await store.addTag("TICKET-001", of: "other", now: now) } == nil)
            #expect(
                await code {
                    try await store.addPass(
                        .init(holder: "x", type: PassServiceFixture.type), on: "TICKET-001", of: "acme")
                }
                    == "RECORD_EXISTS")
            // Another client's type.
            #expect(
                await code {
                    try await store.addPass(
                        .init(holder: "x", type: PassServiceFixture.type), on: "OTHER-001", of: "other")
                }
                    == "RECORD_UNKNOWN")
            #expect(
                await code {
                    try await store.addType(
                        PassServiceFixture.type, of: "other", team: PassServiceFixture.team, organization: "Other",
                        now: now)
                } == "RECORD_EXISTS")
            try await store.removeClient("acme", now: now)
            #expect(await code { try await store.removeClient("acme", now: now) } == "RECORD_UNKNOWN")
            // The name stays reserved: a new client with it would hide the removed one's records.
            #expect(await code { try await store.addClient("acme", now: now) } == "RECORD_EXISTS")
            #expect(try await store.clients().map(\.isDeleted) == [true, false])
        }
    }

    @Test(
        "the last removed client of a name counts, and an existing one precedes all removed ones",
        arguments: PassServiceFixture.Store.available)
    func namesakes(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            // Like a database whose clients were removed before names were reserved.
            for deleted: Int64 in [3_000, 2_000] {
                try await fixture.database.execute(
                    "INSERT INTO pass_client (name, created, deleted) VALUES ('twice', 1, $1)", [.integer(deleted)])
            }
            let rows = try await fixture.database.query("SELECT id FROM pass_client WHERE name = 'twice' ORDER BY id")
            let last: Int64 = try #require(try rows.last?[0])
            #expect(try await fixture.database.read { try await PassStore.anyClient("twice", in: $0) } == last)
            try await fixture.database.execute(
                "UPDATE pass_client SET deleted = NULL WHERE id = (SELECT min(id) FROM pass_client WHERE name = 'twice')"
            )
            let first: Int64 = try #require(try rows.first?[0])
            #expect(try await fixture.database.read { try await PassStore.client("twice", in: $0) } == first)
        }
    }

    @Test(
        "a removed client's records can be voided and revoked, it accepts no new ones, and it can be restored",
        arguments: PassServiceFixture.Store.available)
    func removed(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let (store, now) = (fixture.store, fixture.now)
            let (_, kept) = try await store.addUser("kept", of: "acme", dependencies: fixture.dependencies)
            let token = kept.withBytes { String(decoding: $0, as: UTF8.self) }
            try await store.removeClient("acme", now: now)
            #expect(try await fixture.issue(token: token).code == "CLIENT_SUSPENDED")
            #expect(try await store.users(of: "acme").map(\.name) == ["app", "kept"])
            #expect(try await store.tags(of: "acme").count == 3)
            #expect(try await store.pass(on: "TICKET-002", of: "acme").serialNumber == "S-TICKET-002")
            try await store.changePass(on: "TICKET-001", of: "acme", values: ["name": "A."], now: now)
            #expect(try await store.changePass(on: "TICKET-002", of: "acme", isVoided: true, now: now).isVoided)
            try await store.revokeUser("app", of: "acme", now: now)
            for body: () async throws -> Void in [
                { _ = try await store.addUser("new", of: "acme") },
                { try await store.addTag("NEW", of: "acme", now: now) },
                { try await store.addPass(.init(holder: "x", type: PassServiceFixture.type), on: "EMPTY", of: "acme") },
                {
                    try await store.addType(
                        "pass.com.example.new", of: "acme", team: PassServiceFixture.team, organization: "A", now: now)
                },
            ] { #expect(await code(body) == "RECORD_UNKNOWN") }
            #expect(await code { try await store.restoreClient("other", now: now) } == "RECORD_UNKNOWN")
            #expect(await code { try await store.restoreClient("nobody", now: now) } == "RECORD_UNKNOWN")
            try await store.restoreClient("acme", now: now)
            #expect(try await fixture.issue().code == "TOKEN_INVALID")
            #expect(try await fixture.issue(token: token).status == 200)
            #expect(try await fixture.issue("TICKET-002", token: token).code == "PASS_UNKNOWN")
        }
    }

    @Test(
        "a serial number that no address can express is refused, and Wallet finds any other",
        arguments: [
            ("a/b", false), ("/", false), ("a\\b", false), ("a/\u{301}b", false), ("a\\\u{FE0F}b", false), (".", false),
            ("..", false), ("...", true), (".a", true),
            ("a.b-c_d~e", true), ("a b", true), ("%2F", true), ("a?b#c", true), ("Straße 7", true), ("{}", true),
            (String(repeating: "a", count: 255), true), (String(repeating: "a", count: 256), false),
        ])
    func serials(serial: String, isGood: Bool) async throws {
        try await PassServiceFixture.visit { fixture in
            do {
                let pass = try await fixture.store.addPass(
                    .init(holder: "ada", type: PassServiceFixture.type, serial: serial, values: ["name": "Ada"]),
                    on: "EMPTY",
                    of: "acme", dependencies: fixture.dependencies)
                #expect(isGood)
                let service = try fixture.instance()
                let escaped = try #require(serial.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let url = try #require(
                    HTTPSURL("https://passes.example/wallet/v1/passes/\(PassServiceFixture.type)/\(escaped)"))
                let reply = await service.answer(
                    HTTPRequest(
                        method: .get, url: url, headers: ["Authorization": "ApplePass \(pass.authenticationToken)"]))
                #expect(reply.status == 200)
            } catch let error as JourneyError { #expect(!isGood && error.code == .recordInvalid, "\(error)") }
        }
    }

    @Test("lists show the records without tokens")
    func lists() async throws {
        try await PassServiceFixture.visit { fixture in
            let store = fixture.store
            #expect(try await store.users(of: "acme").map(\.name) == ["app"])
            #expect(
                try await store.tags(of: "acme").map(\.pass)
                    == [
                        PassKey(type: PassServiceFixture.type, serial: "S-TICKET-001"),
                        PassKey(type: PassServiceFixture.type, serial: "S-TICKET-002"), nil,
                    ])
            #expect(try await store.tags(of: "acme").first?.subscription == "SUB-1")
            #expect(
                try await store.types().filter { $0.client == "acme" }.map(\.team) == [
                    PassServiceFixture.team, PassServiceFixture.team,
                ])
            let pass = try await store.pass(on: "TICKET-001", of: "acme")
            #expect(!"\(pass)".contains(pass.authenticationToken))
            // A copy of the database gives no access.
            let hash = SHA256.hash(Array(fixture.token.utf8))
            #expect(
                try await fixture.database.first("SELECT 1 FROM pass_token WHERE hash = $1", [.blob(hash)]) != nil)
            #expect(
                try await fixture.database.first(
                    "SELECT 1 FROM pass_token WHERE hash = $1", [.blob(Array(fixture.token.utf8))]) == nil)
        }
    }

    @Test("a holder keeps one account hash over all passes, and no two share one")
    func holders() async throws {
        try await PassServiceFixture.visit { fixture in
            try await fixture.store.addTag("SECOND", of: "acme", now: fixture.now)
            let second = try await fixture.store.addPass(
                .init(holder: "ada", type: PassServiceFixture.type, values: ["name": "Ada"]), on: "SECOND", of: "acme")
            let first = try await fixture.store.pass(on: "TICKET-001", of: "acme")
            let bens = try await fixture.store.pass(on: "TICKET-002", of: "acme")
            #expect(second.accountHash == first.accountHash && bens.accountHash != first.accountHash)
            #expect(Base64URL.decode(first.accountHash)?.count == 24)
            #expect(second.serialNumber.utf8.count == 32 && second.authenticationToken != first.authenticationToken)
        }
    }

    @Test("a change makes a newer pass with the same token and number, and a failed check prevents it")
    func changes() async throws {
        try await PassServiceFixture.visit { fixture in
            let before = try await fixture.store.pass(on: "TICKET-001", of: "acme")
            let after = try await fixture.store.changePass(
                on: "TICKET-001", of: "acme", values: ["name": "Ada L."], now: fixture.now)
            #expect(after.updated > before.updated && after.values == ["name": "Ada L."])
            #expect(after.authenticationToken == before.authenticationToken && after.key == before.key)
            let factory = fixture.factory
            let refused = await code {
                try await fixture.store.changePass(
                    on: "TICKET-001", of: "acme", values: ["nmae": "Ada"], now: fixture.now,
                    check: { pass, names in
                        let fault = factory.faults(of: pass, naming: names).first
                        if let fault { throw JourneyError(.recordInvalid, fault) }
                    })
            }
            #expect(refused == "RECORD_INVALID")
            #expect(try await fixture.store.pass(on: "TICKET-001", of: "acme").values == ["name": "Ada L."])
            let made = try factory.make(after)
            #expect(try factory.make(after) == made)
            #expect(try await fixture.store.pass(type: "a\0b", serial: "c") == nil)
        }
    }

    @Test("twenty concurrent changes are all made, one after the other", arguments: PassServiceFixture.Store.available)
    func concurrent(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await fixture.store.changePass(
                            on: "TICKET-001", of: "acme", values: ["name": .string("\(number)")], now: fixture.now)
                    }
                }
                try await group.waitForAll()
            }
            let pass = try await fixture.store.pass(on: "TICKET-001", of: "acme")
            #expect(PassStore.moment(pass.updated) == PassStore.moment(fixture.now) + 20)
        }
    }
}
