import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyTesting
import JourneyWire
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Issuer and database failures", .timeLimit(.minutes(10)))
struct IssuerFaultTests {
    @Test("each issuer code maps to its meaning per call", arguments: IssuerErrors.rows)
    func codes(row: IssuerErrors.Row) {
        for call in IssuerCall.allCases where row.calls?.contains(call) ?? true {
            let first = IssuerErrors.rows.first { $0.code == row.code && ($0.calls?.contains(call) ?? true) }
            for status in [400, 401, 403, 404, 429, 500] {
                #expect(IssuerErrors.meaning(status, row.code, call) == first?.meaning)
            }
        }
    }

    @Test(
        "a response without a known code is mapped by its status",
        arguments: [
            (400, IssuerCall.confirm, "ISSUER_REFUSED"), (401, .confirm, "ISSUER_REFUSED"),
            (403, .confirm, "CHALLENGE_UNKNOWN"), (404, .resend, "CHALLENGE_UNKNOWN"), (404, .card, "CARD_UNKNOWN"),
            (403, .card, "CARD_NOT_YOURS"), (410, .confirm, "CHALLENGE_EXPIRED"), (429, .card, "RATE_LIMITED"),
            (500, .confirm, "ISSUER_REFUSED"), (503, .card, "ISSUER_DOWN"), (504, .card, "ISSUER_TIMEOUT"),
            (302, .card, "ISSUER_REFUSED"), (204, .card, "ISSUER_REFUSED"),
        ])
    func statuses(status: Int, call: IssuerCall, name: String) {
        #expect(IssuerErrors.meaning(status, "99999", call).name == name)
        #expect(IssuerErrors.meaning(status, nil, call).name == name)
    }

    @Test(
        "an issuer's confirmation error maps to a stable code, and its text is not passed on",
        arguments: [
            ("30036", 400, 404, "CHALLENGE_UNKNOWN"), ("30013", 403, 404, "CHALLENGE_UNKNOWN"),
            ("31048", 400, 410, "CHALLENGE_EXPIRED"), ("31064", 400, 422, "CODE_WRONG"),
            ("31065", 400, 429, "TOO_MANY_ATTEMPTS"), ("30029", 403, 422, "MFA_NOT_ENABLED"),
            ("30043", 403, 403, "USER_SUSPENDED"), ("31055", 429, 429, "RATE_LIMITED"),
            ("30012", 401, 502, "ISSUER_REFUSED"), ("30000", 401, 502, "ISSUER_REFUSED"),
        ])
    func refusals(code: String, status: Int, answer: Int, name: String) async throws {
        try await CardProxyFixture.visit({ _ in .refusal(status, code, "text-canary") }) { fixture async throws in
            let reply = try await fixture.confirm()
            #expect(reply.status == answer && reply.code == name)
            #expect(reply.response.headers["Content-Type"] == "application/problem+json")
            #expect(reply.response.headers["Cache-Control"] == "no-store")
            #expect(!String(decoding: reply.response.body, as: UTF8.self).contains("text-canary"))
            #expect([429, 503].contains(answer) == (reply.response.headers["Retry-After"] != nil))
            #expect(fixture.asked.count == 1)
        }
    }

    @Test("a signature refused by the issuer is logged and does not open the circuit breaker")
    func badSignature() async throws {
        try await CardProxyFixture.visit({ _ in .refusal(401, "30012") }) { fixture async throws in
            for index in 0..<10 {
                #expect(try await fixture.confirm(challenge: "c-\(index)").code == "ISSUER_REFUSED")
            }
            #expect(fixture.log.text.contains("rejected the gateway's signature"))
            #expect(fixture.asked.count == 10)
        }
    }

    @Test("a clock ten minutes off is refused by a checking issuer, and works once set")
    func clockOff() async throws {
        let signer = IssuerSigner(
            apiKey: Secret(copying: "key-canary-1".utf8),
            apiSecret: Secret(copying: "example-api-secret-not-real-0001".utf8))
        // An issuer whose clock is ten minutes ahead, with a tolerance of five.
        try await CardProxyFixture.visit({ request in
            let parts = (request.headers["Authorization"] ?? "").dropFirst("HMAC ".count).split(separator: ":")
            let stamp = Int64(parts.first ?? "") ?? 0
            let right = signer.signature(
                request.method, String(request.url.path.dropFirst("/api/v1".count)), body: request.body,
                stamp: String(stamp))
            let isGood = parts.count == 2 && parts[1] == right && abs(stamp - 1_800_000_600_000) <= 300_000
            return isGood ? .consented : .refusal(401, "30012")
        }) { fixture async throws in
            #expect(try await fixture.confirm().code == "ISSUER_REFUSED")
            fixture.pass(600)
            #expect(try await fixture.confirm().status == 200)
        }
    }

    @Test(
        "a malformed response is not passed on, whatever its status",
        arguments: [
            Array("".utf8), Array("{".utf8), Array("[]".utf8), Array(#"{"cardAuthToken": 1}"#.utf8),
            Array(#"{"cardAuthToken": ""}"#.utf8), Array(#"{"cardAuthToken": "a b"}"#.utf8),
            Array(#"{"cardAuthToken": "a", "cardAuthToken": "b"}"#.utf8), [0xFF, 0xFE],
            Array(#"{"cardAuthToken": "\#(String(repeating: "a", count: 5_000))"}"#.utf8),
            Array("<html>".utf8), [UInt8](repeating: 0x20, count: 1 << 20),
        ])
    func malformed(body: [UInt8]) async throws {
        try await CardProxyFixture.visit({ _ in HTTPResponse(status: 200, body: body) }) { fixture async throws in
            let reply = try await fixture.confirm()
            #expect(reply.status == 502 && reply.code == "ISSUER_INVALID")
            #expect(fixture.asked.count == 1)
        }
    }

    @Test("a slow, unreachable or broken issuer has its code, one confirmation and a counted attempt")
    func failures() async throws {
        let failure = Mutex<JourneyError?>(nil)
        let status = Mutex(500)
        try await CardProxyFixture.visit({ request in
            if let error = failure.withLock({ $0 }) { throw error }
            return status.withLock { $0 } == 200 ? .consented : HTTPResponse(status: status.withLock { $0 })
        }) { fixture async throws in
            failure.withLock { $0 = JourneyError(.netTimeout, "Late.") }
            let slow = try await fixture.confirm()
            #expect(slow.status == 504 && slow.code == "ISSUER_TIMEOUT")
            failure.withLock { $0 = JourneyError(.netUnreachable, "Away.") }
            let away = try await fixture.confirm()
            #expect(away.status == 503 && away.code == "ISSUER_DOWN")
            #expect(away.response.headers["Retry-After"] != nil)
            failure.withLock { $0 = nil }
            #expect(try await fixture.confirm().code == "ISSUER_REFUSED")
            #expect(fixture.asked.count == 3)
            // The issuer works again, and the same challenge can be confirmed: no code was reported as used.
            status.withLock { $0 = 200 }
            #expect(try await fixture.confirm().status == 200)
        }
    }

    @Test("reading a card is retried once")
    func retried() async throws {
        let count = Mutex(0)
        try await CardProxyFixture.visit({ _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number.isMultiple(of: 2) else { throw JourneyError(.netUnreachable, "Away.") }
            return CardRouteTests.card()
        }) { fixture async throws in
            let time = Task { [fixture] in
                await fixture.clock.waitForNaps(1)
                fixture.pass(1)
            }
            #expect(try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)").status == 200)
            #expect(fixture.asked.count == 2)
            await time.value
        }
    }

    @Test("five failures open the circuit breaker for fifteen seconds, then a successful probe closes it")
    func breaker() async throws {
        let isDown = Mutex(true)
        try await CardProxyFixture.visit({ _ in
            if isDown.withLock({ $0 }) { throw JourneyError(.netUnreachable, "Away.") }
            return .consented
        }) { fixture async throws in
            for index in 0..<5 { #expect(try await fixture.confirm(challenge: "c-\(index)").code == "ISSUER_DOWN") }
            #expect(fixture.asked.count == 5)
            let kept = try await fixture.confirm(challenge: "c-9")
            #expect(kept.status == 503 && kept.code == "ISSUER_DOWN")
            #expect(kept.response.headers["Retry-After"] == "15")
            #expect(fixture.asked.count == 5)
            isDown.withLock { $0 = false }
            fixture.pass(15)
            // A request held back by the breaker is no attempt.
            #expect(try await fixture.confirm(challenge: "c-9").status == 200)
            let attempts = try await fixture.database.query("SELECT attempts FROM card_challenge WHERE taken = 1")
            #expect(try attempts.map { try $0[0] as Int64 } == [1])
            #expect(try await fixture.confirm(challenge: "c-10").status == 200)
        }
    }

    @Test("failures caused by one user's IDs do not block others; failures of all users do")
    func oneUsersFailures() async throws {
        try await CardProxyFixture.visit({ request in
            request.url.path.hasSuffix("/card/nonsense") ? HTTPResponse(status: 500) : .consented
        }) { fixture async throws in
            for _ in 0..<12 {
                #expect(try await fixture.ask(.get, "/striga/cards/nonsense").code == "ISSUER_REFUSED")
            }
            #expect(fixture.asked.count == 12)
            for number in 1...3 {
                let token = try await fixture.token(["sub": .string("user-\(number)")])
                #expect(try await fixture.ask(.get, "/striga/cards/nonsense", token: token).code == "ISSUER_REFUSED")
            }
            // The fifth consecutive user; until then requests went out.
            let last = try await fixture.token(["sub": "user-4"])
            #expect(try await fixture.ask(.get, "/striga/cards/nonsense", token: last).code == "ISSUER_REFUSED")
            #expect(try await fixture.confirm().code == "ISSUER_DOWN")
            #expect(fixture.asked.count == 16)
        }
    }

    @Test("any number of wrong codes and refusals does not block other users")
    func noLockOut() async throws {
        try await CardProxyFixture.visit({ _ in .refusal(500, "31064") }) { fixture async throws in
            for index in 0..<12 {
                #expect(try await fixture.confirm("000000", challenge: "c-\(index)").code == "CODE_WRONG")
            }
        }
    }

    @Test("a confirmation completes although the client disconnects, and is found under its key")
    func hungUp() async throws {
        let gate = Gate()
        try await CardProxyFixture.visit({ _ in
            await gate.wait()
            return .consented
        }) { fixture async throws in
            let token = try await fixture.token()
            let first = Task { try await fixture.confirm(token: token, key: "k-1") }
            await gate.waitForVisitor()
            first.cancel()
            gate.open()
            _ = try? await first.value
            #expect(try await fixture.confirm(token: token, key: "k-1").status == 200)
            #expect(fixture.asked.count == 1)
        }
    }

    @Test("the issuer is not asked while the database is down, and everything works afterwards")
    func databaseGone() async throws {
        let scratch = try Scratch()
        defer { withExtendedLifetime(scratch) {} }
        let place = DatabaseLocation.file(scratch.path + "/cards.sqlite")
        let first = try await Database.patient(place)
        let partner = try P256PrivateKey.generate()
        let issuer = Asked()
        func service(_ database: Database) async throws -> CardRoutes {
            CardRoutes(
                issuer: try CardProxyFixture.issuer(), partners: ["partner": try JWKSet(["p1": partner.publicKey])],
                store: try await CardStore(database),
                files: CardPageFiles(script: [], style: [], bridge: []), transport: issuer)
        }
        func confirm(_ service: CardRoutes, _ code: String) async throws -> JSONValue {
            let now = Int64(Date().timeIntervalSince1970)
            let claims: JSONValue = [
                "iss": "partner", "sub": .string(CardProxyFixture.user), "aud": .string(CardProxyFixture.origin),
                "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 60)), "jti": "token-0001",
            ]
            let token = try await CompactJWS.sign(
                claims.compactBytes, typ: "card-user+jwt", kid: "p1", key: partner)
            let body: JSONValue = [
                "userId": .string(CardProxyFixture.user), "challengeId": .string(CardProxyFixture.challenge),
                "verificationCode": .string(code),
            ]
            let response = await service.answer(
                HTTPRequest(
                    method: .post, url: try #require(HTTPSURL(CardProxyFixture.origin + "/striga/confirm-consent")),
                    headers: ["Authorization": "Bearer \(token)", "Content-Type": "application/json"],
                    body: body.compactBytes))
            return try JSONReader.read(response.body)
        }
        let proxy = try await service(first)
        #expect(try await confirm(proxy, "000000")["attemptsLeft"] == 4)
        first.close()
        #expect(try await confirm(proxy, "123456")["code"] == "SERVER_ERROR")
        #expect(issuer.count.withLock { $0 } == 1)
        let second = try await Database.patient(place)
        defer { second.close() }
        let back = try await service(second)
        #expect(try await confirm(back, "000000")["attemptsLeft"] == 3)
        #expect(try await confirm(back, "123456")["cardAuthToken"] == "card-token-canary-1")
    }

    @Test("no code, token, secret or ID is logged, whatever happens")
    func canary() async throws {
        try await CardProxyFixture.visit({ request in
            let code = (try? JSONReader.read(request.body))?["verificationCode"]?.string
            switch code {
            case "123456": return .consented
            case "654321": throw JourneyError(.netUnreachable, "123456 card-token-canary-1")
            case nil where request.method == .get: return CardRouteTests.card(["maskedCardNumber": "4111111111111234"])
            default: return .refusal(401, "31064", "card-token-canary-1 \(code ?? "")")
            }
        }) { fixture async throws in
            let token = try await fixture.token()
            for (index, code) in ["987654", "654321", "123456", "123456"].enumerated() {
                _ = try await fixture.confirm(code, token: token, key: "key-canary-\(index)")
            }
            _ = try await fixture.ask(.get, "/striga/cards/\(CardProxyFixture.card)", token: token)
            _ = try await fixture.ask(
                .post, "/striga/pages",
                ["userId": .string(CardProxyFixture.user), "cardId": .string(CardProxyFixture.card)],
                token: token)
            let log = fixture.log.text
            #expect(log.contains("operation=confirm") && log.contains("code=CODE_WRONG"))
            for canary in [
                "123456", "987654", "654321", "canary", token, String(token.suffix(40)), "example-api-secret", "4111",
                CardProxyFixture.user, CardProxyFixture.card, CardProxyFixture.challenge, "HMAC",
            ] { #expect(!log.contains(canary), "\(canary)") }
        }
    }

    /// An issuer that counts its requests.
    private final class Asked: HTTPTransport {
        let count = Mutex(0)

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            count.withLock { $0 += 1 }
            return try await ConsentTests.issuer(request)
        }
    }
}
