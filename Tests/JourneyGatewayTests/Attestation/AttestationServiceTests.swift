import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Attestation at the gateway")
struct AttestationServiceTests {
    let fixture: AttestationFixture
    let app: DevelopmentApp

    init() async throws {
        fixture = try await AttestationFixture()
        app = try DevelopmentApp()
    }

    @Test("a key is attested, its instance registered, and a run bound to it; every response names the attestation")
    func whole() async throws {
        let asked = try await fixture.post("/attestations/challenges", ["instance": .string(app.thumbprint)]).get()
        #expect(asked["attestation"] == "none" && asked["keyId"] == nil)
        #expect(asked["expires"]?.int64 == fixture.now + 300)
        let attested = try await fixture.attest(app, challenge: asked["challenge"]?.string)
        #expect(attested == .success(["instance": .string(app.thumbprint), "attestation": "development"]))

        let again = try await fixture.post("/attestations/challenges", ["instance": .string(app.thumbprint)]).get()
        #expect(again["attestation"] == "development")
        #expect(again["keyId"]?.string == Base64URL.encode(app.keyID))
        let keys = try await fixture.answer("/instances/\(app.thumbprint)/keys.json", [], method: .get)
        #expect(keys.status == 200 && keys.body["attestation"] == "development")
        #expect(try JWKSet(keys.body).keyIDs == [app.thumbprint])
        let registered = try await fixture.answer(
            "/instances", Array(try await app.registration(at: fixture.now).utf8))
        #expect(registered.body["attestation"] == "development")

        let run = try await fixture.assert(app, counter: 1).get()
        #expect(run["attestation"] == "development" && run["journeyId"] == "transfer")
        let ticket = try #require(run["ticket"])
        let checked = try await fixture.post("/attestations/check", ["ticket": ticket], token: "bank-1").get()
        #expect(
            checked == [
                "instance": .string(app.thumbprint), "attestation": "development", "app": .string(app.appID),
                "partner": "partner", "client": "client", "journeyId": "transfer", "manifestSequence": 7,
                "tokenSha256": .string(Base64URL.encode(SHA256.hash(Array("ctx-1".utf8)))),
                "expires": .number(JSONNumber(fixture.now + 3_600)),
            ])
    }

    @Test("a proof's check returns the attestation of its instance")
    func proofs() async throws {
        _ = try await fixture.attest(app).get()
        let claims: JSONValue = [
            "origin": "https://bank.example", "pageNonce": "nonce-1", "docId": "d", "journeyId": "transfer",
            "stepId": "review", "manifestHash": .string(Base64URL.encode(AttestationFixture.manifestHash)),
            "iat": .number(JSONNumber(fixture.now)), "exp": .number(JSONNumber(fixture.now + 60)), "jti": "proof-0001",
        ]
        let proof = try await CompactJWS.sign(
            claims.compactBytes, typ: "journey-session-proof+jwt", kid: app.thumbprint, key: app.instance)
        let body: JSONValue = [
            "proof": .string(proof), "origin": "https://bank.example", "pageNonce": "nonce-1",
        ]
        let answer = try await fixture.post("/proofs/check", body, token: "bank-1").get()
        #expect(answer["attestation"] == "development" && answer["app"]?.string == app.appID)
        #expect(answer["partner"] == "partner" && answer["client"] == "client")
    }

    @Test("another partner's genuine app cannot attest for this partner")
    func otherPartner() async throws {
        var rival = try DevelopmentApp()
        rival.appID = "TEAM654321.com.rival.app"
        let policy = AttestationFixture.policy(apps: [
            "partner": ["TEAM123456.com.partner.app"], "rival": ["TEAM654321.com.rival.app"],
        ])
        // The app has the token of a user of both apps.
        #expect(try await fixture.attest(rival, policy: policy) == .failure("ATTESTATION_APP"))
        // A key attested while the app was configured for this partner is no longer valid either.
        let earlier = AttestationFixture.policy(apps: ["partner": ["TEAM654321.com.rival.app"]])
        #expect(try await fixture.attest(rival, policy: earlier).get()["attestation"] == "development")
        #expect(try await fixture.assert(rival, counter: 1, policy: policy) == .failure("ATTESTATION_APP"))
        let none = AttestationFixture.policy(apps: ["rival": ["TEAM654321.com.rival.app"]])
        #expect(
            try await fixture.post("/attestations/challenges", ["instance": .string(app.thumbprint)], policy: none)
                == .failure("ATTESTATION_UNSUPPORTED"))
    }

    @Test(
        "a value that no database can store is a client error and uses no challenge", arguments: ["\0", "a\0b", "a b"])
    func shapes(text: String) async throws {
        let fixture = try await AttestationFixture()
        #expect(
            try await fixture.post("/attestations/challenges", ["instance": .string(text)])
                == .failure("ATTESTATION_MALFORMED"))
        _ = try await fixture.attest(app).get()
        let challenge = try await fixture.challenge(for: app)
        for member in ["instance", "journeyId"] {
            let answer = try await fixture.assert(
                app, counter: 1, challenge: challenge, data: [member: .string(text)])
            #expect(answer == .failure("ATTESTATION_MALFORMED"), "\(member)")
        }
        #expect(try await fixture.assert(app, counter: 1, challenge: challenge).get()["ticket"] != nil)
    }

    @Test("a challenge is valid once, for its session, instance and time")
    func challenges() async throws {
        let first = try await fixture.challenge(for: app)
        #expect(try await fixture.attest(app, challenge: first, token: "ctx-2") == .failure("ATTESTATION_CHALLENGE"))
        var stranger = try DevelopmentApp()
        #expect(try await fixture.attest(stranger, challenge: first) == .failure("ATTESTATION_CHALLENGE"))
        stranger.key = app.key
        #expect(try await fixture.attest(stranger, challenge: first) == .failure("ATTESTATION_CHALLENGE"))
        #expect(try await fixture.attest(app, challenge: first).get()["attestation"] == "development")
        #expect(try await fixture.attest(app, challenge: first) == .failure("ATTESTATION_CHALLENGE"), "replayed")
        #expect(try await fixture.assert(app, counter: 1, challenge: first) == .failure("ATTESTATION_CHALLENGE"))

        let used = try await fixture.challenge(for: app)
        #expect(try await fixture.assert(app, counter: 1, challenge: used).get()["ticket"] != nil)
        #expect(try await fixture.assert(app, counter: 2, challenge: used) == .failure("ATTESTATION_CHALLENGE"))
        // A refused request also uses up its challenge.
        let spoilt = try await fixture.challenge(for: app)
        #expect(
            try await fixture.assert(app, counter: 2, challenge: spoilt, data: ["purpose": "attest"])
                == .failure("ATTESTATION_MISMATCH"))
        #expect(try await fixture.assert(app, counter: 2, challenge: spoilt) == .failure("ATTESTATION_CHALLENGE"))
        for (later, isGood) in [(300, true), (301, false)] {
            let late = try await fixture.challenge(for: app)
            fixture.clock.withLock { $0 += Int64(later) }
            let answer = try await fixture.assert(app, counter: Int64(later), challenge: late)
            #expect((try? answer.get()) != nil ? isGood : answer == .failure("ATTESTATION_CHALLENGE") && !isGood)
        }
    }

    @Test("a session has at most eight open challenges, and the oldest is dropped")
    func flood() async throws {
        let first = try await fixture.challenge(for: app)
        let other = try await fixture.challenge(for: app, token: "ctx-2")
        var last = ""
        for _ in 0..<8 { last = try await fixture.challenge(for: app) }
        let kept: Int64 = try #require(
            try await fixture.database.first("SELECT COUNT(*) AS n FROM attestation_challenge"))[0]
        #expect(kept == 9, "eight of one session, one of the other")
        #expect(try await fixture.attest(app, challenge: first) == .failure("ATTESTATION_CHALLENGE"))
        #expect(try await fixture.attest(app, challenge: last).get()["attestation"] == "development")
        #expect(try await fixture.assert(app, counter: 1, challenge: other, token: "ctx-2").get()["ticket"] != nil)
    }

    @Test("client data that contradicts the request in any member is refused")
    func clientData() async throws {
        let changes: [[String: JSONValue?]] = [
            ["purpose": "assert"], ["partner": "partner2"], ["client": "other"], ["tokenSha256": "x"],
            ["tokenSha256": .some(nil)], ["extra": "x"], ["partner": 7],
        ]
        for change in changes {
            #expect(try await fixture.attest(app, data: change) == .failure("ATTESTATION_MISMATCH"), "\(change)")
        }
        #expect(try await fixture.attest(app, client: "other") == .failure("ATTESTATION_MISMATCH"))
        #expect(try await fixture.attest(app, data: ["challenge": .some(nil)]) == .failure("ATTESTATION_CHALLENGE"))
        #expect(try await fixture.attest(app).get()["attestation"] == "development")
        for change: [String: JSONValue?] in [
            ["manifestHash": .string(Base64URL.encode(SHA256.hash([])))], ["journeyId": "other"],
            ["manifestHash": "short"],
        ] {
            #expect(
                try await fixture.assert(app, counter: 1, data: change) == .failure("ATTESTATION_MANIFEST_UNKNOWN"),
                "\(change)")
        }
    }

    @Test("an attestation for another subject is refused with its own code")
    func mismatches() async throws {
        var other = try DevelopmentApp()
        #expect(
            try await fixture.attest(app, body: ["keyId": .string(Base64URL.encode(other.keyID))])
                == .failure("ATTESTATION_KEY"))
        #expect(
            try await fixture.attest(
                app, body: ["registration": .string(try await other.registration(at: fixture.now))])
                == .failure("ATTESTATION_MISMATCH"))
        #expect(
            try await fixture.attest(
                app, body: ["registration": .string(try await app.registration(at: fixture.now, typ: "JWT"))])
                == .failure("INSTANCE_MALFORMED"))
        #expect(
            try await fixture.attest(
                app, body: ["registration": .string(try await app.registration(at: fixture.now - 301))])
                == .failure("INSTANCE_EXPIRED"))
        other.instance = app.instance
        let strange = Base64URL.encode(try await other.attestation(of: [1]))
        #expect(try await fixture.attest(app, body: ["attestation": .string(strange)]) == .failure("ATTESTATION_NONCE"))
        for body: [String: JSONValue] in [
            ["attestation": "AA"], ["attestation": 1], ["clientData": "AA"], ["keyId": ""],
        ] {
            #expect(try await fixture.attest(app, body: body) == .failure("ATTESTATION_MALFORMED"), "\(body)")
        }
        for format: JSONValue in ["none", "apple", 1] {
            #expect(try await fixture.attest(app, body: ["format": format]) == .failure("ATTESTATION_UNSUPPORTED"))
        }
        #expect(try await fixture.attest(app, body: ["format": "apple-appattest"]) == .failure("ATTESTATION_MALFORMED"))
        var foreign = app
        foreign.appID = "TEAM123456.com.nobody"
        #expect(try await fixture.attest(foreign) == .failure("ATTESTATION_APP"))
        let keys = try await fixture.answer("/instances/\(app.thumbprint)/keys.json", [], method: .get)
        #expect(keys.status == 404, "nothing that was refused is registered")
    }

    @Test("a key is attested once, and asserts for its own instance, partner and client only")
    func keys() async throws {
        #expect(try await fixture.assert(app, counter: 1) == .failure("ATTESTATION_KEY_UNKNOWN"))
        _ = try await fixture.attest(app).get()
        #expect(try await fixture.attest(app) == .failure("ATTESTATION_KEY_KNOWN"))
        var stolen = try DevelopmentApp()
        stolen.key = app.key
        #expect(try await fixture.attest(stolen) == .failure("ATTESTATION_KEY_KNOWN"))
        #expect(try await fixture.assert(stolen, counter: 1) == .failure("ATTESTATION_KEY_UNKNOWN"))
        #expect(
            try await fixture.assert(app, counter: 1, client: "other", data: ["client": "other"])
                == .failure("ATTESTATION_KEY_UNKNOWN"))
        var forger = app
        forger.key = try .generate()
        #expect(
            try await fixture.assert(forger, counter: 1, body: ["keyId": .string(Base64URL.encode(app.keyID))])
                == .failure("ATTESTATION_SIGNATURE"))
        #expect(try await fixture.assert(app, counter: 1).get()["ticket"] != nil)
        // A new key for the same instance, as after a restored backup.
        var renewed = app
        renewed.key = try .generate()
        #expect(try await fixture.attest(renewed).get()["attestation"] == "development")
        #expect(try await fixture.assert(renewed, counter: 1).get()["ticket"] != nil)
    }

    @Test("a counter that does not increase is refused, and one of two equal ones passes", arguments: [2, 16])
    func counter(many: Int) async throws {
        _ = try await fixture.attest(app).get()
        #expect(try await fixture.assert(app, counter: 5).get()["ticket"] != nil)
        for counter: Int64 in [5, 4, 1] {
            #expect(try await fixture.assert(app, counter: counter) == .failure("ATTESTATION_COUNTER"))
        }
        for counter: Int64 in [0, -1, 4_294_967_296] {
            #expect(try await fixture.assert(app, counter: counter) == .failure("ATTESTATION_MALFORMED"))
        }
        let fixture = fixture
        let app = app
        let (answers, counter) = try await withThrowingTaskGroup(of: Result<JSONValue, AttestationFixture.Code>.self) {
            group in
            // Each with its own challenge, from as many sessions as needed.
            for index in 0..<many {
                group.addTask {
                    try await fixture.assert(app, counter: 6, token: index.isMultiple(of: 2) ? "ctx-1" : "ctx-2")
                }
            }
            return (try await group.reduce(into: []) { $0.append($1) }, 6)
        }
        let passed = answers.filter { (try? $0.get()) != nil }
        #expect(passed.count == 1, "of \(many) with the number \(counter)")
        #expect(answers.allSatisfy { (try? $0.get()) != nil || $0 == .failure("ATTESTATION_COUNTER") })
    }

    @Test("an accepted key is refused when the policy changes: in production, or when it is revoked")
    func policies() async throws {
        let production = AttestationFixture.policy("production", development: true)
        #expect(try await fixture.attest(app, policy: production) == .failure("ATTESTATION_ENVIRONMENT"))
        #expect(
            try await fixture.attest(app, policy: AttestationFixture.policy(development: false))
                == .failure("ATTESTATION_ENVIRONMENT"))
        _ = try await fixture.attest(app).get()
        let ticket = try #require(try await fixture.assert(app, counter: 1).get()["ticket"])
        for (policy, code) in [
            (production, "ATTESTATION_ENVIRONMENT"),
            (AttestationFixture.policy(revoked: [app.keyID]), "ATTESTATION_KEY_REVOKED"),
            // Its app was removed from the configuration.
            (AttestationFixture.policy(apps: ["partner": ["TEAM123456.com.partner.next"]]), "ATTESTATION_APP"),
        ] {
            #expect(try await fixture.assert(app, counter: 9, policy: policy) == .failure(.init(code)))
            #expect(
                try await fixture.post("/attestations/check", ["ticket": ticket], token: "bank-1", policy: policy)
                    == .failure(.init(code)))
            let asked = try await fixture.post(
                "/attestations/challenges", ["instance": .string(app.thumbprint)], policy: policy)
            #expect(try asked.get()["attestation"] == "none")
            let keys = try await fixture.answer(
                "/instances/\(app.thumbprint)/keys.json", [], method: .get, policy: policy)
            #expect(keys.body["attestation"] == "none")
        }
        #expect(
            try await fixture.attest(app, policy: AttestationFixture.policy(revoked: [app.keyID]))
                == .failure("ATTESTATION_KEY_REVOKED"))
        // The same after all apps were removed.
        let nothing = AttestationFixture.policy(apps: [:])
        #expect(
            try await fixture.post("/attestations/check", ["ticket": ticket], token: "bank-1", policy: nothing)
                == .failure("ATTESTATION_APP"))
        #expect(try await fixture.assert(app, counter: 9).get()["ticket"] != nil, "nothing was forgotten")
    }

    @Test("a body without a JSON content type is not read", arguments: ["text/plain", "application/jose", ""])
    func types(type: String) async throws {
        let fixture = try await AttestationFixture()
        for (path, token) in [
            ("/attestations/challenges", "ctx-1"), ("/attestations", "ctx-1"), ("/attestations/assertions", "ctx-1"),
            ("/attestations/check", "bank-1"),
        ] {
            let answer = try await fixture.answer(path, Array("{}".utf8), token: token, type: type)
            #expect(answer.status == 415 && answer.body["code"] == "UNSUPPORTED_TYPE")
            #expect(try await fixture.answer(path, Array("{}".utf8), token: "nobody", type: type).status == 401)
        }
    }

    @Test("a ticket is for banks, expires after an hour, and cannot be guessed")
    func tickets() async throws {
        _ = try await fixture.attest(app).get()
        let ticket = try #require(try await fixture.assert(app, counter: 1).get()["ticket"])
        #expect(try await fixture.post("/attestations/check", ["ticket": ticket]) == .failure("AUTH_EXPIRED"))
        let guess = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
        #expect(
            try await fixture.post("/attestations/check", ["ticket": guess], token: "bank-1")
                == .failure("ATTESTATION_CHALLENGE"))
        #expect(
            try await fixture.post("/attestations/check", ["ticket": "AA"], token: "bank-1")
                == .failure("ATTESTATION_MALFORMED"))
        fixture.clock.withLock { $0 += 3_600 }
        #expect(
            try await fixture.post("/attestations/check", ["ticket": ticket], token: "bank-1").get()["instance"] != nil)
        fixture.clock.withLock { $0 += 1 }
        #expect(
            try await fixture.post("/attestations/check", ["ticket": ticket], token: "bank-1")
                == .failure("ATTESTATION_CHALLENGE"))
    }

    @Test("a request without a token is refused, and a gateway without attestation says so")
    func strangers() async throws {
        for path in ["/attestations/challenges", "/attestations", "/attestations/assertions"] {
            #expect(try await fixture.post(path, [:], token: "nobody") == .failure("AUTH_EXPIRED"))
            #expect(try await fixture.post(path, [:], client: "nobody") == .failure("PARTNER_UNKNOWN"))
            #expect(try await fixture.post(path, []) == .failure("ATTESTATION_MALFORMED"))
            let nothing = AttestationPolicy(environment: "production", appIDs: [:], roots: [])
            #expect(try await fixture.post(path, [:], policy: nothing) == .failure("ATTESTATION_UNSUPPORTED"))
        }
    }
}
