import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
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
    private let store: ManifestStore
    private let keys: ManifestKeySet

    init() async throws {
        key = try .generate()
        id = try #require(JourneyID("transfer"))
        var access = GatewayAccess()
        access.admit(token: Secret(copying: Self.token.utf8), partner: "partner", client: "client")
        access.admit(token: Secret(copying: Array("ctx-3".utf8)), partner: "other", client: "its-own")
        let database = try await Database.patient(.memory)
        store = try await ManifestStore(database)
        keys = try TestJourney.keySet(try JWKSet(["k": key.publicKey]), root: .generate())
        let keySets = try await KeySetStore(database)
        try await keySets.publish(PublishedKeySet(keys), for: .manifests)
        service = ManifestService(store: store, keySets: keySets, access: access)
    }

    private func publish(
        manifest: [UInt8], openAPI: [UInt8], leastVersion: Journey.Version = .v12
    ) async throws(JourneyError) {
        try await store.publish(
            PublishedJourney(
                id: id, manifest: manifest, openAPI: openAPI, keys: keys, leastVersion: leastVersion, now: Date()))
    }

    private func manifest(
        sequence: Int64 = 1, openAPI: [UInt8], changes: [String: JSONValue?] = [:]
    ) async throws -> [UInt8] {
        let manifest = TestJourney.manifest("transfer", sequence: sequence, openAPI: openAPI, changes: changes)
        // Whitespace and order as edited by hand: bytes are served as stored.
        return Array("  ".utf8) + (try await TestJourney.signed(manifest, by: key, kid: "k")) + Array("\n".utf8)
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
        try await publish(manifest: manifest, openAPI: openAPI)
        return (manifest, openAPI)
    }

    @Test("a published manifest is served byte for byte")
    func bytes() async throws {
        let published = try await publish()
        let manifest = try await get("/journeys/transfer/manifest.json", Self.known)
        #expect(manifest.status == 200)
        #expect(manifest.body == published.manifest)
        #expect(manifest.headers["Content-Type"] == "application/json")
        #expect(manifest.headers["Cache-Control"] == "private, no-cache")
        let bundle = try await get("/journeys/transfer/openapi.json")
        #expect(bundle.body == published.openAPI)
        // A cached bundle might not be the one that a new manifest pins.
        #expect(bundle.headers["Cache-Control"] == "public, no-cache")
        let keys = try await get("/.well-known/journey-keys.json")
        #expect(try JWKSet(JSONReader.read(keys.body)).key("k") == VerificationKey(key.publicKey))
    }

    @Test(
        "a manifest is served only to known partners with a token",
        arguments: [
            ([:], 401), (["Authorization": "Bearer ctx-1"], 403),
            (["Authorization": "Bearer ctx-2", "X-Partner-Id": "partner", "X-Client-Id": "client"], 401),
            (["Authorization": "Basic ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "client"], 401),
            (["Authorization": "bearer ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "client"], 200),
            (["Authorization": "Bearer  ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "client"], 401),
            (["Authorization": "Bearer ctx-1", "X-Partner-Id": "partner", "X-Client-Id": "its-own"], 403),
            (["Authorization": "Bearer ctx-1", "X-Partner-Id": "Partner", "X-Client-Id": "client"], 403),
            (["Authorization": "Bearer ctx-1", "X-Client-Id": "client"], 403),
            // Both are known, each with its own token, but not with the other's.
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
        // Unauthenticated callers can't learn which journeys exist.
        if status != 200 { #expect(try await get("/journeys/unknown/manifest.json", headers).status == status) }
    }

    @Test(
        "a missing resource is a 404 with a problem document",
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

    @Test("writing methods are refused")
    func methods() async throws {
        let response = try await get("/journeys/transfer/manifest.json", Self.known, .put)
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test("a client with the current bytes gets 304", arguments: ["TAG", "W/TAG", "\"x\", TAG", "*"])
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

    @Test("a manifest that the gateway's keys do not verify is not published")
    func refusals() async throws {
        let openAPI = Array("{}".utf8)
        let good = try await manifest(sequence: 5, openAPI: openAPI)
        let changed = Array(
            String(decoding: good, as: UTF8.self).replacing("\"completed\"", with: "\"cancelled\"").utf8)
        let cases: [([UInt8], [UInt8], ErrorCode)] = [
            (changed, openAPI, .manifestSignature), (good, Array("{ }".utf8), .oapiHash),
            (good, Array("{".utf8), .oapiInvalid), (Array("{}".utf8), openAPI, .manifestInvalid),
            (Array("[".utf8), openAPI, .manifestInvalid),
            (try await manifest(openAPI: openAPI, changes: ["journeyId": "other"]), openAPI, .manifestMismatch),
        ]
        for (manifest, bundle, code) in cases {
            let error = await #expect(throws: JourneyError.self) {
                try await publish(manifest: manifest, openAPI: bundle)
            }
            #expect(error?.code == code)
        }
        #expect(try await get("/journeys/transfer/manifest.json", Self.known).status == 404)
    }

    @Test("an older manifest, or another one of the same number, does not replace a newer one")
    func rollback() async throws {
        let openAPI = Array("{}".utf8)
        let newer = try await manifest(sequence: 5, openAPI: openAPI)
        let older = try await manifest(sequence: 4, openAPI: openAPI)
        let other = try await manifest(sequence: 5, openAPI: openAPI, changes: ["minSdk": "1.0.0"])
        try await publish(manifest: newer, openAPI: openAPI)
        for refused in [older, other] {
            let error = await #expect(throws: JourneyError.self) {
                try await publish(manifest: refused, openAPI: openAPI)
            }
            #expect(error?.code == .manifestInvalid)
        }
        try await publish(manifest: newer, openAPI: openAPI)
        #expect(try await get("/journeys/transfer/manifest.json", Self.known).body == newer)
        // A new signature over the same content doesn't change the manifest, as after a key revocation.
        let again = try await manifest(sequence: 5, openAPI: openAPI)
        #expect(again != newer)
        try await publish(manifest: again, openAPI: openAPI)
        #expect(try await get("/journeys/transfer/manifest.json", Self.known).body == again)
    }

    @Test("manifests of version 1.1 have no number and replace each other where allowed")
    func earlier() async throws {
        let openAPI = Array("{}".utf8)
        for minimum in ["1.0.0", "1.1.0", "1.0.0"] {
            let changes = TestJourney.earlier.merging(["minSdk": .string(minimum)]) { $1 }
            let bytes = try await manifest(openAPI: openAPI, changes: changes)
            try await publish(manifest: bytes, openAPI: openAPI, leastVersion: .v11)
            #expect(try await get("/journeys/transfer/manifest.json", Self.known).body == bytes)
            let error = await #expect(throws: JourneyError.self) {
                try await publish(manifest: bytes, openAPI: openAPI)
            }
            #expect(error?.code == .manifestVersion)
        }
    }
}
