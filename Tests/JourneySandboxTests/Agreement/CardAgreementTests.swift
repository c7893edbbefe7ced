import CardDetailsSDK
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyGateway
import JourneyServer
import JourneyTesting
import Testing

@testable import JourneySandbox
@testable import ProductTesting

/// `ProductTesting.CardDesk` says what the card proxy with the sandbox's issuer behind it says.
@Suite("The card proxy of the testing product and the real one agree")
struct CardAgreementTests {
    private static func agree(
        atLeast count: Int, _ script: (any CardSide, CardPeople, inout Record) async throws -> Void
    ) async throws {
        let real = try await RealCardSide()
        let people = try CardPeople(real.issuer)
        try await JourneySandboxTests.agree(real, try SandboxCardSide(people), atLeast: count) { side, record in
            try await script(try #require(side as? any CardSide), people, &record)
        }
    }

    private static let short = "12345"

    /// The headers of a request of that user's, by a token with `changes` in its claims.
    private static func signed(
        _ side: any CardSide, _ user: String, _ changes: [String: JSONValue?] = [:], typ: String = "card-user+jwt",
        kid: String = "backend-1"
    ) async throws -> HTTPFields {
        let seconds = Int64(side.now.timeIntervalSince1970)
        var claims: [String: JSONValue] = [
            "iss": "backend", "sub": .string(user), "aud": "https://cards.example",
            "iat": .number(JSONNumber(seconds)), "exp": .number(JSONNumber(seconds + 300)), "jti": "token-0001",
        ]
        for (name, value) in changes { claims[name] = value }
        let token = try await CompactJWS.sign(JSONValue.object(claims).compactBytes, typ: typ, kid: kid, key: side.key)
        return ["Authorization": "Bearer \(token)"]
    }

    private static func confirm(
        _ side: any CardSide, _ user: String, _ challenge: String, _ code: String, key: String? = nil
    ) async throws -> (word: String, body: JSONValue) {
        var headers = try await signed(side, user)
        headers["Idempotency-Key"] = key
        return try await side.ask(
            .post, "/striga/confirm-consent",
            .json(["userId": .string(user), "challengeId": .string(challenge), "verificationCode": .string(code)]),
            headers)
    }

    private static func resend(_ side: any CardSide, _ user: String, _ challenge: String) async throws -> String {
        try await side.ask(
            .post, "/striga/resend-consent-code", .json(["userId": .string(user), "challengeId": .string(challenge)]),
            try await signed(side, user)
        ).word
    }

    @Test("tokens: whose they are, for whom, how old, and what they may hold")
    func tokens() async throws {
        try await Self.agree(atLeast: 20) { side, people, record in
            let path = "/striga/cards/\(people.card("everyday"))"
            let now = Int64(side.now.timeIntervalSince1970)
            func at(_ seconds: Int64) -> JSONValue { .number(JSONNumber(now + seconds)) }
            let cases: [(String, [String: JSONValue?])] = [
                ("whole", [:]), ("issuer", ["iss": "other"]), ("no issuer", ["iss": nil]), ("user", ["sub": "a b"]),
                ("audience", ["aud": "https://other.example"]), ("short id", ["jti": "short"]), ("no id", ["jti": nil]),
                ("more", ["scope": "all"]), ("begins", ["nbf": at(30)]), ("later", ["nbf": at(31)]),
                ("long", ["exp": at(301)]), ("backwards", ["exp": at(0)]), ("text", ["iat": "now"]),
                ("future", ["iat": at(31), "exp": at(60)]), ("near future", ["iat": at(30), "exp": at(60)]),
                ("over", ["iat": at(-300), "exp": at(-30)]), ("just over", ["iat": at(-300), "exp": at(-29)]),
            ]
            for (name, changes) in cases {
                let headers = try await Self.signed(side, people.ada, changes)
                record.note(name, try await side.ask(.get, path, .none, headers).word)
            }
            for (name, headers) in [
                ("none", [:]), ("type", try await Self.signed(side, people.ada, typ: "JWT")),
                ("key", try await Self.signed(side, people.ada, kid: "backend-2")),
                ("no token", ["Authorization": "Bearer a.b.c"]),
            ] as [(String, HTTPFields)] {
                record.note(name, try await side.ask(.get, path, .none, headers).word)
            }
            record.note("elsewhere", try await side.ask(.get, "/striga/nothing", .none, [:]).word)
        }
    }

    @Test("forms: types, members, users and identifiers")
    func forms() async throws {
        try await Self.agree(atLeast: 14) { side, people, record in
            let headers = try await Self.signed(side, people.ada)
            let (ada, ben) = (JSONValue.string(people.ada), JSONValue.string(people.ben))
            for type in [nil, "text/plain"] {
                let content = Content.text(#"{"userId":"a"}"#, type: type)
                record.note(
                    "type \(type ?? "none")", try await side.ask(.post, "/striga/revoke-consent", content, headers).word
                )
            }
            for body in [
                [:], ["userId": ben], ["userId": 5], ["userId": "a b"], ["userId": ada, "more": ""], ["userId": ada],
            ] as [JSONValue] {
                record.note(
                    body.compactText, try await side.ask(.post, "/striga/revoke-consent", .json(body), headers).word)
            }
            for card in [JSONValue.string(people.card("bens")), "a b", "other", "", .string(people.card("everyday"))] {
                let body: JSONValue = ["userId": ada, "cardId": card]
                let word = try await side.ask(.post, "/striga/pages", .json(body), headers).word
                record.note(card.compactText, word)
            }
            let body: JSONValue = ["userId": ada, "challengeId": "none", "verificationCode": "123"]
            record.note("code", try await side.ask(.post, "/striga/confirm-consent", .json(body), headers).word)
            let path = "/striga/cards/\(people.card("everyday"))"
            for query in ["", "?cursor=", "?cursor=none", "?page=2"] {
                record.note(query, try await side.ask(.get, path + "/transactions" + query, .none, headers).word)
            }
        }
    }

    @Test("codes: wrong ones are counted, the right one is good once, and the newest challenge counts")
    func codes() async throws {
        try await Self.agree(atLeast: 20) { side, people, record in
            let first = try await side.challenge(people.ada)
            func note(_ name: String, _ challenge: String, _ code: String, as user: String? = nil, key: String? = nil)
                async throws
            {
                let reply = try await Self.confirm(side, user ?? people.ada, challenge, code, key: key)
                record.note(name, reply.word)
            }
            try await note("another's", first, side.code, as: people.ben)
            try await note("wrong", first, side.wrong)
            try await note("short", first, Self.short)
            let second = try await side.challenge(people.ada)
            try await note("ended", first, side.code)
            for number in 1...4 { try await note("wrong \(number)", second, side.wrong) }
            try await note("fifth", second, side.wrong)
            try await note("right, too late", second, side.code)
            let third = try await side.challenge(people.ada)
            try await note("right", third, side.code, key: "key-1")
            try await note("again, under its key", third, side.code, key: "key-1")
            try await note("something else under it", third, side.wrong, key: "key-1")
            try await note("again", third, side.code)
            try await note("no key", third, side.code, key: "a b")
            let fourth = try await side.challenge(people.ada)
            try await note("wrong, under a key", fourth, side.wrong, key: "key-2")
            try await note("the same", fourth, side.wrong, key: "key-2")
            try await note("the next", fourth, side.wrong)
            side.pass(300)
            try await note("over", fourth, side.code)
            let fifth = try await side.challenge(people.ada)
            side.pass(299)
            try await note("at last", fifth, side.code)
            for number in 1...4 { try await note("unknown \(number)", "none", side.wrong) }
            try await note("unknown", "none", side.wrong)
            try await note("unknown, too often", "none", side.wrong)
        }
    }

    @Test("codes that are sent again: at once, then after half a minute each, three times")
    func resends() async throws {
        try await Self.agree(atLeast: 13) { side, people, record in
            let challenge = try await side.challenge(people.ada)
            func note(_ name: String, _ challenge: String) async throws {
                record.note(name, try await Self.resend(side, people.ada, challenge))
            }
            try await note("first", challenge)
            try await note("at once", challenge)
            side.pass(29)
            try await note("too soon", challenge)
            side.pass(1)
            try await note("second", challenge)
            side.pass(30)
            try await note("third", challenge)
            try await note("no more", challenge)
            side.pass(30)
            try await note("never", challenge)
            side.pass(600)
            let late = try await side.challenge(people.ada)
            side.pass(300)
            try await note("over", late)
            let used = try await side.challenge(people.ada)
            record.note("right", try await Self.confirm(side, people.ada, used, side.code).word)
            try await note("used", used)
            try await note("unknown", "none")
            try await note("unknown again", "none")
            side.pass(600)
            let many = try await side.challenge(people.ada)
            for number in 1...11 { try await note("\(number)", "\(many)-\(number)") }
        }
    }

    @Test("cards are frozen and lifted by whom they are of, and as often as one may ask")
    func cards() async throws {
        try await Self.agree(atLeast: 40) { side, people, record in
            for label in ["everyday", "everyday", "frozen", "lost", "expired", "bens", "none"] {
                let path = "/striga/cards/\(people.card(label))"
                for change in ["freeze", "unfreeze", "unfreeze"] {
                    let headers = try await Self.signed(side, people.ada)
                    record.note(
                        "\(label) \(change)", try await side.ask(.post, "\(path)/\(change)", .json([:]), headers).word)
                }
                let headers = try await Self.signed(side, people.ada)
                record.note(label, try await side.ask(.get, path, .none, headers).word)
                side.pass(label == "expired" ? 600 : 0)
            }
            let path = "/striga/cards/\(people.card("everyday"))/freeze"
            let headers = try await Self.signed(side, people.ada)
            for content in [Content.none, .json(["more": ""]), .text("{}", type: "text/plain")] {
                record.note("body", try await side.ask(.post, path, content, headers).word)
            }
            for number in 1...15 {
                record.note("\(number)", try await side.ask(.post, path, .json([:]), headers).word)
            }
        }
    }

    @Test("pages open once, for a minute; tokens draw their person's active cards until they are taken back")
    func pages() async throws {
        try await Self.agree(atLeast: 16) { side, people, record in
            func page() async throws -> HTTPSURL {
                let body: JSONValue = ["userId": .string(people.ada), "cardId": .string(people.card("everyday"))]
                let reply = try await side.ask(
                    .post, "/striga/pages", .json(body), try await Self.signed(side, people.ada))
                record.note("page", "\(reply.word) \(reply.body["expires"]?.string ?? "without an end")")
                return try #require(reply.body["url"]?.string.flatMap(HTTPSURL.init))
            }
            let (one, two, three) = (try await page(), try await page(), try await page())
            for (name, url) in [("first", one), ("again", one)] {
                record.note(name, "\(await side.opens(url))")
            }
            side.pass(60)
            record.note("after a minute", "\(await side.opens(two))")
            side.pass(1)
            record.note("later", "\(await side.opens(three))")
            func token() async throws -> String {
                let challenge = try await side.challenge(people.ada)
                let reply = try await Self.confirm(side, people.ada, challenge, side.code)
                return try #require(reply.body["cardAuthToken"]?.string)
            }
            let drawing = try await token()
            for (card, pin) in [
                ("everyday", false), ("everyday", true), ("travel", true), ("lost", false), ("expired", false),
                ("bens", false), ("none", false),
            ] {
                record.note("draw \(card)", try await side.draw(people.card(card), drawing, pin: pin))
            }
            record.note("no token", try await side.draw(people.card("everyday"), "none", pin: false))
            let open = try await side.challenge(people.ada)
            let revoked = try await side.ask(
                .post, "/striga/revoke-consent", .json(["userId": .string(people.ada)]),
                try await Self.signed(side, people.ada))
            record.note("revoked", revoked.word)
            record.note("drawn", try await side.draw(people.card("everyday"), drawing, pin: false))
            record.note("its challenge", try await Self.confirm(side, people.ada, open, side.code).word)
            let other = try await token()
            side.pass(86_399)
            record.note("a day", try await side.draw(people.card("everyday"), other, pin: false))
            side.pass(1)
            record.note("over", try await side.draw(people.card("everyday"), other, pin: false))
            for number in 1...11 {
                let word = try await side.challenge(people.ada)
                record.note("challenge \(number)", word == "RATE_LIMITED" ? word : "sent")
            }
        }
    }
}
