import Foundation
import JourneyBase
import JourneyCrypto
import JourneyGateway
import JourneyServer
import Synchronization
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// Tests the gateway's card proxy against the sandbox's issuer over TLS; neither trusts the other.
@Suite("Card proxy with the sandbox issuer", .timeLimit(.minutes(10)))
struct CardProxyTests {
    /// A proxy with Ada's and Ben's apps as users.
    private struct Proxy {
        let service: CardRoutes
        let key: P256PrivateKey
        let now: @Sendable () -> Date

        init(_ issuer: TestIssuer, secret: Secret? = nil, skew: Double = 0) async throws {
            key = try .generate()
            let clock = issuer.clock
            now = { clock.now }
            var dependencies = Dependencies.system
            dependencies.now = { clock.now.addingTimeInterval(skew) }
            let credentials = issuer.issuer.credentials
            service = CardRoutes(
                issuer: try IssuerAccount(
                    api: try #require(HTTPSURL(origin: issuer.server.api, path: "/api/v1")),
                    script: try #require(
                        HTTPSURL(origin: issuer.server.vault, path: "/web/sandbox/v1.1/client.min.js")),
                    applicationID: credentials.applicationID, apiKey: credentials.apiKey,
                    apiSecret: secret ?? credentials.apiSecret, uiSecret: credentials.uiSecret),
                partners: ["partner": try JWKSet(["p1": key.publicKey])],
                store: try await CardStore(try await Database.open(.memory)),
                files: CardPageFiles(script: [], style: [], bridge: []), transport: issuer.transport,
                dependencies: dependencies)
        }

        func ask(
            _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, as user: String, skew: Int64 = 0
        ) async throws -> (status: Int, body: JSONValue) {
            let seconds = Int64(now().timeIntervalSince1970) + skew
            let claims: JSONValue = [
                "iss": "partner", "sub": .string(user), "aud": "https://gateway.localhost",
                "iat": .number(JSONNumber(seconds)), "exp": .number(JSONNumber(seconds + 60)), "jti": "token-0001",
            ]
            let token = try await CompactJWS.sign(claims.compactBytes, typ: "card-user+jwt", kid: "p1", key: key)
            var headers: HTTPFields = ["Authorization": "Bearer \(token)"]
            if body != nil { headers["Content-Type"] = "application/json" }
            let response = await service.handle(
                HTTPRequest(
                    method: method, url: try #require(HTTPSURL("https://gateway.localhost" + path)), headers: headers,
                    body: body?.compactBytes ?? []))
            return (response.status, (try? JSONReader.read(response.body)) ?? .null)
        }

        /// Confirms a challenge and returns the token, or the code of the refusal.
        func confirm(
            _ challenge: String, _ code: String = "123456", as user: String, skew: Int64 = 0
        ) async throws -> String {
            let reply = try await ask(
                .post, "/striga/confirm-consent",
                ["userId": .string(user), "challengeId": .string(challenge), "verificationCode": .string(code)],
                as: user, skew: skew)
            return reply.body["cardAuthToken"]?.string ?? reply.body["code"]?.string ?? "\(reply.status)"
        }
    }

    @Test("a code gives a token that draws the card until it is revoked")
    func consent() async throws {
        try await TestIssuer.run { issuer async throws in
            let (proxy, ada) = (try await Proxy(issuer), try issuer.user(of: "everyday"))
            let challenge = try await issuer.challenge()
            #expect(try await proxy.confirm(challenge, "000000", as: ada) == "CODE_WRONG")
            let token = try await proxy.confirm(challenge, as: ada)
            #expect(try await issuer.drawing("cardNumber", token: token).status == 200)
            #expect(try await proxy.confirm(challenge, as: ada) == "CODE_USED")
            #expect(try await issuer.drawing("cardNumber", "bens", token: token).status != 200)
            let revoked = try await proxy.ask(
                .post, "/striga/revoke-consent", ["userId": .string(ada)], as: ada)
            #expect(revoked.status == 200)
            #expect(try await issuer.drawing("cardNumber", token: token).status != 200)
        }
    }

    @Test("another user's challenge, an expired one, and five wrong codes each have their code")
    func refusals() async throws {
        try await TestIssuer.run { issuer async throws in
            let proxy = try await Proxy(issuer)
            let (ada, ben) = (try issuer.user(of: "everyday"), try issuer.user(of: "bens"))
            let challenge = try await issuer.challenge()
            #expect(try await proxy.confirm(challenge, as: ben) == "CHALLENGE_UNKNOWN")
            for _ in 0..<4 { #expect(try await proxy.confirm(challenge, "000000", as: ada) == "CODE_WRONG") }
            for code in ["000000", "123456", "123456"] {
                #expect(try await proxy.confirm(challenge, code, as: ada) == "TOO_MANY_ATTEMPTS")
            }
            let late = try await issuer.challenge()
            issuer.clock.advance(seconds: 301)
            #expect(try await proxy.confirm(late, as: ada) == "CHALLENGE_EXPIRED")
            #expect(
                try await proxy.confirm("00000000-0000-4000-8000-000000000000", as: ada) == "CHALLENGE_UNKNOWN")
        }
    }

    @Test(
        "a wrong secret or clock is refused by the issuer, and the app gets no details"
    )
    func signatures() async throws {
        try await TestIssuer.run { issuer async throws in
            let ada = try issuer.user(of: "everyday")
            let challenge = try await issuer.challenge()
            let wrong = try await Proxy(issuer, secret: Secret(copying: "another-secret".utf8))
            #expect(try await wrong.confirm(challenge, as: ada) == "ISSUER_REFUSED")
            for skew in [-600, 600] as [Int64] {
                let off = try await Proxy(issuer, skew: Double(skew))
                // The host's backend uses the gateway's time here, so that only the issuer refuses.
                #expect(try await off.confirm(challenge, as: ada, skew: skew) == "ISSUER_REFUSED")
            }
            #expect(try await Proxy(issuer).confirm(challenge, as: ada).count > 20)
        }
    }

    @Test("a card is shown, its fifty-seven payments listed in pages, frozen and unfrozen, for its owner only")
    func card() async throws {
        try await TestIssuer.run { issuer async throws in
            let proxy = try await Proxy(issuer)
            let (ada, ben) = (try issuer.user(of: "everyday"), try issuer.user(of: "bens"))
            let path = "/striga/cards/" + (try issuer.id("everyday"))
            let card = try await proxy.ask(.get, path, as: ada)
            #expect(card.status == 200 && card.body["name"] == "ADA WINTER" && card.body["status"] == "ACTIVE")
            #expect(try await proxy.ask(.get, path, as: ben).body["code"] == "CARD_NOT_YOURS")
            var (cursor, sizes, ids): (String?, [Int], Set<JSONValue>) = (nil, [], [])
            repeat {
                let page = try await proxy.ask(
                    .get, path + "/transactions" + (cursor.map { "?cursor=" + $0 } ?? ""), as: ada)
                let list = page.body["transactions"]?.array ?? []
                sizes.append(list.count)
                ids.formUnion(list.compactMap { $0["id"] })
                cursor = page.body["next"]?.string
            } while cursor != nil && sizes.count < 9
            #expect(sizes == [25, 25, 7] && ids.count == 57)
            let frozen = try await proxy.ask(.post, path + "/freeze", [:], as: ada)
            #expect(frozen.body["status"] == "BLOCKED" && frozen.body["blockType"] == "BLOCKEDBYCARDHOLDER")
            let lifted = try await proxy.ask(.post, path + "/unfreeze", [:], as: ada)
            #expect(lifted.body["status"] == "ACTIVE")
            let lost = "/striga/cards/" + (try issuer.id("lost"))
            #expect(try await proxy.ask(.post, lost + "/unfreeze", [:], as: ada).body["code"] == "CARD_BLOCKED")
            let unknown = "/striga/cards/00000000-0000-4000-8000-000000000000"
            #expect(try await proxy.ask(.get, unknown, as: ada).body["code"] == "CARD_UNKNOWN")
        }
    }
}
