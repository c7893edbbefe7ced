import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Identity provider")
struct ProviderIdentityTests {
    @Test("a self-contained token has the partner, client and person that the provider names")
    func caller() async throws {
        let fixture = try await ProviderFixture()
        let token = try await fixture.provider.token(TestProvider.claims(now: fixture.now))
        let caller = try await fixture.identity.caller(of: try fixture.request(token))
        #expect(caller.partner == "partner-1" && caller.client == "ios-app")
        #expect(caller.session == SHA256.hash(Array(token.utf8)))
        let renewed = try await fixture.provider.token(TestProvider.claims(now: fixture.now, changes: ["jti": "t2"]))
        let again = try await fixture.identity.caller(of: try fixture.request(renewed))
        #expect(again.session != caller.session && again.account == caller.account)
    }

    @Test(
        "a token with a claim that is missing, foreign, expired or too long is refused",
        arguments: [
            (["iss": "https://id.bank.example/"], 401), (["iss": nil], 401),
            (["aud": "https://gateway.partner.example/"], 401),
            (["aud": nil], 401), (["aud": ["https://a.example", "https://gateway.partner.example"]], 200),
            (["sub": nil], 401), (["sub": ""], 401), (["client_id": nil], 401), (["client_id": "other"], 403),
            (["jti": nil], 401), (["iat": nil], 401), (["exp": nil], 401), (["exp": "1800000300"], 401),
            (["exp": 1_800_003_600], 200), (["exp": 1_800_003_601], 401), (["iat": 1_800_000_031], 401),
            (["iat": 1_800_000_030], 200), (["exp": 1_799_999_970, "iat": 1_799_999_900], 401),
            (["exp": 1_799_999_971, "iat": 1_799_999_900], 200), (["nbf": 1_800_000_031], 401),
            (["nbf": 1_800_000_030], 200), (["scope": "pay"], 403), (["scope": nil], 403),
            (["scope": "xjourneys"], 403),
            (["scope": "pay journeys"], 200), (["cnf": ["jku": "https://a.example"]], 401), (["cnf": [:]], 401),
            (["cnf": ["jkt": "short"]], 401),
        ] as [([String: JSONValue?], Int)])
    func claims(changes: [String: JSONValue?], status: Int) async throws {
        let fixture = try await ProviderFixture()
        let token = try await fixture.provider.token(TestProvider.claims(now: fixture.now, changes: changes))
        #expect(try await fixture.problem(token)?.status ?? 200 == status)
    }

    @Test("tokens of another type, key, algorithm or form are refused")
    func forms() async throws {
        let fixture = try await ProviderFixture()
        let claims = TestProvider.claims(now: fixture.now)
        let provider = fixture.provider
        #expect(try await fixture.problem(try await provider.token(claims, typ: "application/at+jwt")) == nil)
        for typ in ["JWT", "id+jwt", nil] as [String?] {
            #expect(try await fixture.problem(try await provider.token(claims, typ: typ))?.status == 401)
        }
        #expect(try await fixture.problem(try await provider.token(claims, key: .generate()))?.status == 401)
        #expect(try await fixture.problem(try await provider.token(claims, kid: "k9"))?.status == 401)
        #expect(try await fixture.problem("opaque")?.status == 401)
        let good = try await provider.token(claims)
        #expect(try await fixture.problem(good, client: "android-app")?.status == 403)
        #expect(try await fixture.problem(good, scheme: "Basic")?.status == 401)
        // A scheme that promises a key of the sender's, for a token without one.
        #expect(try await fixture.problem(good, scheme: "DPoP")?.status == 401)
        let strict = try await ProviderFixture(algorithms: [.ps256])
        let token = try await strict.provider.token(TestProvider.claims(now: strict.now))
        #expect(try await strict.problem(token)?.status == 401)
    }

    @Test("a refusal names its reason as RFC 6750 and RFC 9449 do")
    func reasons() async throws {
        let fixture = try await ProviderFixture()
        func challenges(_ token: String) async throws -> [String] {
            try #require(try await fixture.problem(token)).headers.values(of: "WWW-Authenticate")
        }
        let old = try await fixture.provider.token(
            TestProvider.claims(now: fixture.now, changes: ["exp": 1_799_000_000, "iat": 1_798_999_000]))
        #expect(try await challenges(old).first == "Bearer realm=\"journeys\", error=\"invalid_token\"")
        let narrow = try await fixture.provider.token(TestProvider.claims(now: fixture.now, changes: ["scope": "pay"]))
        #expect(
            try await challenges(narrow).first
                == "Bearer realm=\"journeys\", error=\"insufficient_scope\", scope=\"journeys\"")
        let bound = try await fixture.provider.token(
            TestProvider.claims(
                now: fixture.now, changes: ["cnf": ["jkt": .string(try P256PrivateKey.generate().publicKey.thumbprint)]]
            ))
        #expect(
            try await challenges(bound).last
                == "DPoP realm=\"journeys\", algs=\"ES256 ES384 ES512 EdDSA PS256\", error=\"invalid_dpop_proof\"")
    }

    @Test("a rotated key is found without a restart, and an invented one asks at most once in 30 seconds")
    func rotation() async throws {
        let fixture = try await ProviderFixture()
        let provider = fixture.provider
        let old = try await provider.token(TestProvider.claims(now: fixture.now))
        #expect(try await fixture.problem(old) == nil)
        for number in 0..<20 {
            let token = try await provider.token(TestProvider.claims(now: fixture.now), kid: "invented-\(number)")
            #expect(try await fixture.problem(token)?.status == 401)
        }
        #expect(provider.state.withLock { $0.keyFetches } == 1)
        try provider.rotate(to: "k2")
        fixture.advance(by: 30)
        let new = try await provider.token(TestProvider.claims(now: fixture.now), kid: "k2")
        #expect(try await fixture.problem(new) == nil)
        #expect(try await fixture.problem(old)?.status == 401)
        #expect(provider.state.withLock { $0.keyFetches } == 2)
    }

    @Test("known keys stay in use for a day while the provider is down, and then nobody is let in")
    func outage() async throws {
        let fixture = try await ProviderFixture()
        let provider = fixture.provider
        #expect(try await fixture.problem(try await provider.token(TestProvider.claims(now: fixture.now))) == nil)
        provider.state.withLock { $0.isDown = true }
        fixture.advance(by: 86_399)
        #expect(try await fixture.problem(try await provider.token(TestProvider.claims(now: fixture.now))) == nil)
        fixture.advance(by: 1)
        let late = try #require(
            try await fixture.problem(try await provider.token(TestProvider.claims(now: fixture.now))))
        #expect(late.status == 503 && late.headers["Retry-After"] != nil)
        provider.state.withLock { $0.isDown = false }
        fixture.advance(by: 30)
        #expect(try await fixture.problem(try await provider.token(TestProvider.claims(now: fixture.now))) == nil)
    }

    @Test("RSA keys that name no algorithm are for the one that the operator accepts")
    func openAlgorithm() async throws {
        for algorithm in [SignatureAlgorithm.ps256, .es256] {
            let fixture = try await ProviderFixture(algorithms: [algorithm])
            let key = try RSAPrivateKey.generate()
            var jwk = PublicKey.rsa(key.publicKey).jwk.object ?? [:]
            jwk["kid"] = "r1"
            fixture.provider.state.withLock { $0.rawKeys = ["keys": [.object(jwk)]] }
            let token = try await CompactJWS.sign(
                JSONValue.object(TestProvider.claims(now: fixture.now)).compactBytes, typ: "at+jwt", kid: "r1",
                key: try key.signer(.ps256))
            #expect(try await fixture.problem(token)?.status ?? 200 == (algorithm == .ps256 ? 200 : 401))
        }
    }

    @Test("an opaque token is asked about once a minute, and a revocation counts within that time")
    func introspection() async throws {
        let fixture = try await ProviderFixture(isOpaque: true)
        let provider = fixture.provider
        func activate(_ changes: [String: JSONValue?] = [:]) {
            var answer = TestProvider.claims(now: fixture.now, changes: changes)
            answer["active"] = true
            provider.state.withLock { [answer] in $0.active["opaque-1"] = .object(answer) }
        }
        activate()
        for _ in 0..<5 { #expect(try await fixture.problem("opaque-1") == nil) }
        let asked = try #require(provider.state.withLock { $0.questions.first })
        #expect(provider.state.withLock { $0.questions.count } == 1)
        #expect(
            asked.headers["Authorization"] == "Basic " + Data("gate+way:s%3A1".utf8).base64EncodedString())
        #expect(asked.headers["Content-Type"] == "application/x-www-form-urlencoded")
        provider.state.withLock { $0.active["opaque-1"] = ["active": false] }
        fixture.advance(by: 59)
        #expect(try await fixture.problem("opaque-1") == nil)
        fixture.advance(by: 1)
        #expect(try await fixture.problem("opaque-1")?.status == 401)
        // An inactive token is asked about again soon.
        activate()
        fixture.advance(by: 5)
        #expect(try await fixture.problem("opaque-1") == nil)
        // Kept answers end with the token.
        activate(["exp": .number(JSONNumber(fixture.now + 10))])
        fixture.advance(by: 60)
        #expect(try await fixture.problem("opaque-1")?.status == 401)
    }

    @Test(
        "an introspection response that is for another gateway, of another kind or malformed lets nobody in",
        arguments: [
            (["active": "true"], 401), (["aud": "https://other.example"], 401), (["iss": "https://other.example"], 401),
            (["iss": nil], 200), (["iat": nil], 200), (["jti": nil], 200), (["token_type": "refresh_token"], 401),
            (["client_id": nil], 401), (["exp": nil], 401), (["sub": nil], 200), (["sub": 7], 401),
            (["scope": "pay"], 403),
        ] as [([String: JSONValue?], Int)])
    func responses(changes: [String: JSONValue?], status: Int) async throws {
        let fixture = try await ProviderFixture(isOpaque: true)
        var answer = TestProvider.claims(now: fixture.now)
        answer["active"] = true
        for (name, value) in changes { answer[name] = value }
        fixture.provider.state.withLock { [answer] in $0.active["opaque-1"] = .object(answer) }
        #expect(try await fixture.problem("opaque-1")?.status ?? 200 == status)
    }

    @Test("while the provider is down, opaque tokens get 503, and the outage is not kept")
    func down() async throws {
        let fixture = try await ProviderFixture(isOpaque: true)
        fixture.provider.state.withLock { $0.isDown = true }
        #expect(try await fixture.problem("opaque-1")?.status == 503)
        var answer = TestProvider.claims(now: fixture.now)
        answer["active"] = true
        fixture.provider.state.withLock { [answer] state in
            state.isDown = false
            state.active["opaque-1"] = .object(answer)
        }
        #expect(try await fixture.problem("opaque-1") == nil)
    }

    @Test("fifty requests at once with one token ask the provider once")
    func coalesced() async throws {
        let fixture = try await ProviderFixture(isOpaque: true)
        var answer = TestProvider.claims(now: fixture.now)
        answer["active"] = true
        fixture.provider.state.withLock { [answer] in $0.active["opaque-1"] = .object(answer) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { try await fixture.problem("opaque-1") == nil } }
            for try await isKnown in group { #expect(isKnown) }
        }
        #expect(fixture.provider.state.withLock { $0.questions.count } == 1)
    }
}
