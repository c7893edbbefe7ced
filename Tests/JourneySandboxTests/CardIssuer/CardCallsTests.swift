import Foundation
import JourneyBase
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Cards at the card issuer")
struct CardCallsTests {
    @Test("a card is returned without its number", arguments: DemoCards.cards.map(\.label))
    func card(label: String) async throws {
        try await TestIssuer.run { issuer in
            let (id, demo) = (try issuer.id(label), try #require(DemoCards.cards.first { $0.label == label }))
            let reply = try await issuer.call(.get, "/card/\(id)")
            #expect(reply.status == 200 && reply.headers["Cache-Control"] == "no-store")
            let card = reply.body
            let user = try issuer.user(of: label)
            #expect(card["id"]?.string == id && card["userId"]?.string == user)
            #expect(card["type"]?.string == demo.kind && card["status"]?.string == demo.status)
            #expect(card["blockType"]?.string == demo.blockType)
            let number = issuer.issuer.seed.number(of: id)
            #expect(card["maskedCardNumber"]?.string == "999999******\(number.suffix(4))")
            #expect(!card.compactText.contains(number))
            let expiry = try Date(try #require(card["expiryData"]?.string), strategy: .iso8601)
            #expect((expiry > issuer.clock.now) == (label != "expired"))
        }
    }

    @Test("the end of a month is a second before the next one")
    func endOfMonth() throws {
        for (text, end) in [
            ("2027-02-01T00:00:00Z", "2027-02-28T23:59:59Z"), ("2028-02-29T23:59:59Z", "2028-02-29T23:59:59Z"),
            ("2027-12-31T12:00:00Z", "2027-12-31T23:59:59Z"),
        ] {
            let moment = CardIssuer.moment(try Date(text, strategy: .iso8601))
            #expect(CardIssuer.text(DemoCards.endOfMonth(moment)) == .string(end))
        }
    }

    @Test("an unknown card is refused by every call")
    func unknown() async throws {
        try await TestIssuer.run { issuer in
            let id: JSONValue = "00000000-0000-4000-8000-000000000000"
            #expect(try await issuer.call(.get, "/card/00000000-0000-4000-8000-000000000000").code == "30061")
            for path in ["/card/block", "/card/unblock"] {
                let reply = try await issuer.call(.post, path, ["cardId": id])
                #expect(reply.status == 404 && reply.code == "30061")
            }
            #expect(
                try await issuer.call(.post, "/simulate/card/status", ["cardId": id, "status": "ACTIVE"]).code
                    == "30061")
            #expect(try await issuer.call(.get, "/cards").status == 404)
            #expect(try await issuer.call(.get, "/card/block").code == "30061")
            #expect(try await issuer.call(.put, "/card/block", [:]).status == 405)
        }
    }

    @Test("an active card is frozen and unfrozen, and one blocked by others stays blocked")
    func freezing() async throws {
        try await TestIssuer.run { issuer in
            let id = JSONValue.string(try issuer.id("everyday"))
            let frozen = try await issuer.call(.post, "/card/block", ["cardId": id])
            #expect(frozen.body["status"] == "BLOCKED" && frozen.body["blockType"] == "BLOCKEDBYCLIENT")
            #expect(try await issuer.call(.post, "/card/block", ["cardId": id]).code == "30100")
            let free = try await issuer.call(.post, "/card/unblock", ["cardId": id])
            #expect(free.body["status"] == "ACTIVE" && free.body["blockType"] == nil)
            #expect(try await issuer.call(.post, "/card/unblock", ["cardId": id]).code == "30100")
            let held = JSONValue.string(try issuer.id("frozen"))
            #expect(try await issuer.call(.post, "/card/unblock", ["cardId": held]).body["status"] == "ACTIVE")
            let lost = try await issuer.call(.post, "/card/unblock", ["cardId": .string(try issuer.id("lost"))])
            #expect(lost.status == 403 && lost.code == "30029")
        }
    }

    @Test("the simulator sets a card to any status", arguments: CardIssuer.statuses.sorted())
    func simulated(status: String) async throws {
        try await TestIssuer.run { issuer in
            let id = JSONValue.string(try issuer.id("everyday"))
            let reply = try await issuer.call(
                .post, "/simulate/card/status", ["cardId": id, "status": .string(status)])
            #expect(reply.body["status"]?.string == status)
            #expect(reply.body["blockType"]?.string == (status == "BLOCKED" ? "BLOCKEDBYISSUER" : nil))
            let stolen = try await issuer.call(
                .post, "/simulate/card/status",
                ["cardId": id, "status": .string(status), "blockType": "STOLEN"])
            #expect(stolen.status == (status == "BLOCKED" ? 200 : 400))
            for wrong in ["active", "FROZEN", ""] {
                let reply = try await issuer.call(
                    .post, "/simulate/card/status", ["cardId": id, "status": .string(wrong)])
                #expect(reply.code == "00002")
            }
        }
    }

    /// Returns a statement's page for the last `ago` days.
    private func page(
        _ issuer: TestIssuer, _ page: Int64, limit: Int64 = 20, ago: Int64 = 365
    ) async throws -> TestIssuer.Reply {
        let now = CardIssuer.moment(issuer.clock.now)
        return try await issuer.call(
            .post, "/card/statement",
            [
                "cardId": .string(try issuer.id("everyday")), "page": .number(JSONNumber(page)),
                "limit": .number(JSONNumber(limit)), "startDate": .number(JSONNumber(now - ago * 86_400_000)),
                "endDate": .number(JSONNumber(now)),
            ])
    }

    @Test("a statement has every payment once, on pages, the newest first")
    func statement() async throws {
        try await TestIssuer.run { issuer in
            var payments: [JSONValue] = []
            for number in 1...3 as ClosedRange<Int64> {
                let reply = try await page(issuer, number)
                #expect(reply.body["total"] == 57 && reply.body["count"]?.int64 == (number < 3 ? 20 : 17))
                payments += reply.body["transactions"]?.array ?? []
            }
            #expect(Set(payments.compactMap { $0["id"]?.string }).count == 57)
            let dates = payments.compactMap { $0["createdAt"]?.string }
            #expect(dates == dates.sorted().reversed())
            #expect(payments.allSatisfy { ($0["amount"]?.int64 ?? 0) > 0 && $0["currency"] == "EUR" })
            #expect(try await page(issuer, 4).body["count"] == 0)
            let recent = try await page(issuer, 1, limit: 100, ago: 10)
            let total = try #require(recent.body["total"]?.int64)
            #expect((8...12).contains(total))
        }
    }

    @Test("bad pages are refused", arguments: [(0, 20), (1, 0), (1, 101), (-1, 20), (100_001, 1)] as [(Int64, Int64)])
    func badPages(number: Int64, limit: Int64) async throws {
        try await TestIssuer.run { issuer in
            let reply = try await page(issuer, number, limit: limit)
            #expect(reply.code == "00002")
        }
    }
}
