import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing
import WalletPass

@testable import JourneyGateway

@Suite("The callback of a device") struct CallbackTests {
    private func session(_ fixture: PassServiceFixture, _ tag: String = "TICKET-001") async throws -> String {
        try #require(try await fixture.issue(tag).binding).sessionIdentifier
    }

    @Test(
        "a callback returns a valid pass bound to account and key, and is recorded",
        arguments: PassServiceFixture.Store.available)
    func bound(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let binding = try #require(try await fixture.issue().binding)
            #expect(try await fixture.status(of: binding.sessionIdentifier).json["status"]?.string == "pending")
            let reply = try await fixture.call(binding.sessionIdentifier, "00ff", keyHash: "abcd")
            #expect(reply.status == 200)
            #expect(reply.response.headers["Content-Type"] == "application/vnd.apple.pkpass")
            let pass = try fixture.verifier.verify(reply.response.body, at: fixture.now)
            #expect(pass.names == binding.names && pass.serialNumber == "S-TICKET-001")
            let content = try JSONReader.read(try #require(pass.files["pass.json"]))
            #expect(content["fidoProfile"]?["accountHash"]?.string == binding.accountHash)
            #expect(content["fidoProfile"]?["relyingPartyIdentifier"]?.string == "passes.example")
            #expect(content["fidoProfile"]?["keyHash"]?.string == "abcd")
            #expect(content["issuerBindingData"]?["issuerBindingData"]?.string == "00ff")
            #expect(content["webServiceURL"]?.string == "https://passes.example/wallet")
            #expect(content["organizationName"]?.string == "Acme Events")
            #expect(pass.faults.filter { $0.severity == .error } == [])
            let stored = try #require(
                try await fixture.store.pass(type: PassServiceFixture.type, serial: "S-TICKET-001"))
            #expect(stored.binding == "00ff" && stored.keyHash == "abcd")
            #expect(content["authenticationToken"]?.string == stored.authenticationToken)
            // The pass handed out equals the pass that later requests get.
            #expect(try fixture.factory.make(stored) == reply.response.body)
            #expect(try await fixture.status(of: binding.sessionIdentifier).json["status"]?.string == "completed")
            // A device with a key is told about it.
            #expect(try await fixture.issue().binding?.keyHash == "abcd")
            // The session identifier appears only in the signed data.
            #expect(
                try await fixture.database.first(
                    "SELECT 1 FROM pass_session WHERE id = $1", [.blob(Array(binding.sessionIdentifier.utf8))]) == nil)
        }
    }

    @Test(
        "a second device can bind after the administrator unbinds; earlier sessions cannot",
        arguments: PassServiceFixture.Store.available)
    func unbound(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let first = try await session(fixture)
            #expect(try await fixture.call(first, "00ff", keyHash: "abcd").status == 200)
            let open = try #require(try await fixture.issue().binding)
            #expect(open.keyHash == "abcd")
            let updates = try await PassUpdateStore(fixture.database)
            let key = PassKey(type: PassServiceFixture.type, serial: "S-TICKET-001")
            let bens = try await session(fixture, "TICKET-002")
            let before = try #require(try await updates.version(of: key))
            let pass = try await fixture.store.unbindPass(on: "TICKET-001", of: "acme", now: fixture.now)
            #expect(pass.binding == nil && pass.keyHash == nil)
            #expect(try #require(try await updates.version(of: key)).number > before.number)
            // The lost phone: neither its bound nor its open session works.
            for old in [first, open.sessionIdentifier] {
                #expect(try await fixture.call(old, "00ff", keyHash: "abcd").code == "SESSION_EXPIRED")
            }
            let plain = try JSONReader.read(
                try #require(
                    fixture.verifier.verify(try fixture.factory.make(pass), at: fixture.now).files["pass.json"]))
            #expect(plain["fidoProfile"] == nil && plain["issuerBindingData"] == nil)
            let second = try #require(try await fixture.issue().binding)
            #expect(second.keyHash == nil && second.accountHash == open.accountHash)
            #expect(try await fixture.call(second.sessionIdentifier, "0102", keyHash: "beef").status == 200)
            #expect(try await fixture.issue().binding?.keyHash == "beef")
            // Other users' sessions continue.
            #expect(try await fixture.call(bens).status == 200)
            #expect(try await fixture.count("SELECT count(*) FROM pass_audit WHERE action = 'pass-unbound'") == 1)
        }
    }

    @Test(
        "a device without a key is not bound to another one's key",
        arguments: PassServiceFixture.Store.available)
    func keyless(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            #expect(try await fixture.call(try await session(fixture), "00ff", keyHash: "abcd").status == 200)
            let reply = try await fixture.call(try await session(fixture), "0102", keyHash: nil)
            let pass = try fixture.verifier.verify(reply.response.body, at: fixture.now)
            let content = try JSONReader.read(try #require(pass.files["pass.json"]))
            #expect(content["issuerBindingData"]?["issuerBindingData"]?.string == "0102")
            #expect(content["fidoProfile"]?.object != nil && content["fidoProfile"]?["keyHash"] == nil)
            #expect(try await fixture.issue().binding?.keyHash == nil)
        }
    }

    @Test(
        "a repeated body gets the same bytes without signing; another body is refused",
        arguments: PassServiceFixture.Store.available)
    func replay(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let session = try await session(fixture)
            let first = try await fixture.call(session)
            let written = try await fixture.store.pass(type: PassServiceFixture.type, serial: "S-TICKET-001")
            fixture.time.pass(60)
            try await fixture.store.changePass(
                on: "TICKET-001", of: "acme", values: ["name": "Ada, later"], now: fixture.now)
            let changed = try await fixture.store.pass(type: PassServiceFixture.type, serial: "S-TICKET-001")
            // Another spelling of the same request, and another instance of the service.
            let again = try await fixture.ask(
                .post, "callback?sessionIdentifier=\(session)",
                bytes: Array(#" { "keyHash" : "0c0d", "issuerBindingData":"0a0b", "more": [1] }"#.utf8),
                of: try fixture.instance())
            #expect(again.status == 200 && again.response.body == first.response.body)
            for (data, hash) in [("0a0c", "0c0d"), ("0a0b", "0c0e"), ("0a0b", nil)] as [(String, String?)] {
                let other = try await fixture.call(session, data, keyHash: hash)
                #expect(other.status == 409 && other.code == "SESSION_USED")
            }
            #expect(written?.binding == "0a0b" && changed?.binding == "0a0b")
            #expect(
                try await fixture.store.pass(type: PassServiceFixture.type, serial: "S-TICKET-001")?.updated
                    == changed?.updated)
            #expect(try await fixture.count("SELECT count(*) FROM pass_audit WHERE action = 'bound'") == 1)
        }
    }

    @Test(
        "fifty concurrent callbacks with one body bind once and get the same bytes",
        arguments: PassServiceFixture.Store.available)
    func concurrent(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store, { $0.rates.callbacks = 1_000 }) { fixture in
            let session = try await session(fixture)
            let services = [try fixture.instance(), try fixture.instance()]
            let replies = try await withThrowingTaskGroup(of: PassServiceFixture.Reply.self) { group in
                for number in 0..<50 {
                    group.addTask { try await fixture.call(session, of: services[number % 2]) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.allSatisfy { $0.status == 200 })
            #expect(Set(replies.map(\.response.body)).count == 1)
            #expect(try await fixture.count("SELECT count(*) FROM pass_audit WHERE action = 'bound'") == 1)
        }
    }

    @Test(
        "one of twenty concurrent different callbacks at two instances wins, and the others are refused",
        arguments: PassServiceFixture.Store.available)
    func rivals(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let session = try await session(fixture)
            let services = [try fixture.instance(), try fixture.instance()]
            let replies = try await withThrowingTaskGroup(of: (String, PassServiceFixture.Reply).self) { group in
                for number in 0..<20 {
                    let data = Hex.encode([UInt8(number)])
                    group.addTask { (data, try await fixture.call(session, data, of: services[number % 2])) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let winners = replies.filter { $0.1.status == 200 }
            #expect(winners.count == 1)
            #expect(replies.filter { $0.1.code == "SESSION_USED" }.count == 19)
            let stored = try await fixture.store.pass(type: PassServiceFixture.type, serial: "S-TICKET-001")
            #expect(stored?.binding == winners.first?.0)
        }
    }

    @Test("an expired or unknown session, or one of a void pass, gives nothing")
    func over() async throws {
        try await PassServiceFixture.visit { fixture in
            let session = try await session(fixture)
            fixture.time.pass(599)
            let other = try await self.session(fixture, "TICKET-002")
            fixture.time.pass(1)
            let late = try await fixture.call(session)
            #expect(late.status == 410 && late.code == "SESSION_EXPIRED")
            #expect(try await fixture.status(of: session).json["status"]?.string == "expired")
            #expect(try await fixture.call("00000000000000000000000000000000").code == "SESSION_UNKNOWN")
            try await fixture.store.changePass(on: "TICKET-002", of: "acme", isVoided: true, now: fixture.now)
            #expect(try await fixture.call(other).code == "SESSION_EXPIRED")
            #expect(try await fixture.count("SELECT count(*) FROM pass WHERE binding IS NOT NULL") == 0)
            // Answered in time, repeated too late.
            let third = try #require(
                try await fixture.issue("OTHER-001", token: fixture.otherToken).binding
            ).sessionIdentifier
            #expect(try await fixture.call(third).status == 200)
            fixture.time.pass(600)
            #expect(try await fixture.call(third).code == "SESSION_EXPIRED")
            // A day later the session is deleted.
            fixture.time.pass(86_401)
            try await fixture.store.prune(now: fixture.now, auditRetention: .seconds(1))
            #expect(try await fixture.call(third).code == "SESSION_UNKNOWN")
            #expect(try await fixture.count("SELECT count(*) FROM pass_audit") == 0)
        }
    }

    @Test(
        "invalid hexadecimal, body or identifier is refused",
        arguments: [
            #"{"issuerBindingData": "0g"}"#, #"{"issuerBindingData": "0A"}"#, #"{"issuerBindingData": "0ab"}"#,
            #"{"issuerBindingData": ""}"#, #"{"issuerBindingData": 10}"#, #"{"issuerBindingData": null}"#, "{}", "[]",
            "",
            "{", #"{"keyHash": "0c0d"}"#, #"{"issuerBindingData": "0a", "keyHash": "zz"}"#,
            #"{"issuerBindingData": "0a", "keyHash": ""}"#, #"{"issuerBindingData": "0a", "issuerBindingData": "0b"}"#,
            #"{"issuerBindingData": "0x0a"}"#, #"{"issuerBindingData": " 0a"}"#,
        ])
    func malformed(body: String) async throws {
        try await PassServiceFixture.visit { fixture in
            let session = try await session(fixture)
            let path = "callback?sessionIdentifier=\(session)"
            #expect(try await fixture.ask(.post, path, bytes: Array(body.utf8)).code == "REQUEST_INVALID")
            // The refused request didn't use up the session.
            #expect(try await fixture.call(session).status == 200)
        }
    }

    @Test("missing, repeated or overlong identifiers are refused, and 10 MB are not read")
    func identifiers() async throws {
        try await PassServiceFixture.visit { fixture in
            let session = try await session(fixture)
            for query in [
                "", "?", "?sessionIdentifier", "?sessionIdentifier=", "?sessionidentifier=\(session)",
                "?sessionIdentifier=\(session)&sessionIdentifier=\(session)", "?sessionIdentifier=a%00b",
                "?sessionIdentifier=" + String(repeating: "a", count: 65), "?sessionIdentifier=%27%20OR%201",
            ] {
                let reply = try await fixture.ask(.post, "callback\(query)", ["issuerBindingData": "0a"])
                #expect(reply.code == "REQUEST_INVALID", "\(query)")
            }
            let large = try await fixture.ask(
                .post, "callback?sessionIdentifier=\(session)", bytes: [UInt8](repeating: 0x61, count: 10_000_000))
            #expect(large.status == 413)
            #expect(try await fixture.call(session, keyHash: nil).status == 200)
        }
    }

    @Test("a callback during an expired certificate or suspended client uses nothing up")
    func later() async throws {
        try await PassServiceFixture.visit(.sqlite, { $0.sessionTime = .seconds(90 * 86_400) }) { fixture in
            let session = try await session(fixture)
            fixture.time.pass(41 * 86_400)
            #expect(try await fixture.call(session).code == "CERTIFICATE_EXPIRED")
            fixture.time.pass(-41 * 86_400)
            try await fixture.store.removeClient("acme", now: fixture.now)
            #expect(try await fixture.call(session).code == "CLIENT_SUSPENDED")
            try await fixture.database.execute("UPDATE pass_client SET deleted = NULL")
            #expect(try await fixture.call(session).status == 200)
        }
    }

    @Test(
        "a callback after the token's revocation is refused for sessions that it began",
        arguments: PassServiceFixture.Store.available)
    func revoked(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            func text(_ token: Secret) -> String { token.withBytes { String(decoding: $0, as: UTF8.self) } }
            let (_, second) = try await fixture.store.addUser("second", of: "acme", dependencies: fixture.dependencies)
            let (_, third) = try await fixture.store.addUser("third", of: "acme", dependencies: fixture.dependencies)
            let minted = try await fixture.ask(.post, "user_tokens", ["holder": "ada"], token: fixture.token)
            let person = try #require(minted.json["token"]?.string)
            func begin(_ token: String) async throws -> String {
                try #require(try await fixture.issue(token: token).binding).sessionIdentifier
            }
            let answered = try await begin(fixture.token)
            #expect(try await fixture.call(answered).status == 200)
            let mine = [answered, try await begin(fixture.token), try await begin(person)]
            let seconds = try await begin(text(second))
            let thirds = try await begin(text(third))
            // Read before the revocation, ended after it.
            let id = PassToken.hash(of: mine[1])
            let read = try #require(try await fixture.store.session(id))
            try await fixture.store.revokeUser("app", of: "acme", now: fixture.now)
            try await fixture.store.revokeUser("second", of: "acme", isRemoved: true, now: fixture.now)
            let late = read.pass.bound("ffff", keyHash: nil, at: fixture.now + 1)
            #expect(try await fixture.store.end(id, of: read, body: [1], pass: late, answer: [1]) == false)
            for session in mine + [seconds] {
                let reply = try await fixture.call(session)
                #expect(reply.status == 410 && reply.code == "SESSION_EXPIRED")
            }
            #expect(try await fixture.status(of: mine[1], token: text(third)).json["status"]?.string == "expired")
            #expect(try await fixture.status(of: answered, token: text(third)).json["status"]?.string == "completed")
            #expect(try await fixture.count("SELECT count(*) FROM pass_audit WHERE action = 'bound'") == 1)
            #expect(try await fixture.call(thirds, "0102").status == 200)
            // A session from before the API user was recorded.
            let old = try await begin(text(third))
            try await fixture.database.execute("UPDATE pass_session SET api_user = NULL")
            #expect(try await fixture.call(old, "0103").status == 200)
        }
    }

    @Test(
        "a pass that cannot be fetched again leaves its session", arguments: PassServiceFixture.Store.available)
    func forgotten(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let session = try await session(fixture)
            let first = try await fixture.call(session)
            func prune() async throws {
                try await fixture.store.prune(now: fixture.now, auditRetention: .seconds(86_400))
            }
            func kept() async throws -> Int64 {
                try await fixture.count("SELECT count(*) FROM pass_session WHERE answer IS NOT NULL")
            }
            fixture.time.pass(599)
            try await prune()
            #expect(try await fixture.call(session).response.body == first.response.body)
            fixture.time.pass(1)
            try await prune()
            #expect(try await kept() == 0)
            #expect(try await fixture.call(session).code == "SESSION_EXPIRED")
            #expect(try await fixture.status(of: session).json["status"]?.string == "completed")
        }
    }

    @Test(
        "a new session with the tag's number ends the previous one, and each is valid once",
        arguments: PassServiceFixture.Store.available)
    func tagIdentifiers(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store, { $0.identifiers = .tag }) { fixture in
            let binding = try #require(try await fixture.issue().binding)
            #expect(binding.sessionIdentifier == "1")
            let first = try await fixture.call("1", "aa")
            #expect(first.status == 200)
            #expect(try await fixture.call("1", "bb").code == "SESSION_USED")
            fixture.time.pass(60)
            #expect(try await fixture.issue().status == 200)
            #expect(try await fixture.status(of: "1").json["status"]?.string == "pending")
            let second = try await fixture.call("1", "bb")
            #expect(second.status == 200 && second.response.body != first.response.body)
            fixture.time.pass(600)
            #expect(try await fixture.call("1", "bb").code == "SESSION_EXPIRED")
            #expect(try await fixture.count("SELECT count(*) FROM pass_session") == 1)
        }
    }

    @Test("callbacks of a session are rate-limited per ten minutes")
    func rates() async throws {
        try await PassServiceFixture.visit(.sqlite, { $0.rates.callbacks = 3 }) { fixture in
            let session = try await session(fixture)
            for _ in 0..<3 { #expect(try await fixture.call(session).status == 200) }
            #expect(try await fixture.call(session).code == "RATE_LIMITED")
        }
    }
}
