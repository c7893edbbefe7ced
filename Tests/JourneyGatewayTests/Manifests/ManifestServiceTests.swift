import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Manifest service")
struct ManifestServiceTests {
    static let token = "ctx-1"
    static let known: HTTPFields = [
        "Authorization": "Bearer ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "client",
    ]

    let key: P256PrivateKey
    let service: ManifestService
    let id: JourneyID

    init() async throws {
        key = try .generate()
        id = try #require(JourneyID("transfer"))
        var access = GatewayAccess()
        access.admit(token: Secret(copying: Self.token.utf8), partner: "partner", client: "client")
        access.admit(token: Secret(copying: Array("ctx-3".utf8)), partner: "other", client: "its-own")
        service = ManifestService(
            store: try await ManifestStore(.memory), keys: PublishedKeySet(try JWKSet(["k": key.publicKey])),
            access: access)
    }

    private func manifest(sequence: Int64 = 1, openAPI: [UInt8], members: [String: JSONValue] = [:]) async throws
        -> [UInt8]
    {
        var manifest: [String: JSONValue] = [
            "journeyId": "transfer", "sequence": .number(JSONNumber(sequence)),
            "oapiSha256": .string(Hex.encode(SHA256.hash(openAPI))),
        ]
        for (name, value) in members { manifest[name] = value }
        let payload = try #require(JSONValue.object(manifest).canonicalBytes)
        manifest["signature"] = .string(try await DetachedJWS.sign(payload, with: key, kid: "k"))
        // Spaces and order as a person would have them: bytes are served as they are stored.
        return Array("  ".utf8) + JSONValue.object(manifest).compactBytes + Array("\n".utf8)
    }

    private func get(_ path: String, _ headers: HTTPFields = [:], _ method: HTTPMethod = .get) async throws
        -> HTTPResponse
    {
        let url = try #require(HTTPSURL("https://gateway.localhost\(path)"))
        return await service.handle(HTTPRequest(method: method, url: url, headers: headers))
    }

    private func publish() async throws -> (manifest: [UInt8], openAPI: [UInt8]) {
        let openAPI = Array(#"{"openapi": "3.0.3"}"#.utf8)
        let manifest = try await manifest(openAPI: openAPI)
        try await service.publish(id, manifest: manifest, openAPI: openAPI)
        return (manifest, openAPI)
    }

    @Test("what was published is served byte for byte")
    func bytes() async throws {
        let published = try await publish()
        let manifest = try await get("/journeys/transfer/manifest.json", Self.known)
        #expect(manifest.status == 200)
        #expect(manifest.body == published.manifest)
        #expect(manifest.headers["Content-Type"] == "application/json")
        #expect(manifest.headers["Cache-Control"] == "private, no-cache")
        let bundle = try await get("/journeys/transfer/openapi.json")
        #expect(bundle.body == published.openAPI)
        // Held back for a while, it would not be the one that a new manifest pins.
        #expect(bundle.headers["Cache-Control"] == "public, no-cache")
        let keys = try await get("/.well-known/journey-keys.json")
        #expect(try JWKSet(JSONReader.read(keys.body)).key("k") == VerificationKey(key.publicKey))
    }

    @Test(
        "a manifest is for known partners with a token",
        arguments: [
            ([:], 401), (["Authorization": "Bearer ctx-1"], 403),
            (["Authorization": "Bearer ctx-2", "X-Partner-Id": "partner", "X-Client-Id": "client"], 401),
            (["Authorization": "Basic ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "client"], 401),
            (["Authorization": "bearer ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "client"], 200),
            (["Authorization": "Bearer  ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "client"], 401),
            (["Authorization": "Bearer ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "its-own"], 403),
            (["Authorization": "Bearer ctx-1", "X-Partner-Id": "Partner", "X-Client-Id": "client"], 403),
            (["Authorization": "Bearer ctx-1", "X-Client-Id": "client"], 403),
            // Known, each with a token of its own; but not with the other's.
            (["Authorization": "Bearer ctx-1", "X-Partner-Id": "other", "X-Client-Id": "its-own"], 403),
            (["Authorization": "Bearer ctx-3", "X-Partner-Id": "partner", "X-Client-Id": "client"], 403),
            (["Authorization": "Bearer ctx-3", "X-Partner-Id": "other", "X-Client-Id": "its-own"], 200),
            (["Authorization": "Bearer ctx-1", "authorization": "Bearer ctx-1", "X-Partner-Id": "partner"], 401),
        ] as [(HTTPFields, Int)])
    func access(headers: HTTPFields, status: Int) async throws {
        _ = try await publish()
        let response = try await get("/journeys/transfer/manifest.json", headers)
        #expect(response.status == status)
        if status != 200 { #expect(response.headers["Content-Type"] == "application/problem+json") }
        // Strangers cannot learn which journeys there are.
        if status != 200 { #expect(try await get("/journeys/unknown/manifest.json", headers).status == status) }
    }

    @Test(
        "what is not there is a 404 with a problem",
        arguments: [
            "/journeys/unknown/manifest.json", "/journeys/.hidden/manifest.json", "/journeys/transfer/other.json",
            "/journeys/%2e%2e/manifest.json", "/journeys/unknown/openapi.json", "/",
        ])
    func notFound(path: String) async throws {
        _ = try await publish()
        guard HTTPSURL("https://gateway.localhost\(path)") != nil else { return }
        let response = try await get(path, Self.known)
        #expect(response.status == 404)
        #expect(try JSONReader.read(response.body)["status"] == 404)
    }

    @Test("nothing can be written from outside")
    func methods() async throws {
        let response = try await get("/journeys/transfer/manifest.json", Self.known, .put)
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test("a client that has the bytes gets none", arguments: ["TAG", "W/TAG", "\"x\", TAG", "*"])
    func conditional(field: String) async throws {
        _ = try await publish()
        let tag = try #require(try await get("/journeys/transfer/manifest.json", Self.known).headers["ETag"])
        var headers = Self.known
        headers["If-None-Match"] = field.replacing("TAG", with: tag)
        let response = try await get("/journeys/transfer/manifest.json", headers)
        #expect(response.status == 304)
        #expect(response.body.isEmpty)
        #expect(response.headers["ETag"] == tag)
        headers["If-None-Match"] = "\"other\""
        #expect(try await get("/journeys/transfer/manifest.json", headers).status == 200)
    }

    @Test("what the gateway's keys do not verify is not published")
    func refusals() async throws {
        let openAPI = Array("{}".utf8)
        let good = try await manifest(sequence: 5, openAPI: openAPI)
        var changed = good
        if let index = changed.firstIndex(of: UInt8(ascii: "5")) { changed[index] = UInt8(ascii: "6") }
        let cases: [([UInt8], [UInt8], ErrorCode)] = [
            (changed, openAPI, .manifestSignature), (good, Array("{ }".utf8), .oapiHash),
            (good, Array("{".utf8), .oapiInvalid), (Array("{}".utf8), openAPI, .manifestInvalid),
            (Array("[".utf8), openAPI, .manifestInvalid),
            (try await manifest(openAPI: openAPI, members: ["journeyId": "other"]), openAPI, .manifestMismatch),
        ]
        for (manifest, bundle, code) in cases {
            let error = await #expect(throws: JourneyError.self) {
                try await service.publish(id, manifest: manifest, openAPI: bundle)
            }
            #expect(error?.code == code)
        }
        #expect(try await get("/journeys/transfer/manifest.json", Self.known).status == 404)
    }

    @Test("an older manifest does not take a newer one's place")
    func rollback() async throws {
        let openAPI = Array("{}".utf8)
        let newer = try await manifest(sequence: 5, openAPI: openAPI)
        let older = try await manifest(sequence: 4, openAPI: openAPI)
        try await service.publish(id, manifest: newer, openAPI: openAPI)
        await #expect(throws: JourneyError.self) { try await service.publish(id, manifest: older, openAPI: openAPI) }
        try await service.publish(id, manifest: newer, openAPI: openAPI)
        #expect(try await get("/journeys/transfer/manifest.json", Self.known).body == newer)
    }
}
