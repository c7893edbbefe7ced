import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Partners that share an issuer account, over SQLite and PostgreSQL", .timeLimit(.minutes(10)))
struct CardPartnerTests {
    /// A route with a valid request.
    struct Ask: Sendable, CustomTestStringConvertible {
        let method: HTTPMethod
        let path: String
        let body: JSONValue?
        let code: String
        var testDescription: String { "\(method.rawValue) \(path)" }
    }

    /// Returns all routes that accept a user token, for `user` and `card`.
    static func routes(_ user: String, _ card: String) -> [Ask] {
        let user = JSONValue.string(user)
        let challenge = JSONValue.string(CardProxyFixture.challenge)
        return [
            Ask(
                method: .post, path: "/striga/confirm-consent",
                body: ["userId": user, "challengeId": challenge, "verificationCode": "123456"],
                code: "CHALLENGE_UNKNOWN"),
            Ask(
                method: .post, path: "/striga/resend-consent-code", body: ["userId": user, "challengeId": challenge],
                code: "CHALLENGE_UNKNOWN"),
            Ask(
                method: .post, path: "/striga/revoke-consent", body: ["userId": user], code: "CHALLENGE_UNKNOWN"),
            Ask(
                method: .post, path: "/striga/pages", body: ["userId": user, "cardId": .string(card)],
                code: "CARD_UNKNOWN"),
            Ask(method: .get, path: "/striga/cards/\(card)", body: nil, code: "CARD_UNKNOWN"),
            Ask(method: .get, path: "/striga/cards/\(card)/transactions", body: nil, code: "CARD_UNKNOWN"),
            Ask(method: .post, path: "/striga/cards/\(card)/freeze", body: [:], code: "CARD_UNKNOWN"),
            Ask(method: .post, path: "/striga/cards/\(card)/unfreeze", body: [:], code: "CARD_UNKNOWN"),
        ]
    }

    private static func issuer(_ request: HTTPRequest) async throws -> HTTPResponse {
        if request.method == .get { return CardRouteTests.card() }
        if request.url.path.hasSuffix("/statement") { return .json(["transactions": [], "count": 0, "total": 0]) }
        return try await ConsentTests.issuer(request)
    }

    @Test(
        "another partner's token for the same user is 404 on every route, without an issuer call",
        arguments: CardProxyFixture.Store.available)
    func othersUser(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, withOtherPartner: true, { try await Self.issuer($0) }) {
            fixture async throws in
            #expect(try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)").status == 200)
            let asked = fixture.asked.count
            let counted = try await fixture.database.query("SELECT kind, asked FROM card_rate").count
            for route in Self.routes(CardProxyFixture.user, CardProxyFixture.card) {
                let reply = try await fixture.ask(
                    route.method, route.path, route.body, token: try await fixture.otherToken())
                #expect(reply.status == 404 && reply.code == route.code, "\(route.testDescription)")
            }
            #expect(fixture.asked.count == asked)
            #expect(try await fixture.database.query("SELECT kind, asked FROM card_rate").count == counted)
            #expect(try await fixture.database.query("SELECT mark FROM card_revocation").isEmpty)
            #expect(try await fixture.database.query("SELECT id FROM card_challenge").isEmpty)
            // The user's own partner continues as before, also on another instance.
            try await fixture.start()
            for route in Self.routes(CardProxyFixture.user, CardProxyFixture.card) {
                let reply = try await fixture.ask(route.method, route.path, route.body)
                #expect(reply.status != 404, "\(route.testDescription) \(reply.code)")
            }
        }
    }

    @Test(
        "another partner's user in other letters is 404 on every route as well",
        arguments: CardProxyFixture.Store.available)
    func otherLetters(store: CardProxyFixture.Store) async throws {
        let user = "ABCDEF01-2222-4333-8444-aaaaaaaaaaaa"
        try await CardProxyFixture.visit(keepingIn: store, withOtherPartner: true, { try await Self.issuer($0) }) {
            fixture async throws in
            let revoked = try await fixture.ask(
                .post, "/striga/revoke-consent", ["userId": .string(user)],
                token: try await fixture.token(["sub": .string(user)]))
            #expect(revoked.status == 200)
            let asked = fixture.asked.count
            for spelled in [user.lowercased(), user.uppercased()] {
                for route in Self.routes(spelled, CardProxyFixture.card) {
                    let reply = try await fixture.ask(
                        route.method, route.path, route.body, token: try await fixture.otherToken(user: spelled))
                    #expect(reply.status == 404 && reply.code == route.code, "\(route.testDescription)")
                }
            }
            #expect(fixture.asked.count == asked)
        }
    }

    @Test("a list matches user IDs in any letter case, and its partners need no warning")
    func listLetters() {
        var owners = CardPartners()
        let isAssigned = owners.assign([SHA256.hash(Array("user-a".utf8))], to: "partner")
        #expect(isAssigned && owners.partner(of: "USER-A") == "partner" && owners.partner(of: "user-b") == nil)
        #expect(owners.unlisted(of: ["partner-2", "partner"]) == ["partner-2"])
        #expect(owners.unlisted(of: ["partner-2"]).isEmpty)
        #expect(CardPartners().unlisted(of: ["b", "a"]) == ["a", "b"])
    }

    @Test(
        "another partner's user's card is 404 on every route, and another user's of the same partner is 403",
        arguments: CardProxyFixture.Store.available)
    func othersCard(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, withOtherPartner: true, { try await Self.issuer($0) }) {
            fixture async throws in
            #expect(try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)").status == 200)
            let isForeign = Self.routes("user-2", CardProxyFixture.card).filter { $0.code == "CARD_UNKNOWN" }
            #expect(isForeign.count == 5)
            for route in isForeign {
                let foreign = try await fixture.ask(
                    route.method, route.path, route.body, token: try await fixture.otherToken(user: "user-2"))
                #expect(foreign.status == 404 && foreign.code == "CARD_UNKNOWN", "\(route.testDescription)")
            }
            let path = "/striga/cards/\(CardProxyFixture.card)"
            let own = try await fixture.ask(.get, path, token: try await fixture.token(["sub": "user-3"]))
            #expect(own.status == 403 && own.code == "CARD_NOT_YOURS")
            #expect(fixture.asked.allSatisfy { $0.method == .get })
            #expect(try await fixture.database.query("SELECT ticket FROM card_page").isEmpty)
        }
    }

    @Test("a card whose user no partner has named is 404 where there are several partners", arguments: [false, true])
    func unnamed(isOther: Bool) async throws {
        try await CardProxyFixture.visit(withOtherPartner: true, { try await Self.issuer($0) }) {
            fixture async throws in
            let token =
                isOther ? try await fixture.otherToken(user: "user-2") : try await fixture.token(["sub": "user-2"])
            let reply = try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)", token: token)
            #expect(reply.status == 404 && reply.code == "CARD_UNKNOWN")
        }
    }

    @Test("one of two partners that name a user at once gets the user", arguments: CardProxyFixture.Store.available)
    func race(store: CardProxyFixture.Store) async throws {
        try await CardProxyFixture.visit(keepingIn: store, withOtherPartner: true, { try await Self.issuer($0) }) {
            fixture async throws in
            let tokens = [try await fixture.token(), try await fixture.otherToken()]
            let statuses = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for index in 0..<12 {
                    group.addTask {
                        let path = "/striga/cards/\(CardProxyFixture.card)"
                        return (index % 2, try await fixture.ask(.get, path, token: tokens[index % 2]).status)
                    }
                }
                return try await group.reduce(into: [[], []] as [Set<Int>]) { $0[$1.0].insert($1.1) }
            }
            #expect(statuses == [[200], [404]] || statuses == [[404], [200]])
        }
    }

    @Test("a list assigns its users regardless of earlier claims, and a listed partner has no others")
    func lists() async throws {
        var owners = CardPartners()
        let user = SHA256.hash(Array(CardProxyFixture.user.utf8))
        let assigned = (owners.assign([user], to: "partner-2"), owners.assign([user], to: "partner"))
        #expect(assigned.0 && !assigned.1)
        owners = CardPartners()
        let isAssigned = owners.assign([user], to: "partner-2")
        #expect(isAssigned)
        try await CardProxyFixture.visit(owners: owners, withOtherPartner: true, { try await Self.issuer($0) }) {
            fixture async throws in
            // As if the user had been claimed before the list existed.
            _ = try await CardStore(fixture.database).claim(CardUser(partner: "partner", id: CardProxyFixture.user))
            let path = "/striga/cards/\(CardProxyFixture.card)"
            #expect(try await fixture.ask(.get, path).status == 404)
            #expect(try await fixture.ask(.get, path, token: try await fixture.otherToken()).status == 200)
            #expect(
                try await fixture.ask(.get, path, token: try await fixture.otherToken(user: "user-2")).status == 404)
            // The card also belongs to another partner for this partner's own users.
            let own = try await fixture.ask(.get, path, token: try await fixture.token(["sub": "user-3"]))
            #expect(own.code == "CARD_UNKNOWN")
        }
    }
}
