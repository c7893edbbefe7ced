import Foundation
import JourneyBase
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Consent at the card issuer")
struct CardConsentTests {
    private func ids(_ issuer: TestIssuer, _ challenge: String) throws -> JSONValue {
        ["userId": .string(try issuer.user(of: "everyday")), "challengeId": .string(challenge)]
    }

    @Test("a challenge's right code gives a token once")
    func confirmed() async throws {
        try await TestIssuer.run { issuer in
            let asked = try await issuer.consent(["userId": .string(try issuer.user(of: "everyday"))])
            #expect(asked.status == 200 && asked.headers["Cache-Control"] == "no-store")
            let challenge = try #require(asked.body["challengeId"]?.string)
            let expires = try #require(asked.body["dateExpires"]?.string)
            #expect(try Date(expires, strategy: .iso8601) == issuer.clock.now.addingTimeInterval(300))
            let first = try await issuer.confirm("everyday", challenge)
            #expect(first.status == 200 && first.body["cardAuthToken"]?.string?.utf8.count == 43)
            #expect(first.body.object?.count == 1 && first.headers["Cache-Control"] == "no-store")
            #expect(try await issuer.confirm("everyday", challenge).code == "30036")
        }
    }

    @Test("four wrong codes are allowed, and the fifth ends the challenge even for the right one")
    func wrongCodes() async throws {
        try await TestIssuer.run { issuer in
            let spared = try await issuer.challenge()
            for _ in 0..<4 { #expect(try await issuer.confirm("everyday", spared, code: "654321").code == "31064") }
            #expect(try await issuer.confirm("everyday", spared).status == 200)
            let lost = try await issuer.challenge()
            for _ in 0..<4 { #expect(try await issuer.confirm("everyday", lost, code: "123457").code == "31064") }
            #expect(try await issuer.confirm("everyday", lost, code: "123457").code == "31065")
            #expect(try await issuer.confirm("everyday", lost).code == "31065")
            #expect(
                try await issuer.call(.post, "/card/resend-consent-code", try ids(issuer, lost)).code == "31065")
        }
    }

    @Test("a challenge is over after its time, to the millisecond")
    func expired() async throws {
        try await TestIssuer.run { issuer in
            let challenge = try await issuer.challenge()
            issuer.clock.advance(seconds: 299.999)
            #expect(try await issuer.confirm("everyday", challenge, code: "000000").code == "31064")
            issuer.clock.advance(seconds: 0.001)
            #expect(try await issuer.confirm("everyday", challenge).code == "31048")
            #expect(
                try await issuer.call(.post, "/card/resend-consent-code", try ids(issuer, challenge)).code == "31048")
        }
    }

    @Test("another user's challenge is unknown and stays open for its owner")
    func othersChallenge() async throws {
        try await TestIssuer.run { issuer in
            let challenge = try await issuer.challenge()
            #expect(try await issuer.confirm("bens", challenge).body == issuer.confirm("bens", "none").body)
            #expect(try await issuer.confirm("bens", challenge).code == "30036")
            #expect(try await issuer.confirm("everyday", challenge).status == 200)
        }
    }

    @Test("a new challenge replaces the previous one")
    func latest() async throws {
        try await TestIssuer.run { issuer in
            let (first, second) = (try await issuer.challenge(), try await issuer.challenge())
            #expect(try await issuer.confirm("everyday", first).code == "30036")
            #expect(try await issuer.confirm("everyday", second).status == 200)
        }
    }

    @Test("a code is resent up to three times")
    func resends() async throws {
        try await TestIssuer.run { issuer in
            let challenge = try await issuer.challenge()
            for _ in 0..<3 {
                let reply = try await issuer.call(.post, "/card/resend-consent-code", try ids(issuer, challenge))
                #expect(reply.status == 200 && reply.body == [:])
            }
            #expect(
                try await issuer.call(.post, "/card/resend-consent-code", try ids(issuer, challenge)).code == "31008")
            #expect(try await issuer.confirm("everyday", challenge).status == 200)
        }
    }

    @Test("a user without verified email and phone gets no challenge", arguments: ["cleos", "doras"])
    func multiFactor(label: String) async throws {
        try await TestIssuer.run { issuer in
            let reply = try await issuer.consent(["userId": .string(try issuer.user(of: label))])
            #expect(reply.status == 403 && reply.code == "30029")
            #expect(reply.body["message"] == "Multi-factor authentication not enabled")
        }
    }

    @Test("ten challenges are allowed in ten minutes, then the remaining wait is returned")
    func tooMany() async throws {
        try await TestIssuer.run { issuer in
            for _ in 0..<10 { _ = try await issuer.challenge() }
            let user = JSONValue.string(try issuer.user(of: "everyday"))
            let reply = try await issuer.consent(["userId": user])
            #expect(reply.status == 429 && reply.code == "31055" && reply.headers["Retry-After"] == "600")
            _ = try await issuer.challenge(for: "bens")
            issuer.clock.advance(seconds: 600)
            #expect(try await issuer.consent(["userId": user]).status == 200)
        }
    }

    @Test("a channel is sms, email or none; a user is known", arguments: [("sms", 200), ("email", 200), ("fax", 400)])
    func channels(channel: String, status: Int) async throws {
        try await TestIssuer.run { issuer in
            let user = JSONValue.string(try issuer.user(of: "everyday"))
            #expect(try await issuer.consent(["userId": user, "channel": .string(channel)]).status == status)
            let unknown = try await issuer.consent(["userId": "somebody"])
            #expect(unknown.code == "00002" && unknown.body["errorDetails"]?[0]?["param"] == "userId")
        }
    }

    @Test("revoking ends the user's tokens and challenges, and no other user's")
    func revoked() async throws {
        try await TestIssuer.run { issuer in
            let (mine, others) = (try await issuer.token(), try await issuer.token(for: "bens"))
            let pending = try await issuer.challenge()
            let reply = try await issuer.call(
                .post, "/card/revoke-consent", ["userId": .string(try issuer.user(of: "everyday"))])
            #expect(reply.status == 200 && reply.body == [:])
            #expect(try await issuer.drawing("cvv", token: mine).code == "30012")
            #expect(try await issuer.drawing("cvv", "bens", token: others).status == 200)
            #expect(try await issuer.confirm("everyday", pending).code == "30036")
            #expect(try await issuer.call(.post, "/card/revoke-consent", ["userId": "somebody"]).code == "00002")
        }
    }

    @Test(
        "a malformed body is refused with the member's name",
        arguments: [
            (#"{"userId":"u","challengeId":"c"}"#, "verificationCode"),
            (#"{"userId":"u","challengeId":"c","verificationCode":123456}"#, "verificationCode"),
            (#"{"userId":"u","challengeId":"c","verificationCode":"12345"}"#, "verificationCode"),
            (#"{"userId":"u","challengeId":"c","verificationCode":"1234567"}"#, "verificationCode"),
            (#"{"userId":"u","challengeId":"c","verificationCode":"12345٦"}"#, "verificationCode"),
            (#"{"userId":"","challengeId":"c","verificationCode":"123456"}"#, "userId"),
            (#"{"userId":"u","challengeId":["c"],"verificationCode":"123456"}"#, "challengeId"),
            (#"{"userId":"u","challengeId":"c","verificationCode":"123456","more":1}"#, "more"),
        ])
    func malformed(body: String, member: String) async throws {
        try await TestIssuer.run { issuer in
            let value = try JSONReader.read(Array(body.utf8))
            let reply = try await issuer.call(.post, "/card/confirm-consent", value)
            #expect(reply.status == 400 && reply.code == "00002")
            #expect(reply.body["errorDetails"]?[0]?["param"]?.string == member)
        }
    }

    @Test("a signed body that is too long, of another type or not an object is refused")
    func otherBodies() async throws {
        try await TestIssuer.run { issuer in
            let long = JSONValue.string(String(repeating: "x", count: 17 << 10))
            // Often, because a response that overtakes its request must reach the client in each order of the frames.
            for _ in 0..<50 {
                #expect(try await issuer.call(.post, "/card/confirm-consent", ["userId": long]).status == 413)
            }
            #expect(try await issuer.call(.post, "/card/confirm-consent", ["userId"]).code == "00002")
            let typed = try await issuer.call(.post, "/card/confirm-consent", [:]) {
                $0.headers["Content-Type"] = "text/plain"
            }
            #expect(typed.status == 415)
        }
    }

    @Test("injected faults apply, and a confirmation whose response is lost counts")
    func faults() async throws {
        try await TestIssuer.run { issuer in
            let challenge = try await issuer.challenge()
            issuer.faults.inject(.answerLost, into: "confirmConsent")
            await #expect(throws: JourneyError.self) { try await issuer.confirm("everyday", challenge) }
            #expect(try await issuer.confirm("everyday", challenge).code == "30036")
            issuer.faults.inject(.rateLimited(retryAfter: 7), into: "confirmConsent")
            let limited = try await issuer.confirm("everyday", challenge)
            #expect(limited.status == 429 && limited.code == "31055" && limited.headers["Retry-After"] == "7")
            issuer.faults.inject(.status(503), into: "requestConsent")
            #expect(try await issuer.consent(["userId": .string(try issuer.user(of: "everyday"))]).status == 503)
        }
    }
}
