import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Remote configuration service")
struct RemoteConfigurationServiceTests {
    let key: P256PrivateKey
    let service: RemoteConfigurationService
    private let store: RemoteConfigurationStore

    init() async throws {
        key = try .generate()
        let database = try await Database.patient(.memory)
        store = try await RemoteConfigurationStore(database)
        let keySets = try await KeySetStore(database)
        try await keySets.publish(PublishedKeySet(try JWKSet(["r": key.publicKey])), for: .remoteConfiguration)
        service = RemoteConfigurationService(store: store, keySets: keySets, environment: "sandbox")
    }

    private func document(_ members: [String: JSONValue] = [:]) -> JSONValue {
        .object(
            [
                "environment": "sandbox", "sequence": 5, "notBefore": "2026-01-01T00:00:00Z",
                "notAfter": "2026-02-01T00:00:00Z", "refreshSeconds": 60, "graceSeconds": 60, "rules": [],
            ].merging(members) { $1 })
    }

    private func signed(_ members: [String: JSONValue] = [:]) async throws -> [UInt8] {
        Array(
            try await CompactJWS.sign(
                document(members).compactBytes, typ: RemoteConfiguration.type, kid: "r", key: key
            ).utf8)
    }

    private func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> HTTPResponse {
        await service.handle(HTTPRequest(url: try #require(HTTPSURL("https://g.example\(path)")), headers: headers))
    }

    private func refusal(_ document: [UInt8]) async throws -> ErrorCode? {
        let keys = try JWKSet(["r": key.publicKey])
        do throws(JourneyError) {
            try await store.publish(document, environment: "sandbox", keys: keys)
            return nil
        } catch { return error.code }
    }

    @Test("a published document is served byte for byte to anyone, and as 304 to a client that has it")
    func served() async throws {
        #expect(try await get("/remote-configuration/sandbox").status == 404)
        let bytes = try await signed()
        #expect(try await refusal(bytes) == nil)
        let response = try await get("/remote-configuration/sandbox")
        #expect(response.body == bytes)
        #expect(response.headers["Content-Type"] == "application/jose")
        #expect(response.headers["Cache-Control"] == "no-cache")
        let tag = try #require(response.headers["ETag"])
        let again = try await get("/remote-configuration/sandbox", ["If-None-Match": tag])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["ETag"] == tag)
        #expect(try await get("/remote-configuration/production").status == 404)
        let keys = try await get("/.well-known/remote-configuration-keys.json")
        #expect(try JWKSet(JSONReader.read(keys.body)).key("r") == VerificationKey(key.publicKey))
    }

    @Test("an older document, or another of the same number, is refused; the same one signed anew is accepted")
    func monotonic() async throws {
        #expect(try await refusal(signed()) == nil)
        #expect(try await refusal(signed()) == nil)
        #expect(try await refusal(signed(["refreshSeconds": 61])) == .remoteConfigRollback)
        #expect(try await refusal(signed(["sequence": 4])) == .remoteConfigRollback)
        #expect(try await refusal(signed(["sequence": 6, "refreshSeconds": 61])) == nil)
    }

    @Test(
        "a document that devices could not use or would misread is not published",
        arguments: [
            ["environment": "production"], ["environment": "staging"], ["sequnce": 6], ["rules": [["stop": "paused"]]],
            ["rules": [["journey": "a", "sdkUntil": "2", "stop": "stopped"]]], ["rules": [[:]]],
            ["rules": [["sdkFrom": "2", "sdkBefore": "1.9", "stop": "stopped"]]],
            ["notAfter": "2026-01-01T00:00:00Z"], ["refreshSeconds": 9], ["graceSeconds": "60"],
        ] as [[String: JSONValue]])
    func slips(members: [String: JSONValue]) async throws {
        #expect(try await refusal(signed(members)) == .remoteConfigInvalid)
    }

    @Test("a document signed by an unknown key is not published")
    func stranger() async throws {
        let other = try P256PrivateKey.generate()
        let text = try await CompactJWS.sign(
            document().compactBytes, typ: RemoteConfiguration.type, kid: "r", key: other)
        #expect(try await refusal(Array(text.utf8)) == .remoteConfigInvalid)
        #expect(try await refusal(document().compactBytes) == .remoteConfigInvalid)
    }
}
