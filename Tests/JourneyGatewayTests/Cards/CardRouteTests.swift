import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Cards, transactions and the card page", .timeLimit(.minutes(10)))
struct CardRouteTests {
    static func card(_ changes: [String: JSONValue?] = [:]) -> HTTPResponse {
        var members: [String: JSONValue] = [
            "id": .string(CardProxyFixture.card), "name": "Zoë Müller", "type": "VIRTUAL",
            "userId": .string(CardProxyFixture.user),
            "maskedCardNumber": "4111 11** **** 1234", "expiryData": "2027-11-30T23:59:59.000Z", "status": "ACTIVE",
            "isEnrolledFor3dSecure": true, "parentWalletId": "wallet-1", "linkedAccountCurrency": "EUR",
            "cardNumber": "4111111111111234", "cvv": "123",
        ]
        for (name, value) in changes { members[name] = value }
        return .json(.object(members))
    }

    private func number(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }

    @Test("the app gets exactly these members of a card")
    func summary() async throws {
        let design = try #require(
            CardProductDesign(name: "Harbour", background: "#0b5fae", accent: "#083f74", text: "#ffffff"))
        try await CardProxyFixture.visit(designs: ["VIRTUAL": design], { _ in Self.card() }) { fixture async throws in
            let reply = try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)")
            #expect(
                reply.body == [
                    "id": .string(CardProxyFixture.card), "name": "Zoë Müller", "expiry": "11/27",
                    "maskedCardNumber": "4111 11** **** 1234", "status": "ACTIVE", "type": "VIRTUAL", "currency": "EUR",
                    "design": [
                        "name": "Harbour", "background": "#0b5fae", "accent": "#083f74", "text": "#ffffff",
                    ],
                ])
            #expect(reply.response.headers["Cache-Control"] == "no-store")
            #expect(fixture.asked.map(\.url.path) == ["/api/v1/card/\(CardProxyFixture.card)"])
            #expect(fixture.asked[0].method == .get && fixture.asked[0].body.isEmpty)
        }
    }

    @Test(
        "a card object that reveals too much or is malformed is not passed on",
        arguments: [
            ["maskedCardNumber": "4111111111111234"], ["maskedCardNumber": "4111 1111 **** 1234"],
            ["maskedCardNumber": "1234"], ["maskedCardNumber": "4111 111* **** ****"],
            ["maskedCardNumber": "****12345"], ["maskedCardNumber": "4111 11*1 **** 1234"],
            ["maskedCardNumber": "41*1*1*1*1*1*1*1"], ["maskedCardNumber": "1234567*"],
            ["maskedCardNumber": "<b>****</b>"], ["maskedCardNumber": nil],
            ["expiryData": "11/27"], ["expiryData": "2027-13-01T00:00:00Z"], ["expiryData": nil], ["name": "\u{202E}"],
            ["name": nil], ["status": "A B"], ["status": nil], ["userId": nil], ["id": "another"], ["blockType": "<"],
            ["linkedAccountCurrency": 1],
        ] as [[String: JSONValue?]])
    func badCard(changes: [String: JSONValue?]) async throws {
        try await CardProxyFixture.visit({ _ in Self.card(changes) }) { fixture async throws in
            let reply = try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)")
            #expect(reply.status == 502 && reply.code == "ISSUER_INVALID")
        }
    }

    @Test(
        "a masked number shows at most its first six and last four digits",
        arguments: [
            "**** **** **** 1234", "4111 11** **** 1234", "411111xxxxxx1234", "•••• 1234", "411111*1234", "**** ****",
            "4111-11**-****-1234",
        ])
    func masked(number: String) async throws {
        try await CardProxyFixture.visit({ _ in Self.card(["maskedCardNumber": .string(number)]) }) {
            fixture async throws in
            let reply = try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)")
            #expect(reply.body["maskedCardNumber"] == .string(number))
        }
    }

    @Test("a card of an account without a valid currency has no currency", arguments: ["USDC", "eur", "E1R"])
    func noCurrency(text: String) async throws {
        try await CardProxyFixture.visit({ _ in Self.card(["linkedAccountCurrency": .string(text)]) }) {
            fixture async throws in
            let reply = try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)")
            #expect(reply.status == 200 && reply.body["currency"] == nil)
        }
    }

    @Test("another user's card is refused on every route, and nothing is done to it")
    func notYours() async throws {
        try await CardProxyFixture.visit({ _ in Self.card(["userId": "another-user"]) }) { fixture async throws in
            let path = "/striga/cards/\(CardProxyFixture.card)"
            for reply in [
                try await fixture.ask(.get, path), try await fixture.ask(.get, path + "/transactions"),
                try await fixture.ask(.post, path + "/freeze", [:]),
                try await fixture.ask(.post, path + "/unfreeze", [:]),
                try await fixture.ask(
                    .post, "/striga/pages",
                    ["userId": .string(CardProxyFixture.user), "cardId": .string(CardProxyFixture.card)]),
            ] {
                #expect(reply.status == 403 && reply.code == "CARD_NOT_YOURS")
            }
            #expect(fixture.asked.allSatisfy { $0.method == .get })
        }
    }

    @Test("an invalid card ID causes no issuer request")
    func badID() async throws {
        try await CardProxyFixture.visit({ _ in Self.card() }) { fixture async throws in
            for path in ["/striga/cards/a%20b", "/striga/cards/a.b/transactions", "/striga/cards/%C3%A9"] {
                #expect(try await fixture.ask(.get, path).code == "CARD_UNKNOWN")
            }
            #expect(fixture.asked.isEmpty)
        }
    }

    @Test("transactions are pages of one list, with decimal amounts")
    func transactions() async throws {
        let answer: CardProxyFixture.Answers = { request in
            guard request.url.path == "/api/v1/card/statement" else { return Self.card() }
            let asked = try JSONReader.read(request.body)
            let page = asked["page"]?.int64 ?? 0
            let count = page == 1 ? 25 : 1
            return .json([
                "transactions": .array(
                    (0..<count).map { index in
                        [
                            "id": .string("t-\(page)-\(index)"), "cardId": .string(CardProxyFixture.card),
                            "createdAt": "2027-01-14T12:00:00.000Z", "merchantName": "Caf\u{202E}é \u{0007}Harbour",
                            "amount": 1_205, "currency": page == 1 ? "EUR" : "JPY", "type": "DEBIT",
                            "status": "COMPLETED", "cardNumber": "4111111111111234",
                        ]
                    }), "count": .number(JSONNumber(Int64(count))), "total": 26,
            ])
        }
        try await CardProxyFixture.visit(answer) { fixture async throws in
            let path = "/striga/cards/\(CardProxyFixture.card)/transactions"
            let first = try await fixture.ask(.get, path)
            #expect(first.body["transactions"]?.array?.count == 25)
            #expect(
                first.body["transactions"]?[0] == [
                    "id": "t-1-0", "date": "2027-01-14T12:00:00.000Z", "merchant": "Café Harbour", "amount": "12.05",
                    "currency": "EUR", "direction": "debit", "status": "completed",
                ])
            let next = try #require(first.body["next"]?.string)
            fixture.pass(100)
            let second = try await fixture.ask(.get, path + "?cursor=" + next)
            #expect(second.body["transactions"]?[0]?["amount"] == "1205")
            #expect(second.body["transactions"]?.array?.count == 1 && second.body["next"] == nil)
            let questions = try fixture.asked.filter { $0.method == .post }.map { try JSONReader.read($0.body) }
            #expect(questions.map { $0["endDate"] } == [1_800_000_000_000, 1_800_000_000_000])
            #expect(questions.map { $0["page"] } == [1, 2])
            #expect(questions.allSatisfy { $0["cardId"]?.string == CardProxyFixture.card && $0["limit"] == 25 })
            for cursor in ["", "x", "0.1", "1001.1", "1", "1.2.3", "01.5", "1.-5", "2.1800000100001", "%32.5"] {
                let reply = try await fixture.ask(.get, path + "?cursor=" + cursor)
                #expect(reply.code == "REQUEST_INVALID", "\(cursor)")
            }
            #expect(try await fixture.ask(.get, path + "?page=2").code == "REQUEST_INVALID")
        }
    }

    @Test(
        "a payment without a merchant name does not hide its page",
        arguments: [nil, .null, "", "  ", "\u{202E}\u{0007}"] as [JSONValue?])
    func nameless(merchant: JSONValue?) async throws {
        var entry: [String: JSONValue] = [
            "id": "t-1", "cardId": .string(CardProxyFixture.card), "createdAt": "2027-01-14T12:00:00Z", "amount": 1_205,
            "currency": "EUR", "type": "DEBIT", "status": "PENDING",
        ]
        entry["merchantName"] = merchant
        let list: JSONValue = [.object(entry)]
        try await CardProxyFixture.visit({ request in
            request.method == .get ? Self.card() : .json(["transactions": list, "count": 1, "total": 1])
        }) { fixture async throws in
            let reply = try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)/transactions")
            #expect(reply.body["transactions"]?[0]?["merchant"] == "—")
        }
    }

    @Test(
        "an invalid statement is not passed on",
        arguments: [
            ["cardId": "another"], ["amount": -1], ["amount": "12"], ["type": "X"], ["status": "X"],
            ["createdAt": "yesterday, or so"], ["merchantName": 5], ["currency": "E U"], ["currency": "eur"],
            ["currency": "USDC"], ["id": ""],
        ] as [[String: JSONValue]])
    func badStatement(changes: [String: JSONValue]) async throws {
        let good: [String: JSONValue] = [
            "id": "t-1", "cardId": .string(CardProxyFixture.card), "createdAt": "2027-01-14T12:00:00Z",
            "merchantName": "Harbour", "amount": 1_205, "currency": "EUR", "type": "DEBIT", "status": "PENDING",
        ]
        let entry = Mutex(JSONValue.object(good))
        try await CardProxyFixture.visit({ request in
            request.method == .get
                ? Self.card() : .json(["transactions": [entry.withLock { $0 }], "count": 1, "total": 1])
        }) { fixture async throws in
            let path = "/striga/cards/\(CardProxyFixture.card)/transactions"
            #expect(try await fixture.ask(.get, path).status == 200)
            entry.withLock { $0 = .object(good.merging(changes) { $1 }) }
            #expect(try await fixture.ask(.get, path).code == "ISSUER_INVALID")
        }
    }

    @Test("a page's address works once, within a minute, on any instance", arguments: CardProxyFixture.Store.available)
    func page(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, { _ in Self.card() }) { fixture async throws in
            func ticket() async throws -> String {
                let made = try await fixture.ask(
                    .post, "/striga/pages",
                    ["userId": .string(CardProxyFixture.user), "cardId": .string(CardProxyFixture.card)])
                #expect(made.status == 201)
                #expect(made.body["expires"] == .string(fixture.now.addingTimeInterval(60).ISO8601Format()))
                let url = try #require(made.body["url"]?.string)
                #expect(url.hasPrefix(CardProxyFixture.origin + "/striga/page/"))
                return String(url.dropFirst(CardProxyFixture.origin.count))
            }
            let path = try await ticket()
            // Nothing in the database opens the page or reveals its ticket.
            let kept: [UInt8] = try #require(
                try await fixture.database.first("SELECT ticket FROM card_page"))[0]
            let text = Array(path.dropFirst("/striga/page/".count).utf8)
            #expect(kept != SHA256.hash(text) && kept.count == 32)
            let secret = Secret(copying: "example-api-secret-not-real-0001".utf8)
            #expect(kept == CardStoreKeys(secret).digest(ofTicket: String(decoding: text, as: UTF8.self)))
            try await fixture.start()
            #expect(try await fixture.ask(.head, path).status == 400)
            let opened = try await fixture.ask(.get, path)
            #expect(opened.status == 200)
            for _ in 0..<2 {
                let again = try await fixture.ask(.get, path)
                #expect(again.status == 410 && again.code == "PAGE_GONE")
            }
            let inTime = try await ticket()
            fixture.pass(59)
            #expect(try await fixture.ask(.get, inTime).status == 200)
            let late = try await ticket()
            fixture.pass(60)
            #expect(try await fixture.ask(.get, late).code == "PAGE_GONE")
            let now = Int64(fixture.now.timeIntervalSince1970)
            try await CardStore(fixture.database).prunePages(now: now)
            #expect(try await fixture.database.query("SELECT ticket FROM card_page").isEmpty)
            let race = try await ticket()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 { group.addTask { try await fixture.ask(.get, race).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 410 } == 5)
            #expect(try await fixture.ask(.get, "/striga/page/" + String(repeating: "A", count: 43)).status == 410)
            #expect(try await fixture.ask(.get, "/striga/page/x").status == 410)
        }
    }

    @Test("the page has the UI secret as data, its own script and style, and a strict policy")
    func pageContent() async throws {
        try await CardProxyFixture.visit({ _ in Self.card() }) { fixture async throws in
            let made = try await fixture.ask(
                .post, "/striga/pages",
                ["userId": .string(CardProxyFixture.user), "cardId": .string(CardProxyFixture.card)])
            let url = try #require(made.body["url"]?.string)
            let page = try await fixture.ask(.get, String(url.dropFirst(CardProxyFixture.origin.count)))
            let html = String(decoding: page.response.body, as: UTF8.self)
            #expect(html.contains(#"data-ui-secret="ui&lt;secret&gt;&quot;canary&amp;1""#))
            #expect(html.contains(#"data-application-id="application-1""#))
            #expect(html.contains("data-script=\"https://vault.example/web/sandbox/v1.1/client.min.js\""))
            #expect(
                html.contains("data-user-id=\"\(CardProxyFixture.user)\" data-card-id=\"\(CardProxyFixture.card)\""))
            #expect(!html.contains("example-api-secret") && !html.contains("key-canary"))
            let version = try #require(html.firstMatch(of: /href="([0-9a-f]{16})\/card\.css"/)?.1)
            let folder = "https://gateway.example/striga/page/\(version)/"
            #expect(
                page.response.headers["Content-Security-Policy"]
                    == "default-src 'none'; script-src \(folder) https://vault.example; style-src \(folder);"
                    + " img-src \(folder) data:; frame-src https://vault.example; connect-src https://vault.example;"
                    + " object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
            #expect(page.response.headers["Cache-Control"] == "no-store")
            #expect(page.response.headers["Referrer-Policy"] == "no-referrer")
            #expect(page.response.headers["Content-Type"] == "text/html; charset=utf-8")
            for (name, text) in [("card.js", "script"), ("card.css", "style"), ("journey-bridge.js", "bridge")] {
                let file = try await fixture.ask(.get, "/striga/page/\(version)/\(name)")
                #expect(file.response.body == Array(text.utf8))
                #expect(file.response.headers["Cache-Control"] == "public, max-age=31536000, immutable")
            }
            for path in ["0000000000000000/card.js", "\(version)/card.html", "\(version)/..%2fcard.js"] {
                #expect(try await fixture.ask(.get, "/striga/page/" + path).status == 404)
            }
        }
    }

    @Test("the page's own files change their address with their content")
    func versions() {
        func version(_ script: String, _ style: String, _ bridge: String) -> String {
            CardPageFiles(script: Array(script.utf8), style: Array(style.utf8), bridge: Array(bridge.utf8)).version
        }
        let versions = [version("a", "b", "c"), version("ab", "", "c"), version("a", "b", "d"), version("b", "a", "c")]
        #expect(Set(versions).count == 4)
        #expect(version("a", "b", "c") == versions[0])
    }
}
