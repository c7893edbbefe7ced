import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Session proof checks")
struct ProofServiceTests {
    static let token = "ctx-1"
    static let credential = "bank-1"
    static let now: Int64 = 1_800_000_000
    let instance: P256PrivateKey
    let service: ProofService
    let hash = SHA256.hash(Array("manifest".utf8))

    init() async throws {
        instance = try .generate()
        let database = try await Database.patient(.memory)
        let manifests = try await ManifestStore(database)
        try await database.execute(
            "INSERT INTO manifest_hash VALUES ($1, 'transfer', 7)", [.blob(hash)])
        var access = GatewayAccess()
        access.admit(token: Secret(copying: Self.token.utf8), partner: "partner", client: "client")
        var dependencies = Dependencies.system
        dependencies.now = { Date(timeIntervalSince1970: TimeInterval(Self.now)) }
        service = ProofService(
            store: try await ProofStore(database), manifests: manifests, access: access,
            checkers: [SHA256.hash(Array(Self.credential.utf8))], dependencies: dependencies)
    }

    private func post(
        _ path: String, _ body: [UInt8], token: String, type: String? = nil
    ) async throws -> (status: Int, body: JSONValue) {
        let response = await service.handle(
            HTTPRequest(
                method: .post, url: try #require(HTTPSURL("https://g.example\(path)")),
                headers: [
                    "Authorization": "Bearer \(token)", "X-Partner-Id": "partner", "X-Client-Id": "client",
                    "Content-Type": type ?? (path == "/instances" ? "application/jose" : "application/json"),
                ], body: body))
        return (response.status, try JSONReader.read(response.body))
    }

    /// Registers `key` with a signature by `signer`.
    private func register(
        _ key: P256PrivateKey, signer: P256PrivateKey? = nil, issued: Int64 = now, typ: String = "journey-instance+jwt"
    ) async throws -> (status: Int, body: JSONValue) {
        let claims: JSONValue = [
            "jwk": try #require(try JWKSet(["k": key.publicKey]).json["keys"]?[0]),
            "iat": .number(JSONNumber(issued)),
        ]
        let text = try await CompactJWS.sign(claims.compactBytes, typ: typ, kid: nil, key: signer ?? key)
        return try await post("/instances", Array(text.utf8), token: Self.token)
    }

    private func claims(_ members: [String: JSONValue] = [:]) -> JSONValue {
        .object(
            [
                "origin": "https://bank.example", "pageNonce": "nonce-1", "docId": "doc-1", "journeyId": "transfer",
                "stepId": "review", "manifestHash": .string(Base64URL.encode(hash)),
                "iat": .number(JSONNumber(Self.now)), "exp": .number(JSONNumber(Self.now + 60)),
                "jti": "proof-0001", "pageKeySha256": "p", "sdkKeySha256": "s",
            ].merging(members) { $1 })
    }

    private func proof(
        _ members: [String: JSONValue] = [:], key: P256PrivateKey? = nil, kid: String? = nil,
        typ: String = "journey-session-proof+jwt"
    ) async throws -> String {
        try await CompactJWS.sign(
            claims(members).compactBytes, typ: typ, kid: kid ?? instance.publicKey.thumbprint, key: key ?? instance)
    }

    private func check(_ proof: String, _ expected: [String: JSONValue] = [:]) async throws -> String {
        let members: [String: JSONValue] = [
            "proof": .string(proof), "origin": "https://bank.example", "pageNonce": "nonce-1",
        ]
        let answer = try await post(
            "/proofs/check", JSONValue.object(members.merging(expected) { $1 }).compactBytes, token: Self.credential)
        return answer.status == 200 ? "proved" : answer.body["code"]?.string ?? "?"
    }

    @Test("a proof of a registered instance for this page and time is accepted once")
    func once() async throws {
        #expect(try await register(instance).status == 201)
        let proof = try await proof()
        let answer = try await post(
            "/proofs/check",
            JSONValue.object([
                "proof": .string(proof), "origin": "https://bank.example", "pageNonce": "nonce-1",
                "stepId": "review", "sdkKeySha256": "s",
            ]).compactBytes, token: Self.credential)
        #expect(answer.status == 200)
        #expect(
            answer.body == [
                "instance": .string(instance.publicKey.thumbprint), "attestation": "none", "partner": "partner",
                "client": "client", "journeyId": "transfer", "stepId": "review", "manifestSequence": 7,
                "expires": .number(JSONNumber(Self.now + 60)),
            ])
        #expect(try await check(proof) == "PROOF_REPLAYED")
        // A new signature over the same claims is the same proof.
        #expect(try await check(try await self.proof()) == "PROOF_REPLAYED")
        #expect(try await check(try await self.proof(["jti": "proof-0002"])) == "proved")
    }

    @Test("one of many concurrent presentations of a proof is accepted")
    func race() async throws {
        #expect(try await register(instance).status == 201)
        let proof = try await proof()
        let verdicts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { try await check(proof) } }
            var verdicts: [String] = []
            for try await verdict in group { verdicts.append(verdict) }
            return verdicts
        }
        #expect(verdicts.count { $0 == "proved" } == 1)
        #expect(verdicts.count { $0 == "PROOF_REPLAYED" } == 15)
    }

    @Test("an invalid proof uses nothing up")
    func attacks() async throws {
        let stranger = try P256PrivateKey.generate()
        #expect(try await register(instance).status == 201)
        #expect(try await check("a.b.c") == "PROOF_MALFORMED")
        #expect(
            try await check(try await proof(key: stranger, kid: stranger.publicKey.thumbprint))
                == "PROOF_INSTANCE_UNKNOWN")
        #expect(try await check(try await proof(key: stranger)) == "PROOF_SIGNATURE")
        #expect(try await check(try await proof(typ: "journey-instance+jwt")) == "PROOF_SIGNATURE")
        for (members, code) in [
            (["origin": "https://bank.example:8443"], "PROOF_MISMATCH"), (["pageNonce": "nonce-2"], "PROOF_MISMATCH"),
            (["iat": .number(JSONNumber(Self.now - 91)), "exp": .number(JSONNumber(Self.now - 31))], "PROOF_EXPIRED"),
            (["iat": .number(JSONNumber(Self.now + 31)), "exp": .number(JSONNumber(Self.now + 91))], "PROOF_EXPIRED"),
            (["exp": .number(JSONNumber(Self.now + 61))], "PROOF_EXPIRED"),
            (["exp": .number(JSONNumber(Self.now))], "PROOF_EXPIRED"),
            (["manifestHash": .string(Base64URL.encode(SHA256.hash([1])))], "PROOF_MANIFEST_UNKNOWN"),
            (["journeyId": "opening"], "PROOF_MANIFEST_UNKNOWN"), (["jti": "x"], "PROOF_MALFORMED"),
            // A value that no database can hold is the client's error, not the database's.
            (["jti": "proof\u{0}0001"], "PROOF_MALFORMED"), (["journeyId": "trans\u{0}fer"], "PROOF_MALFORMED"),
        ] as [([String: JSONValue], String)] {
            #expect(try await check(try await proof(members)) == code)
        }
        #expect(try await check(try await proof(), ["sdkKeySha256": "other"]) == "PROOF_MISMATCH")
        #expect(try await check(try await proof()) == "proved")
    }

    @Test(
        "times beyond the calculable range are refused",
        arguments: [Int64.min, .min + 29, -1, (1 << 53) + 1, .max - 29, .max])
    func extremes(moment: Int64) async throws {
        #expect(try await register(instance, issued: moment).body["code"] == "INSTANCE_MALFORMED")
        #expect(try await register(instance).status == 201)
        for (issued, expires) in [
            (moment, moment &+ 60), (moment &- 60, moment), (moment, Self.now), (Self.now, moment),
        ] {
            let times: [String: JSONValue] = [
                "iat": .number(JSONNumber(issued)), "exp": .number(JSONNumber(expires)),
            ]
            #expect(try await check(try await proof(times)) == "PROOF_MALFORMED")
        }
        #expect(try await check(try await proof()) == "proved")
    }

    @Test(
        "a body with another content type is not read",
        arguments: ["application/json", "application/jose", "text/plain", "", "application/json; charset=latin1"])
    func types(type: String) async throws {
        for (path, good, token) in [
            ("/instances", "application/jose", Self.token), ("/proofs/check", "application/json", Self.credential),
        ] {
            let answer = try await post(path, Array("x".utf8), token: token, type: type)
            #expect((answer.status == 415) == (type != good))
            #expect((answer.body["code"] == "UNSUPPORTED_TYPE") == (type != good))
            // Authentication comes first.
            #expect(try await post(path, Array("x".utf8), token: "nobody", type: type).status == 401)
        }
    }

    @Test("a checker must authenticate and state the expected values")
    func callers() async throws {
        let body = JSONValue.object(["proof": "x", "origin": "https://bank.example"]).compactBytes
        #expect(try await post("/proofs/check", body, token: Self.token).status == 401)
        #expect(try await post("/proofs/check", body, token: Self.credential).status == 400)
        #expect(try await check("a.b.c", ["orign": "x"]) == "VALIDATION_FAIL")
    }

    @Test("an instance registers with its own key, a current time and a token")
    func registration() async throws {
        let stranger = try P256PrivateKey.generate()
        #expect(try await register(instance, signer: stranger).body["code"] == "INSTANCE_MALFORMED")
        #expect(try await register(instance, typ: "journey-session-proof+jwt").body["code"] == "INSTANCE_MALFORMED")
        #expect(try await register(instance, issued: Self.now - 301).body["code"] == "INSTANCE_EXPIRED")
        #expect(try await post("/instances", [], token: Self.credential).status == 401)
        #expect(try await check(try await proof()) == "PROOF_INSTANCE_UNKNOWN")
        for _ in 0..<2 {
            let answer = try await register(instance)
            #expect(answer.status == 201 && answer.body["instance"] == .string(instance.publicKey.thumbprint))
        }
        #expect(try await check(try await proof()) == "proved")
    }

    @Test("a partner's registrations evict none of another's, nor its own when repeated")
    func bounds() async throws {
        let store = try await ProofStore(
            try await Database.patient(.memory), most: 2, mostInAnHour: 1_000, mostByToken: 1_000)
        func register(_ key: P256PrivateKey, _ partner: String) async throws {
            try await store.register(key.publicKey, by: Self.caller(partner), at: Self.now)
        }
        func isKnown(_ key: P256PrivateKey) async throws -> Bool {
            try await store.instance(key.publicKey.thumbprint) != nil
        }
        let (quiet, first, second) = (
            try P256PrivateKey.generate(), try P256PrivateKey.generate(), try P256PrivateKey.generate()
        )
        for _ in 0..<20 {
            try await register(quiet, "quiet")
            try await register(first, "loud")
            try await register(second, "loud")
        }
        for key in [quiet, first, second] { #expect(try await isKnown(key)) }
        try await register(.generate(), "loud")
        #expect(try await !isKnown(first))
        for key in [quiet, second] { #expect(try await isKnown(key)) }
    }

    @Test("a partner's registrations are limited per hour")
    func rate() async throws {
        let store = try await ProofStore(
            try await Database.patient(.memory), most: 100, mostInAnHour: 2, mostByToken: 100)
        func register(_ partner: String, at moment: Int64) async throws {
            try await store.register(P256PrivateKey.generate().publicKey, by: Self.caller(partner), at: moment)
        }
        for _ in 0..<2 { try await register("p", at: Self.now) }
        let problem = await #expect(throws: Problem.self) { try await register("p", at: Self.now + 3_599) }
        #expect(problem?.status == 429 && problem?.headers["Retry-After"] == "3600")
        try await register("other", at: Self.now)
        try await register("p", at: Self.now + 3_600)
    }

    @Test(
        "one token may use only part of its partner's registrations, so a stolen one does not block others",
        arguments: GatewayFolder.Store.available)
    func rateOfToken(kind: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: kind) { folder in
            let database = try await Database.open(
                try GatewayContent(file: folder.file, at: Date()).configuration.store.place())
            defer { database.close() }
            let store = try await ProofStore(database, most: 100, mostInAnHour: 100, mostByToken: 2)
            let known = try P256PrivateKey.generate().publicKey
            func register(_ token: UInt8, _ key: P256PublicKey? = nil, at moment: Int64 = Self.now) async throws {
                let key = try key ?? P256PrivateKey.generate().publicKey
                try await store.register(key, by: Self.caller("p", session: [token]), at: moment)
            }
            try await register(1, known)
            try await register(1)
            let problem = await #expect(throws: Problem.self) { try await register(1, at: Self.now + 3_599) }
            #expect(problem?.status == 429 && problem?.headers["Retry-After"] == "3600")
            // A known instance may be registered again with any token; other tokens have their own counts.
            try await register(1, known)
            for _ in 0..<2 { try await register(2) }
            try await register(1, at: Self.now + 3_600)
        }
    }

    private static func caller(_ partner: String, session: [UInt8] = [1]) -> GatewayCaller {
        GatewayCaller(partner: partner, client: "c", session: session)
    }

    @Test("a proof is remembered as long as any instance's clock could accept it")
    func skew() async throws {
        let store = try await ProofStore(try await Database.patient(.memory))
        #expect(try await store.isFirst("i", "proof-0001", until: Self.now, now: Self.now))
        // An instance whose clock is ahead deletes the proof; one that is behind receives it again.
        #expect(try await store.isFirst("i", "proof-0002", until: Self.now + 300, now: Self.now + 300))
        #expect(try await !store.isFirst("i", "proof-0001", until: Self.now, now: Self.now))
        #expect(try await store.isFirst("i", "proof-0003", until: Self.now + 301, now: Self.now + 301))
        #expect(try await store.isFirst("i", "proof-0001", until: Self.now, now: Self.now + 301))
    }
}
