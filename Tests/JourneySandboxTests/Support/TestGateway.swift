import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneyGateway
@testable import JourneySandbox
@testable import SandboxServices

/// An in-memory gateway, which the bank asks about apps.
struct TestGateway {
    private static let credential = "bank-1"
    private static let appID = "TEAM123456.app"

    let service: GatewayService
    private let dependencies: Dependencies

    init(tokens: [String], dependencies: Dependencies) async throws {
        let database = try await Database.open(.memory)
        let stores = try await GatewayStores(database)
        for journey in ["money-transfer", "other-journey"] {
            try await database.execute(
                "INSERT INTO manifest_hash VALUES ($1, $2, 7)", [.blob(Self.hash(of: journey)), .text(journey)])
        }
        var access = GatewayAccess()
        for token in tokens {
            for partner in ["partner", "other-partner"] {
                access.admit(token: Secret(copying: token.utf8), partner: partner, client: "client")
            }
        }
        var assembly = GatewayAssembly(
            stores, identity: access, environment: "sandbox", dependencies: dependencies)
        assembly.checkers = [SHA256.hash(Array(Self.credential.utf8))]
        assembly.attestation = AttestationPolicy(
            environment: "sandbox", appIDs: ["partner": [Self.appID], "other-partner": [Self.appID]], roots: [],
            acceptsDevelopment: true)
        service = try assembly.service()
        self.dependencies = dependencies
    }

    var deviceService: DeviceService {
        DeviceService(gateway: service, credential: Secret(copying: Self.credential.utf8))
    }

    private static func hash(of journey: String) -> [UInt8] { SHA256.hash(Array(journey.utf8)) }

    /// Requests a ticket for a run of `app`, like the device's code.
    func ticket(
        for app: TestApp, token: String, partner: String = "partner", journey: String = "money-transfer"
    ) async throws -> String {
        func data(_ purpose: String, _ more: [String: JSONValue] = [:]) async throws -> [UInt8] {
            let challenge = try await post(
                "/challenges", ["instance": .string(app.instance)], token, partner)["challenge"]
            let members: [String: JSONValue] = [
                "purpose": .string(purpose), "challenge": try #require(challenge), "instance": .string(app.instance),
                "partner": .string(partner), "client": "client",
                "tokenSha256": .string(Base64URL.encode(SHA256.hash(Array(token.utf8)))),
            ]
            return JSONValue.object(members.merging(more) { $1 }).compactBytes
        }
        let key = try P256PrivateKey.generate()
        let keyID = JSONValue.string(Base64URL.encode(SHA256.hash(key.publicKey.x963)))
        let attested = try await data("attest")
        _ = try await post(
            "",
            [
                "format": "journey-development", "keyId": keyID, "clientData": .string(Base64URL.encode(attested)),
                "attestation": try await evidence(
                    attested, "attestation", ["jwk": key.publicKey.jwk], by: key),
                "registration": .string(
                    try await app.signed(
                        ["jwk": app.instanceKey.publicKey.jwk, "iat": app.now], "journey-instance+jwt",
                        by: app.instanceKey)),
            ], token, partner)
        let asserted = try await data(
            "assert",
            ["journeyId": .string(journey), "manifestHash": .string(Base64URL.encode(Self.hash(of: journey)))])
        let run = try await post(
            "/assertions",
            [
                "keyId": keyID, "clientData": .string(Base64URL.encode(asserted)),
                "assertion": try await evidence(asserted, "assertion", ["counter": 1], by: key),
            ], token, partner)
        return try #require(run["ticket"]?.string)
    }

    private func evidence(
        _ data: [UInt8], _ kind: String, _ more: [String: JSONValue], by key: P256PrivateKey
    ) async throws -> JSONValue {
        let claims: [String: JSONValue] = [
            "appId": .string(Self.appID), "clientDataHash": .string(Base64URL.encode(SHA256.hash(data))),
        ]
        let text = try await CompactJWS.sign(
            JSONValue.object(claims.merging(more) { $1 }).compactBytes, typ: "journey-development-\(kind)+jwt",
            kid: nil, key: key)
        return .string(Base64URL.encode(Array(text.utf8)))
    }

    private func post(
        _ path: String, _ body: JSONValue, _ token: String, _ partner: String
    ) async throws -> JSONValue {
        let response = await service.handle(
            HTTPRequest(
                method: .post, url: try #require(HTTPSURL("https://gateway.localhost/attestations\(path)")),
                headers: [
                    "Authorization": "Bearer \(token)", "X-Partner-Id": partner, "X-Client-Id": "client",
                    "Content-Type": "application/json",
                ], body: body.compactBytes))
        try #require(response.status < 300, "\(path): \(String(decoding: response.body, as: UTF8.self))")
        return try JSONReader.read(response.body)
    }
}
