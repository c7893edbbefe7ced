import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyGateway

@Suite("User tokens")
struct UserTokenTests {
    private func number(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }

    @Test("a partner's token lets its user act, with half a minute of clock skew")
    func good() async throws {
        try await CardProxyFixture.visit({ _ in .json([:]) }) { fixture async throws in
            let now = Int64(fixture.now.timeIntervalSince1970)
            for changes in [
                [:], ["iat": number(now + 30), "exp": number(now + 330)], ["nbf": number(now + 30)],
                ["iat": number(now - 329), "exp": number(now - 29)], ["iat": number(now), "exp": number(now + 1)],
            ] as [[String: JSONValue?]] {
                let reply = try await fixture.ask(
                    .post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)],
                    token: try await fixture.token(changes))
                #expect(reply.status == 200, "\(changes)")
            }
        }
    }

    @Test(
        "each wrong claim is refused without asking the issuer",
        arguments: [
            ["iss": "another"], ["iss": nil], ["iss": 1], ["sub": ""], ["sub": nil], ["sub": "a b"], ["sub": "é"],
            ["sub": .string(String(repeating: "a", count: 65))], ["aud": "https://other.example"], ["aud": nil],
            ["aud": ["https://gateway.example"]], ["aud": "https://gateway.example/"],
            ["aud": "https://gateway.example:8443"], ["iat": nil], ["exp": nil], ["iat": "1800000000"],
            ["iat": 1_800_000_031, "exp": 1_800_000_331], ["iat": 1_800_000_600, "exp": 1_800_000_900],
            ["exp": 1_800_000_301], ["exp": 1_799_999_999], ["iat": 1_799_999_000], ["exp": 1_800_000_000],
            ["jti": nil],
            ["jti": "short"], ["jti": 12_345_678], ["nbf": 1_800_000_031], ["nbf": "1800000000"], ["admin": true],
        ] as [[String: JSONValue?]])
    func claims(changes: [String: JSONValue?]) async throws {
        try await CardProxyFixture.visit({ _ in .json([:]) }) { fixture async throws in
            let reply = try await fixture.confirm(token: try await fixture.token(changes))
            #expect(reply.code == "TOKEN_INVALID")
            #expect(reply.status == 401)
            #expect(reply.response.headers["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
            #expect(fixture.asked.isEmpty)
        }
    }

    @Test("an expired token is reported as expired; one issued in the future is invalid")
    func over() async throws {
        try await CardProxyFixture.visit({ _ in .json([:]) }) { fixture async throws in
            for changes in [
                ["iat": 1_799_999_670, "exp": 1_799_999_970], ["iat": 1_799_999_400, "exp": 1_799_999_700],
            ] as [[String: JSONValue?]] {
                #expect(try await fixture.confirm(token: try await fixture.token(changes)).code == "TOKEN_EXPIRED")
            }
            let ahead = try await fixture.token(["iat": 1_800_000_600, "exp": 1_800_000_900])
            #expect(try await fixture.confirm(token: ahead).code == "TOKEN_INVALID")
            #expect(fixture.asked.isEmpty)
        }
    }

    @Test("foreign keys, key ids, types, algorithms and shapes are refused")
    func signatures() async throws {
        try await CardProxyFixture.visit({ _ in .json([:]) }) { fixture async throws in
            let good = try await fixture.token()
            let parts = good.split(separator: ".").map(String.init)
            func header(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
            let secret = HMACSHA256.tag(
                Array("\(header(#"{"alg":"HS256","kid":"p1","typ":"card-user+jwt"}"#)).\(parts[1])".utf8),
                key: Secret(copying: fixture.partnerKey.publicKey.x963))
            var broken = good
            broken.replaceSubrange(broken.index(before: broken.endIndex)..., with: good.hasSuffix("A") ? "B" : "A")
            for token in [
                try await fixture.token(key: try .generate()), try await fixture.token(kid: "p2"),
                try await fixture.token(kid: nil), try await fixture.token(typ: "JWT"),
                try await fixture.token(typ: nil),
                try await fixture.token(typ: "journey-session-proof+jwt"),
                header(#"{"alg":"none","kid":"p1","typ":"card-user+jwt"}"#) + ".\(parts[1]).",
                header(#"{"alg":"HS256","kid":"p1","typ":"card-user+jwt"}"#)
                    + ".\(parts[1]).\(Base64URL.encode(secret))",
                header(#"{"alg":"ES384","kid":"p1","typ":"card-user+jwt"}"#) + ".\(parts[1]).\(parts[2])",
                parts[0] + ".\(parts[1]).", parts[0] + "." + parts[1], broken, "x", good + ".x",
                String(repeating: "a", count: 4_096),
            ] {
                #expect(try await fixture.confirm(token: token).code == "TOKEN_INVALID", "\(token.prefix(40))")
            }
            for field in ["", "Basic \(good)", "Bearer", "Bearer \(good) \(good)"] {
                let reply = try await fixture.ask(
                    .get, "/striga/cards/\(CardProxyFixture.card)", headers: ["Authorization": field])
                #expect(reply.code == "TOKEN_INVALID")
            }
            #expect(fixture.asked.isEmpty)
        }
    }

    @Test("a token is invalid for another of the gateway's host names")
    func otherName() async throws {
        try await CardProxyFixture.visit({ _ in .json([:]) }) { fixture async throws in
            let reply = try await fixture.ask(
                .post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)], at: "https://other.example"
            )
            #expect(reply.code == "TOKEN_INVALID")
            let own = try await fixture.ask(
                .post, "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)],
                token: try await fixture.token(["aud": "https://other.example"]), at: "https://other.example")
            #expect(own.status == 200)
        }
    }
}
