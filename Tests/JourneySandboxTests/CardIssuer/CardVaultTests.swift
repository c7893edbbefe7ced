import JourneyBase
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("The card issuer's vault")
struct CardVaultTests {
    @Test("a token draws its user's number and CVV, each with a single-use key")
    func drawn() async throws {
        try await TestIssuer.run { issuer in
            let (token, id) = (try await issuer.token(), try issuer.id("everyday"))
            let seed = issuer.issuer.seed
            for (part, digits) in [("cardNumber", seed.number(of: id)), ("cvv", seed.cvv(of: id))] {
                let asked = try await issuer.drawing(part, token: token)
                #expect(asked.status == 200 && asked.body.object?.keys.sorted() == ["key"])
                #expect(asked.headers["Access-Control-Allow-Origin"] == TestIssuer.guest)
                #expect(asked.headers["Vary"] == "Origin" && asked.headers["Cache-Control"] == "no-store")
                let key = try #require(asked.body["key"]?.string)
                let content = try await issuer.content(key)
                #expect(content.body["digits"]?.string == digits && content.body["part"]?.string == part)
                #expect(content.headers["Access-Control-Allow-Origin"] == nil)
                #expect(content.headers["Cache-Control"] == "no-store")
                #expect(content.headers["Referrer-Policy"] == "no-referrer")
                #expect(try await issuer.content(key).code == "30012")
            }
        }
    }

    @Test("hidden parts are not sent to the frame")
    func hidden() async throws {
        try await TestIssuer.run { issuer in
            let token = try await issuer.token()
            let key = try await issuer.drawing("cardNumber", token: token, hidden: true).body["key"]?.string
            let content = try await issuer.content(try #require(key))
            #expect(content.body == ["part": "cardNumber", "count": 16, "digits": nil])
        }
    }

    @Test("a PIN is drawn for a physical card only")
    func pin() async throws {
        try await TestIssuer.run { issuer in
            let token = try await issuer.token()
            let key = try await issuer.drawing("pin", "travel", token: token).body["key"]?.string
            let pin = issuer.issuer.seed.pin(of: try issuer.id("travel"))
            #expect(try await issuer.content(try #require(key)).body["digits"]?.string == pin)
            #expect(try await issuer.drawing("pin", token: token).code == "30022")
        }
    }

    @Test(
        "an inactive card draws nothing, whatever the token",
        arguments: ["frozen", "lost", "expired", "new"])
    func notActive(label: String) async throws {
        try await TestIssuer.run { issuer in
            let token = try await issuer.token()
            for part in ["cardNumber", "cvv", "pin"] {
                #expect(try await issuer.drawing(part, label, token: token).code == "30100")
            }
        }
    }

    @Test("a token draws no other user's card and no unknown card")
    func othersCard() async throws {
        try await TestIssuer.run { issuer in
            let (mine, bens) = (try await issuer.token(), try await issuer.token(for: "bens"))
            let reply = try await issuer.drawing("cardNumber", "bens", token: mine)
            #expect(reply.status == 403 && reply.code == "30013")
            #expect(try await issuer.drawing("cardNumber", token: bens).code == "30013")
            let unknown = try await issuer.ui(
                "/ui/v1/drawings", ["part": "cvv", "cardId": "none", "authToken": .string(mine)])
            #expect(unknown.status == 404 && unknown.code == "30061")
        }
    }

    @Test("a token is valid for a day to the millisecond, and an invented one draws nothing")
    func tokenLife() async throws {
        try await TestIssuer.run { issuer in
            let token = try await issuer.token()
            issuer.clock.advance(seconds: 86_399.999)
            let key = try #require(try await issuer.drawing("cvv", token: token).body["key"]?.string)
            issuer.clock.advance(seconds: 0.001)
            #expect(try await issuer.drawing("cvv", token: token).code == "31048")
            #expect(try await issuer.content(key).code == "31048")
            for other in [String(token.dropLast()), token + "A", "A"] {
                #expect(try await issuer.drawing("cvv", token: other).code == "30012")
            }
        }
    }

    @Test(
        "a frame over half a minute late, with revoked consent or a frozen card, draws nothing"
    )
    func late() async throws {
        try await TestIssuer.run { issuer in
            let user = JSONValue.string(try issuer.user(of: "everyday"))
            func key() async throws -> String {
                try #require(try await issuer.drawing("cvv", token: try await issuer.token()).body["key"]?.string)
            }
            let slow = try await key()
            issuer.clock.advance(seconds: 30)
            #expect(try await issuer.content(slow).code == "31048")
            let revoked = try await key()
            _ = try await issuer.call(.post, "/card/revoke-consent", ["userId": user])
            #expect(try await issuer.content(revoked).code == "30012")
            let frozen = try await key()
            _ = try await issuer.call(.post, "/card/block", ["cardId": .string(try issuer.id("everyday"))])
            #expect(try await issuer.content(frozen).code == "30100")
        }
    }

    @Test("a key works only in the vault's frame in the requesting page, and is used up by any misuse")
    func keysAreBound() async throws {
        try await TestIssuer.run { issuer in
            func key() async throws -> String {
                try #require(try await issuer.drawing("cvv", token: try await issuer.token()).body["key"]?.string)
            }
            let stolen = try await key()
            #expect(try await issuer.content(stolen, parent: "https://evil.localhost:8443").code == "30012")
            #expect(try await issuer.content(stolen).code == "30012")
            let asked = try await key()
            for origin in [TestIssuer.guest, "https://evil.localhost", "null", nil] as [String?] {
                #expect(try await issuer.content(asked, origin: .some(origin)).status == 403)
            }
            #expect(try await issuer.content(asked).status == 200)
        }
    }

    @Test(
        "a page of another origin, however similar, gets nothing",
        arguments: [
            "https://evil.localhost:8443", "https://gateway.localhost", "https://gateway.localhost:8444",
            "http://gateway.localhost:8443", "https://gateway.localhost:8443.evil.test",
            "https://gateway.localhost:8443/",
            "HTTPS://gateway.localhost:8443", "null", nil,
        ] as [String?])
    func otherOrigins(origin: String?) async throws {
        try await TestIssuer.run { issuer in
            let user = JSONValue.string(try issuer.user(of: "everyday"))
            let reply = try await issuer.consent(["userId": user], origin: origin)
            #expect(reply.status == 403 && reply.code == "30029")
            #expect(reply.headers["Access-Control-Allow-Origin"] == nil)
            for path in ["/ui/v1/consent", "/ui/v1/drawings", "/ui/v1/drawings/content"] {
                let asked = try await issuer.vault(.options, path, nil, ["Origin": origin ?? ""])
                #expect(asked.headers["Access-Control-Allow-Origin"] == nil)
            }
        }
    }

    @Test("an allowed page may only send POST with JSON")
    func preflight() async throws {
        try await TestIssuer.run { issuer in
            for path in ["/ui/v1/consent", "/ui/v1/drawings"] {
                let asked = try await issuer.vault(.options, path, nil, ["Origin": TestIssuer.guest])
                #expect(asked.status == 204)
                #expect(asked.headers["Access-Control-Allow-Origin"] == TestIssuer.guest)
                #expect(asked.headers["Access-Control-Allow-Methods"] == "POST")
                #expect(asked.headers["Access-Control-Allow-Headers"] == "content-type")
                #expect(asked.headers["Access-Control-Allow-Credentials"] == nil)
            }
            // Not even for an admitted origin: this is between a frame and its own origin.
            let content = try await issuer.vault(
                .options, "/ui/v1/drawings/content", nil, ["Origin": TestIssuer.guest])
            #expect(content.headers["Access-Control-Allow-Origin"] == nil)
            let form = try await issuer.ui("/ui/v1/consent", [:], type: "text/plain")
            #expect(form.status == 415)
        }
    }

    @Test("a wrong UI secret or application is refused before any other check")
    func wrongSecret() async throws {
        try await TestIssuer.run { issuer in
            let user = JSONValue.string(try issuer.user(of: "everyday"))
            let secret = issuer.text(issuer.issuer.credentials.uiSecret)
            for wrong in [
                ["uiSecret": "guess"], ["uiSecret": .string(String(secret.dropLast()))],
                ["uiSecret": .string(issuer.text(issuer.issuer.credentials.apiSecret))], ["applicationId": "other"],
            ] as [[String: JSONValue]] {
                let consent = try await issuer.consent(["userId": user].merging(wrong) { $1 })
                #expect(consent.status == 401 && consent.code == "30000")
                let drawing = try await issuer.ui(
                    "/ui/v1/drawings", ["part": "cvv", "cardId": "c", "authToken": "t"].merging(wrong) { $1 })
                #expect(drawing.code == "30000")
            }
            #expect(try await issuer.consent(["userId": user]).status == 200)
        }
    }

    @Test("only three parts can be drawn", arguments: ["3ds", "CARDNUMBER", "expiry", ""])
    func parts(part: String) async throws {
        try await TestIssuer.run { issuer in
            let reply = try await issuer.drawing(part, token: try await issuer.token())
            #expect(reply.status == 400 && reply.code == "00002")
        }
    }

    @Test("a frame may be embedded only by allowed pages, reaches only its origin, and names no card")
    func frame() async throws {
        try await TestIssuer.run { issuer in
            let reply = try await issuer.vault(.get, CardVaultService.frame)
            for (accepted, tag, label) in [("en", "en", "Copy"), ("bn", "bn", "কপি করুন"), ("ar-EG", "ar", "نسخ")] {
                let frame = try await issuer.vault(
                    .get, CardVaultService.frame, nil, ["Accept-Language": accepted])
                let text = try #require(frame.body.string)
                #expect(text.contains("<html lang=\"\(tag)\" data-guests=") && text.contains(">\(label)</button>"))
                #expect(!text.contains("{{"))
            }
            let policy = try #require(reply.headers["Content-Security-Policy"])
            #expect(policy.contains("frame-ancestors \(TestIssuer.guest);"))
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; img-src data:"))
            #expect(policy.contains("connect-src 'self'") && !policy.contains("unsafe"))
            #expect(reply.headers["Cache-Control"] == "no-store")
            #expect(reply.headers["Referrer-Policy"] == "no-referrer")
            #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
            #expect(reply.body.string?.contains("999999") == false)
            issuer.server.admit(try #require(Origin(scheme: "https", host: "gateway.localhost", port: 9_443)))
            let both = try #require(
                try await issuer.vault(.get, CardVaultService.frame).headers["Content-Security-Policy"])
            #expect(both.contains("frame-ancestors \(TestIssuer.guest) https://gateway.localhost:9443;"))
            for file in ["frame.js", "frame.css"] {
                let reply = try await issuer.vault(.get, "/web/sandbox/v1.1/\(file)")
                #expect(reply.status == 200 && reply.headers["Cross-Origin-Resource-Policy"] == "same-origin")
            }
            let script = try await issuer.vault(.get, CardVaultService.script)
            #expect(script.headers["Content-Type"] == "text/javascript; charset=utf-8")
            #expect(script.headers["Cross-Origin-Resource-Policy"] == "cross-origin")
        }
    }

    @Test("the API and the vault are separate origins that do not answer for each other")
    func twoOrigins() async throws {
        try await TestIssuer.run { issuer in
            #expect(issuer.server.api.host != issuer.server.vault.host)
            let call = try await issuer.vault(.post, "/api/v1/ping", ["ping": "pong"])
            #expect(call.status == 404)
            let script = HTTPSURL(origin: issuer.server.api, path: CardVaultService.script)
            #expect(try await issuer.send(.get, script, [:], []).status == 404)
        }
    }
}
