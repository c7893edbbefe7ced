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

    @Test("the right code of a challenge is worth a token, once")
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

    @Test("four wrong codes are forgiven; the fifth ends the challenge, and then the right one does not help")
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

    @Test("another user's challenge is as unknown as one that never was, and stays open for its own")
    func othersChallenge() async throws {
        try await TestIssuer.run { issuer in
            let challenge = try await issuer.challenge()
            #expect(try await issuer.confirm("bens", challenge).body == issuer.confirm("bens", "none").body)
            #expect(try await issuer.confirm("bens", challenge).code == "30036")
            #expect(try await issuer.confirm("everyday", challenge).status == 200)
        }
    }

    @Test("who asks anew has one challenge, the latest")
    func latest() async throws {
        try await TestIssuer.run { issuer in
            let (first, second) = (try await issuer.challenge(), try await issuer.challenge())
            #expect(try await issuer.confirm("everyday", first).code == "30036")
            #expect(try await issuer.confirm("everyday", second).status == 200)
        }
    }

    @Test("a code is sent again three times")
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

    @Test("who has not proved both e-mail and phone gets no challenge", arguments: ["cleos", "doras"])
    func multiFactor(label: String) async throws {
        try await TestIssuer.run { issuer in
            let reply = try await issuer.consent(["userId": .string(try issuer.user(of: label))])
            #expect(reply.status == 403 && reply.code == "30029")
            #expect(reply.body["message"] == "Multi-factor authentication not enabled")
        }
    }

    @Test("ten challenges in ten minutes, and then a wait that is told")
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

    @Test("revoking ends tokens and challenges of the user, and of no other")
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
        "a body that is not what it has to be is refused with the member",
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

    @Test("a signed body that is too long, of another type or no object is refused")
    func otherBodies() async throws {
        try await TestIssuer.run { issuer in
            let long = JSONValue.string(String(repeating: "x", count: 17 << 10))
            #expect(try await issuer.call(.post, "/card/confirm-consent", ["userId": long]).status == 413)
            #expect(try await issuer.call(.post, "/card/confirm-consent", ["userId"]).code == "00002")
            let typed = try await issuer.call(.post, "/card/confirm-consent", [:]) {
                $0.headers["Content-Type"] = "text/plain"
            }
            #expect(typed.status == 415)
        }
    }

    @Test("the issuer misbehaves as it is told to: an answer that is lost has confirmed all the same")
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
