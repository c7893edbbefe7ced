import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyTesting
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Consent, over SQLite and over PostgreSQL", .timeLimit(.minutes(10)))
struct ConsentTests {
    /// An issuer whose right code is 123456.
    static let issuer: CardProxyFixture.Answers = { request in
        guard request.url.path == "/api/v1/card/confirm-consent" else { return .json([:]) }
        let code = try JSONReader.read(request.body)["verificationCode"]?.string
        return code == "123456" ? .consented : .refusal(400, "31064", "Invalid verification code canary-text")
    }

    @Test(
        "a right code returns the token, and the issuer gets a signed request with the user's values",
        arguments: CardProxyFixture.Store.available)
    func right(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, Self.issuer) { fixture async throws in
            let reply = try await fixture.confirm()
            #expect(reply.status == 200)
            #expect(reply.body == ["cardAuthToken": "card-token-canary-1"])
            #expect(reply.response.headers["Cache-Control"] == "no-store")
            let request = try #require(fixture.asked.first)
            #expect(fixture.asked.count == 1 && request.method == .post)
            #expect(request.url.description == "https://issuer.example/api/v1/card/confirm-consent")
            #expect(
                try JSONReader.read(request.body) == [
                    "userId": .string(CardProxyFixture.user), "challengeId": .string(CardProxyFixture.challenge),
                    "verificationCode": "123456",
                ])
            let signer = IssuerSigner(
                apiKey: Secret(copying: "key-canary-1".utf8),
                apiSecret: Secret(copying: "example-api-secret-not-real-0001".utf8))
            let signature = signer.signature(
                .post, "/card/confirm-consent", body: request.body, stamp: "1800000000000")
            #expect(request.headers["Authorization"] == "HMAC 1800000000000:\(signature)")
            #expect(request.headers["api-key"] == "key-canary-1")
        }
    }

    @Test(
        "a wrong code returns the attempts left; after five, no code is tried, not even the right one",
        arguments: CardProxyFixture.Store.available)
    func wrong(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, Self.issuer) { fixture async throws in
            for left in [4, 3, 2, 1, 0] {
                let reply = try await fixture.confirm("000000")
                #expect(reply.status == 422 && reply.code == "CODE_WRONG")
                #expect(reply.body["attemptsLeft"] == .number(JSONNumber(Int64(left))))
                #expect(!reply.response.body.contains(Array("canary".utf8)))
            }
            // On another instance too.
            try await fixture.start()
            for code in ["000000", "123456"] {
                let reply = try await fixture.confirm(code)
                #expect(reply.status == 429 && reply.code == "TOO_MANY_ATTEMPTS")
                #expect(reply.response.headers["Retry-After"] != nil)
            }
            #expect(fixture.asked.count == 5)
            let other = try await fixture.confirm(challenge: "77777777-7777-4888-8999-aaaaaaaaaaaa")
            #expect(other.status == 200)
        }
    }

    @Test(
        "a code is used once: a replay is refused without asking the issuer",
        arguments: CardProxyFixture.Store.available)
    func reused(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, Self.issuer) { fixture async throws in
            #expect(try await fixture.confirm().status == 200)
            for code in ["123456", "000000"] {
                let reply = try await fixture.confirm(code)
                #expect(reply.status == 409 && reply.code == "CODE_USED")
            }
            let resend = try await fixture.ask(
                .post, "/striga/resend-consent-code",
                ["userId": .string(CardProxyFixture.user), "challengeId": .string(CardProxyFixture.challenge)])
            #expect(resend.code == "CODE_USED")
            #expect(fixture.asked.count == 1)
        }
    }

    @Test(
        "one of many concurrent confirmations is tried, and the others are refused",
        arguments: CardProxyFixture.Store.available)
    func concurrent(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, Self.issuer) { fixture async throws in
            let token = try await fixture.token()
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 { group.addTask { try await fixture.confirm(token: token).code } }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(codes.count { $0 == "200" } == 1)
            #expect(codes.count { $0 == "CODE_USED" } == 7)
            #expect(fixture.asked.count == 1)
        }
    }

    @Test(
        "the same request under an Idempotency-Key gets the same response for a minute, with one issuer call",
        arguments: CardProxyFixture.Store.available)
    func idempotent(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, Self.issuer) { fixture async throws in
            let wrong = try await fixture.confirm("000000", key: "k-1")
            #expect(wrong.code == "CODE_WRONG")
            let again = try await fixture.confirm("000000", key: "k-1")
            #expect(again.body == wrong.body)
            #expect(fixture.asked.count == 1)
            let token = try await fixture.token()
            let bodies = try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for _ in 0..<6 { group.addTask { try await fixture.confirm(token: token, key: "k-2").body } }
                return try await group.reduce(into: Set<JSONValue>()) { $0.insert($1) }
            }
            #expect(bodies == [["cardAuthToken": "card-token-canary-1"]])
            #expect(fixture.asked.count == 2)
            // Another code under the same key, another key, and the same key of another user are three different requests.
            #expect(try await fixture.confirm("111111", key: "k-2").code == "REQUEST_INVALID")
            #expect(try await fixture.confirm(key: "k-3").code == "CODE_USED")
            let stranger = "99999999-2222-4333-8444-555555555555"
            #expect(
                try await fixture.confirm(
                    user: stranger, token: try await fixture.token(["sub": .string(stranger)]), key: "k-2"
                ).status == 200)
            #expect(fixture.asked.count == 3)
            // After a minute, the cached result is gone.
            fixture.pass(60)
            #expect(try await fixture.confirm(key: "k-2").code == "CODE_USED")
            // Another instance doesn't have it.
            #expect(try await fixture.confirm(challenge: "c-2", key: "k-4").status == 200)
            try await fixture.start()
            #expect(try await fixture.confirm(challenge: "c-2", key: "k-4").code == "CODE_USED")
        }
    }

    @Test("a challenge under confirmation with another key can be retried after a wrong code")
    func usedIsNotSettled() async throws {
        let gate = Gate()
        try await CardProxyFixture.visit({ request in
            await gate.wait()
            return try await Self.issuer(request)
        }) { fixture async throws in
            let token = try await fixture.token()
            let wrong = Task { try await fixture.confirm("000000", token: token, key: "k-1") }
            await gate.waitForVisitor()
            #expect(try await fixture.confirm(token: token, key: "k-2").code == "CODE_USED")
            gate.open()
            #expect(try await wrong.value.code == "CODE_WRONG")
            #expect(try await fixture.confirm(token: token, key: "k-2").status == 200)
        }
    }

    @Test("an invalid or repeated Idempotency-Key is refused")
    func badKey() async throws {
        try await CardProxyFixture.visit(Self.issuer) { fixture async throws in
            #expect(try await fixture.confirm(key: "a b").code == "REQUEST_INVALID")
            #expect(try await fixture.confirm(key: String(repeating: "k", count: 129)).code == "REQUEST_INVALID")
            var headers: HTTPFields = [:]
            headers.add("Idempotency-Key", "k-1")
            headers.add("Idempotency-Key", "k-2")
            let twice = try await fixture.ask(
                .post, "/striga/confirm-consent",
                [
                    "userId": .string(CardProxyFixture.user), "challengeId": .string(CardProxyFixture.challenge),
                    "verificationCode": "123456",
                ], headers: headers)
            #expect(twice.code == "REQUEST_INVALID")
            #expect(fixture.asked.isEmpty)
        }
    }

    @Test("a user acts only for itself; another user's challenge is unknown and costs its owner no attempt")
    func anotherUser() async throws {
        let owner = CardProxyFixture.user
        try await CardProxyFixture.visit({ request in
            let body = try JSONReader.read(request.body)
            guard body["userId"]?.string == owner else { return .refusal(400, "30036") }
            return try await Self.issuer(request)
        }) { fixture async throws in
            let stranger = "99999999-2222-4333-8444-555555555555"
            let theirs = try await fixture.token(["sub": .string(stranger)])
            #expect(try await fixture.confirm(token: theirs).code == "USER_MISMATCH")
            #expect(fixture.asked.isEmpty)
            for _ in 0..<5 {
                let reply = try await fixture.confirm(user: stranger, token: theirs)
                #expect(reply.status == 404 && reply.code == "CHALLENGE_UNKNOWN")
            }
            #expect(try await fixture.confirm(user: stranger, token: theirs).code == "TOO_MANY_ATTEMPTS")
            let wrong = try await fixture.confirm("000000")
            #expect(wrong.body["attemptsLeft"] == 4)
            #expect(try await fixture.confirm().status == 200)
        }
    }

    @Test(
        "a code is resent after a pause, three times per challenge", arguments: CardProxyFixture.Store.available
    )
    func resend(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, Self.issuer) { fixture async throws in
            func resend() async throws -> CardProxyFixture.Reply {
                try await fixture.ask(
                    .post, "/striga/resend-consent-code",
                    ["userId": .string(CardProxyFixture.user), "challengeId": .string(CardProxyFixture.challenge)])
            }
            for _ in 0..<3 {
                let reply = try await resend()
                #expect(reply.status == 200 && reply.body == [:])
                let soon = try await resend()
                #expect(soon.status == 429 && soon.code == "RESEND_LIMIT")
                fixture.pass(30)
            }
            let over = try await resend()
            #expect(over.status == 429 && over.code == "RESEND_LIMIT")
            #expect(over.response.headers["Retry-After"] == nil)
            #expect(fixture.asked.count == 3)
            #expect(fixture.asked.allSatisfy { $0.url.path == "/api/v1/card/resend-consent-code" })
            // Resending neither resets nor uses up attempts.
            #expect(try await fixture.confirm().status == 200)
        }
    }

    @Test("a resend that is too early returns the remaining wait")
    func resendWait() async throws {
        try await CardProxyFixture.visit(Self.issuer) { fixture async throws in
            let body: JSONValue = [
                "userId": .string(CardProxyFixture.user), "challengeId": .string(CardProxyFixture.challenge),
            ]
            _ = try await fixture.ask(.post, "/striga/resend-consent-code", body)
            fixture.pass(12)
            let soon = try await fixture.ask(.post, "/striga/resend-consent-code", body)
            #expect(soon.code == "RESEND_LIMIT" && soon.response.headers["Retry-After"] == "18")
        }
    }

    @Test(
        "each user has a number of requests per ten minutes, independent of others",
        arguments: CardProxyFixture.Store.available)
    func rates(store: CardProxyFixture.Store) async throws {
        var rates = CardRates()
        rates.confirmations = 3
        try await CardProxyFixture.visit(keepingIn: store, rates: rates, Self.issuer) { fixture async throws in
            for index in 0..<3 { #expect(try await fixture.confirm(challenge: "c-\(index)").status == 200) }
            fixture.pass(100)
            let limited = try await fixture.confirm(challenge: "c-4")
            #expect(limited.status == 429 && limited.code == "RATE_LIMITED")
            #expect(limited.response.headers["Retry-After"] == "500")
            let stranger = "99999999-2222-4333-8444-555555555555"
            #expect(
                try await fixture.confirm(user: stranger, token: try await fixture.token(["sub": .string(stranger)]))
                    .status == 200)
            // A refused request counts.
            #expect(try await fixture.confirm(challenge: "c-0").code == "RATE_LIMITED")
            let asked: Int64 = try #require(
                try await fixture.database.first("SELECT asked FROM card_rate ORDER BY asked DESC LIMIT 1"))[0]
            #expect(asked == 5)
            fixture.pass(500)
            // A request refused by the rate limit isn't an attempt.
            #expect(try await fixture.confirm(challenge: "c-4").status == 200)
        }
    }

    @Test("expired records are pruned, and active ones stay", arguments: CardProxyFixture.Store.available)
    func pruned(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, Self.issuer) { fixture async throws in
            let cards = try await CardStore(fixture.database)
            _ = try await fixture.confirm()
            try await cards.prune(now: Int64(fixture.now.timeIntervalSince1970) + 3_600)
            #expect(try await fixture.confirm().code == "CODE_USED")
            try await cards.prune(now: Int64(fixture.now.timeIntervalSince1970) + 86_401)
            for sql in ["SELECT id FROM card_challenge", "SELECT kind FROM card_rate"] as [StaticString] {
                #expect(try await fixture.database.query(sql).isEmpty)
            }
        }
    }

    @Test("the database contains no plain IDs, codes or tokens", arguments: CardProxyFixture.Store.available)
    func nothingKept(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, Self.issuer) { fixture async throws in
            _ = try await fixture.confirm("000000", key: "k-1")
            _ = try await fixture.confirm(key: "k-2")
            let rows =
                try await fixture.database.query("SELECT id FROM card_challenge")
                + fixture.database.query("SELECT caller FROM card_rate")
            #expect(rows.count == 2)
            for row in rows {
                let digest: [UInt8] = try row[0]
                #expect(digest.count == 32)
            }
        }
    }

    @Test(
        "a body that does not exactly match its route is refused",
        arguments: [
            (#"{"userId":"U","challengeId":"C"}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","challengeId":"C","verificationCode":123456}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","challengeId":"C","verificationCode":"123456","more":""}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","userId":"V","challengeId":"C","verificationCode":"123456"}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","challengeId":"C/../x","verificationCode":"123456"}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","challengeId":"","verificationCode":"123456"}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","challengeId":"C","verificationCode":"12345a"}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","challengeId":"C","verificationCode":"123"}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","challengeId":"C","verificationCode":"12345678901"}"#, "REQUEST_INVALID"),
            (#"{"userId":"U","challengeId":"C","verificationCode":"１２３４５６"}"#, "REQUEST_INVALID"),
            ("[]", "REQUEST_INVALID"), ("", "REQUEST_INVALID"), ("{", "REQUEST_INVALID"),
        ])
    func bodies(text: String, code: String) async throws {
        try await CardProxyFixture.visit(Self.issuer) { fixture async throws in
            let text = text.replacing(#""U""#, with: #""\#(CardProxyFixture.user)""#)
            #expect(try await fixture.ask(.post, "/striga/confirm-consent", bytes: Array(text.utf8)).code == code)
            #expect(fixture.asked.isEmpty)
        }
    }

    @Test("another content type, or a body of a megabyte, is refused before it is read")
    func types() async throws {
        try await CardProxyFixture.visit(Self.issuer) { fixture async throws in
            let body = Array(#"{"userId":"u"}"#.utf8)
            for type in ["text/plain", "application/json; charset=latin1", "application/x-www-form-urlencoded"] {
                let reply = try await fixture.ask(
                    .post, "/striga/revoke-consent", bytes: body, headers: ["Content-Type": type])
                #expect(reply.status == 415 && reply.code == "UNSUPPORTED_TYPE")
            }
            let large = [UInt8](repeating: 0x20, count: 1 << 20)
            for path in ["/striga/confirm-consent", "/striga/pages", "/striga/cards/\(CardProxyFixture.card)/freeze"] {
                #expect(try await fixture.ask(.post, path, bytes: large).status == 413)
            }
            #expect(fixture.asked.isEmpty)
        }
    }
}

extension [UInt8] {
    /// `true` if it contains `other`.
    fileprivate func contains(_ other: [UInt8]) -> Bool {
        String(decoding: self, as: UTF8.self).contains(String(decoding: other, as: UTF8.self))
    }
}
