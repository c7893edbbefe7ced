import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

/// A gateway over one database, with a caller.
final class AttestationFixture: Sendable {
    static let start: Int64 = 1_800_014_400
    static let manifestHash = SHA256.hash(Array("manifest".utf8))
    let clock = Mutex(start)
    let database: Database
    private let stores: GatewayStores
    private let access: GatewayAccess

    init() async throws {
        database = try await Database.patient(.memory)
        var access = GatewayAccess()
        for (token, client) in [("ctx-1", "client"), ("ctx-1", "other"), ("ctx-2", "client"), ("ctx-2", "other")] {
            access.admit(token: Secret(copying: token.utf8), partner: "partner", client: client)
        }
        self.access = access
        stores = try await GatewayStores(database)
        try await database.execute(
            "INSERT INTO manifest_hash VALUES ($1, 'transfer', 7)", [.blob(AttestationFixture.manifestHash)])
    }

    var now: Int64 { clock.withLock { $0 } }

    static func policy(
        _ environment: String = "sandbox", development: Bool = true, revoked: Set<[UInt8]> = [],
        roots: [TrustAnchor] = [], apps: [String: Set<String>] = ["partner": ["TEAM123456.com.partner.app"]]
    ) -> AttestationPolicy {
        AttestationPolicy(
            environment: environment, appIDs: apps, roots: roots, acceptsDevelopment: development, revokedKeys: revoked)
    }

    func answer(
        _ path: String, _ body: [UInt8], token: String = "ctx-1", client: String = "client",
        method: HTTPMethod = .post, type: String? = nil, policy: AttestationPolicy = policy()
    ) async throws -> (status: Int, body: JSONValue) {
        var dependencies = Dependencies.system
        dependencies.now = { [self] in Date(timeIntervalSince1970: TimeInterval(now)) }
        var assembly = GatewayAssembly(
            stores, identity: access, environment: policy.environment, dependencies: dependencies)
        assembly.checkers = [SHA256.hash(Array("bank-1".utf8))]
        assembly.attestation = policy
        let response = try await assembly.service().handle(
            HTTPRequest(
                method: method, url: try #require(HTTPSURL("https://g.example\(path)")),
                headers: [
                    "Authorization": "Bearer \(token)", "X-Partner-Id": "partner", "X-Client-Id": client,
                    "Content-Type": type ?? (path == "/instances" ? "application/jose" : "application/json"),
                ], body: body))
        return (response.status, try JSONReader.read(response.body))
    }

    /// Posts a JSON body and returns the answer's body, or its code as a failure.
    func post(
        _ path: String, _ body: JSONValue, token: String = "ctx-1", client: String = "client",
        policy: AttestationPolicy = policy()
    ) async throws -> Result<JSONValue, Code> {
        let answer = try await answer(path, body.compactBytes, token: token, client: client, policy: policy)
        return answer.status < 300 ? .success(answer.body) : .failure(Code(answer.body["code"]?.string ?? "?"))
    }

    struct Code: Error, Equatable, ExpressibleByStringLiteral {
        let text: String
        init(_ text: String) { self.text = text }
        init(stringLiteral value: String) { text = value }
    }

    func challenge(for app: DevelopmentApp, token: String = "ctx-1") async throws -> String {
        let answer = try await post("/attestations/challenges", ["instance": .string(app.thumbprint)], token: token)
        return try #require(try answer.get()["challenge"]?.string)
    }

    /// Returns the client data of a request, with `changes`.
    func clientData(
        _ purpose: String, _ challenge: String, _ app: DevelopmentApp, token: String = "ctx-1",
        changes: [String: JSONValue?] = [:]
    ) -> [UInt8] {
        var members: [String: JSONValue] = [
            "purpose": .string(purpose), "challenge": .string(challenge), "instance": .string(app.thumbprint),
            "partner": "partner", "client": "client",
            "tokenSha256": .string(Base64URL.encode(SHA256.hash(Array(token.utf8)))),
        ]
        if purpose == "assert" {
            members["journeyId"] = "transfer"
            members["manifestHash"] = .string(Base64URL.encode(AttestationFixture.manifestHash))
        }
        for (name, value) in changes { members[name] = value }
        return JSONValue.object(members).compactBytes
    }

    /// Performs a complete attestation, with `changes` to client data and body.
    func attest(
        _ app: DevelopmentApp, challenge: String? = nil, token: String = "ctx-1", client: String = "client",
        data changes: [String: JSONValue?] = [:], body extra: [String: JSONValue] = [:],
        policy: AttestationPolicy = policy()
    ) async throws -> Result<JSONValue, Code> {
        let challenge = try await takeOr(challenge, app, token)
        let data = clientData("attest", challenge, app, token: token, changes: changes)
        let body: [String: JSONValue] = [
            "format": "journey-development", "keyId": .string(Base64URL.encode(app.keyID)),
            "attestation": .string(Base64URL.encode(try await app.attestation(of: data))),
            "clientData": .string(Base64URL.encode(data)), "registration": .string(try await app.registration(at: now)),
        ]
        return try await post(
            "/attestations", .object(body.merging(extra) { $1 }), token: token, client: client, policy: policy)
    }

    /// Performs a complete assertion, with `changes` to client data and body.
    func assert(
        _ app: DevelopmentApp, counter: Int64, challenge: String? = nil, token: String = "ctx-1",
        client: String = "client",
        data changes: [String: JSONValue?] = [:], body extra: [String: JSONValue] = [:],
        policy: AttestationPolicy = policy()
    ) async throws -> Result<JSONValue, Code> {
        let challenge = try await takeOr(challenge, app, token)
        let data = clientData("assert", challenge, app, token: token, changes: changes)
        let body: [String: JSONValue] = [
            "keyId": .string(Base64URL.encode(app.keyID)),
            "assertion": .string(Base64URL.encode(try await app.assertion(of: data, counter: counter))),
            "clientData": .string(Base64URL.encode(data)),
        ]
        return try await post(
            "/attestations/assertions", .object(body.merging(extra) { $1 }), token: token, client: client,
            policy: policy)
    }

    private func takeOr(_ given: String?, _ app: DevelopmentApp, _ token: String) async throws -> String {
        if let given { return given }
        return try await challenge(for: app, token: token)
    }
}
