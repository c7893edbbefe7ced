import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

/// The issuer on two loopback sockets over TLS, called like a gateway's server and a page's script. The signature is implemented
/// here so that the issuer isn't tested against its own code.
final class TestIssuer: Sendable {
    struct Reply: Sendable {
        let status: Int
        let body: JSONValue
        let headers: HTTPFields

        var code: String? { body["errorCode"]?.string }
    }

    static let guest = "https://gateway.localhost:8443"

    let server: CardIssuerServer
    let clock = ManualWallClock()
    let faults = SandboxFaults()
    let transport: CurlTransport

    static func run(
        rules: CardIssuer.Rules = .init(), skew: Double = 0, _ body: (TestIssuer) async throws -> Void
    ) async throws {
        let issuer = try await TestIssuer(rules, skew: skew)
        do {
            try await body(issuer)
        } catch {
            await issuer.server.stop()
            throw error
        }
        await issuer.server.stop()
    }

    private init(_ rules: CardIssuer.Rules, skew: Double) async throws {
        let now = Date()
        let authority = try DevelopmentAuthority(notBefore: now - 3_600, notAfter: now + 3_600)
        let identity = try authority.issue(
            names: [CardIssuerOptions.apiName, CardIssuerOptions.vaultName], notBefore: now - 3_600,
            notAfter: now + 3_600)
        var options = CardIssuerOptions(
            seed: CardSeed(Secret(copying: SystemSeed.bytes)), apiIdentity: identity, vaultIdentity: identity)
        options.rules = rules
        options.guests = [try #require(HTTPSURL(Self.guest + "/")).origin]
        var dependencies = Dependencies.system
        dependencies.now = { [clock] in clock.now.addingTimeInterval(skew) }
        server = try await CardIssuerServer.start(options, faults: faults, dependencies: dependencies)
        transport = CurlTransport(
            trust: TLSTrust(
                authorities: [authority.identity.certificatePEM],
                pins: try PinPolicy(
                    pins: [CardIssuerOptions.apiName, CardIssuerOptions.vaultName].reduce(into: [:]) {
                        $0[$1] = [identity.pin, authority.identity.pin]
                    })))
    }

    var issuer: CardIssuer { server.issuer }

    func id(_ label: String) throws -> String { try #require(issuer.knownCards.first { $0.label == label }).id }

    func user(of label: String) throws -> String {
        try #require(issuer.knownCards.first { $0.label == label }).user
    }

    // MARK: The API

    /// A signed request, before it is modified.
    struct Signed: Sendable {
        var method: HTTPMethod
        var path: String
        var query: String?
        var headers: HTTPFields
        var body: [UInt8]
    }

    /// Sends a signed request with `body`, after `spoil` has modified it.
    func call(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, off: Double = 0,
        spoil: (inout Signed) -> Void = { _ in }
    ) async throws -> Reply {
        let bytes = body?.compactBytes ?? []
        let time = String(Int64((clock.now.timeIntervalSince1970 + off) * 1_000))
        let digest = Hex.encode(MD5.hash(bytes.isEmpty ? Array("{}".utf8) : bytes))
        let tag = HMACSHA256.tag(
            Array("\(time)\(method.rawValue)\(path)\(digest)".utf8), key: issuer.credentials.apiSecret)
        var signed = Signed(
            method: method, path: "/api/v1" + path, query: nil,
            headers: [
                "api-key": text(issuer.credentials.apiKey), "Authorization": "HMAC \(time):\(Hex.encode(tag))",
            ], body: bytes)
        if body != nil { signed.headers["Content-Type"] = "application/json" }
        spoil(&signed)
        return try await send(
            signed.method, HTTPSURL(origin: server.api, path: signed.path, query: signed.query), signed.headers,
            signed.body)
    }

    /// Returns a token of the holder of `label`.
    func token(for label: String = "everyday") async throws -> String {
        let challenge = try await challenge(for: label)
        let reply = try await confirm(label, challenge)
        #expect(reply.status == 200)
        return try #require(reply.body["cardAuthToken"]?.string)
    }

    func challenge(for label: String = "everyday") async throws -> String {
        let reply = try await consent(["userId": .string(try user(of: label))])
        #expect(reply.status == 200)
        return try #require(reply.body["challengeId"]?.string)
    }

    func confirm(_ label: String, _ challenge: String, code: String = "123456") async throws -> Reply {
        try await call(
            .post, "/card/confirm-consent",
            [
                "userId": .string(try user(of: label)), "challengeId": .string(challenge),
                "verificationCode": .string(code),
            ])
    }

    // MARK: The vault

    /// Sends a request of the script in a page of `origin`.
    func ui(
        _ path: String, _ members: [String: JSONValue], origin: String? = guest, type: String = "application/json"
    ) async throws -> Reply {
        let identity: [String: JSONValue] = [
            "uiSecret": .string(text(issuer.credentials.uiSecret)),
            "applicationId": .string(issuer.credentials.applicationID),
        ]
        return try await vault(
            .post, path, .object(identity.merging(members) { $1 }), ["Content-Type": type, "Origin": origin ?? ""])
    }

    func consent(_ members: [String: JSONValue], origin: String? = guest) async throws -> Reply {
        try await ui("/ui/v1/consent", members, origin: origin)
    }

    func drawing(
        _ part: String, _ label: String = "everyday", token: String, hidden: Bool = false
    ) async throws -> Reply {
        try await ui(
            "/ui/v1/drawings",
            [
                "part": .string(part), "cardId": .string(try id(label)), "authToken": .string(token),
                "hideData": .bool(hidden),
            ])
    }

    /// Sends a request of a frame inside a page of `parent`.
    func content(_ key: String, parent: String = guest, origin: String?? = .none) async throws -> Reply {
        let origin = origin ?? "\(server.vault)"
        return try await vault(
            .post, "/ui/v1/drawings/content", ["key": .string(key), "parent": .string(parent)],
            ["Content-Type": "application/json", "Origin": origin ?? ""])
    }

    func vault(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, _ headers: HTTPFields = [:]
    ) async throws -> Reply {
        var headers = headers
        if headers["Origin"] == "" { headers["Origin"] = nil }
        return try await send(method, HTTPSURL(origin: server.vault, path: path), headers, body?.compactBytes ?? [])
    }

    func send(
        _ method: HTTPMethod, _ url: HTTPSURL?, _ headers: HTTPFields, _ body: [UInt8]
    ) async throws -> Reply {
        let response = try await transport.send(
            HTTPRequest(method: method, url: try #require(url), headers: headers, body: body), options: HTTPOptions())
        let value = (try? JSONReader.read(response.body)) ?? .string(String(decoding: response.body, as: UTF8.self))
        return Reply(status: response.status, body: value, headers: response.headers)
    }

    func text(_ secret: Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
}

/// Random bytes for each run, so that nothing depends on a particular seed.
enum SystemSeed {
    static var bytes: [UInt8] { Dependencies.system.random(32) }
}
