import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("A gateway with the card proxy", .timeLimit(.minutes(10)))
struct CardGatewayTests {
    /// A user's app, which calls over TLS.
    private struct App {
        let client: GatewayFixture.Client
        let key: P256PrivateKey

        func ask(_ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponse {
            let now = Int64(Date().timeIntervalSince1970)
            let claims: JSONValue = [
                "iss": "partner", "sub": .string(CardProxyFixture.user), "aud": .string(client.origin.description),
                "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 60)), "jti": "token-0001",
            ]
            let token = try await CompactJWS.sign(claims.compactBytes, typ: "card-user+jwt", kid: "p1", key: key)
            var headers: HTTPFields = ["Authorization": "Bearer \(token)"]
            if body != nil { headers["Content-Type"] = "application/json" }
            return try await client.transport.send(
                HTTPRequest(
                    method: body == nil ? .get : .post, url: try #require(HTTPSURL(origin: client.origin, path: path)),
                    headers: headers, body: body?.compactBytes ?? []), options: HTTPOptions())
        }

        func confirm(_ challenge: String) async throws -> HTTPResponse {
            try await ask(
                "/striga/confirm-consent",
                [
                    "userId": .string(CardProxyFixture.user), "challengeId": .string(challenge),
                    "verificationCode": "123456",
                ])
        }
    }

    private static func code(_ response: HTTPResponse) throws -> String? {
        try JSONReader.read(response.body)["code"]?.string
    }

    /// Runs a gateway with cards over `store`, with `transport` to the issuer.
    private func run(
        keepingIn store: GatewayFolder.Store = .sqlite, _ transport: any HTTPTransport,
        _ body: (GatewayFolder, Gateway, App) async throws -> Void
    ) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            let key = try P256PrivateKey.generate()
            try folder.writeCards(key: key)
            let gateway = try await Gateway.start(configuration: folder.file, transport: { _ in transport })
            let client = GatewayFixture.Client(
                transport: CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])),
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port)))
            do {
                try await body(folder, gateway, App(client: client, key: key))
                await gateway.stop()
            } catch {
                await gateway.stop()
                throw error
            }
        }
    }

    @Test(
        "cards are served beside manifests; an unreachable issuer leaves everything else ready",
        arguments: GatewayFolder.Store.available)
    func served(store: GatewayFolder.Store) async throws {
        let transport = ScriptedTransport([
            .response(.consented), .failure(JourneyError(.netUnreachable, "Away.")),
        ])
        try await run(keepingIn: store, transport) { _, gateway, app async throws in
            let cards = try #require(gateway.cards)
            #expect(cards.api.host == "www.sandbox.issuer.eu" && cards.vault.host == "www.vault.issuer.eu")
            #expect(cards.partners == ["partner"])
            let confirmed = try await app.confirm("c-1")
            #expect(confirmed.status == 200 && confirmed.headers["X-Content-Type-Options"] == "nosniff")
            #expect(try Self.code(try await app.confirm("c-1")) == "CODE_USED")
            #expect(try Self.code(try await app.confirm("c-2")) == "ISSUER_DOWN")
            let ready = try await app.client.get("/ready")
            #expect(ready.status == 200)
            #expect(
                try JSONReader.read(ready.body)["checks"] == ["database": true, "published": true, "keys": true])
            #expect(try await app.client.get("/journeys/transfer/manifest.json").status == 200)
            #expect(transport.requests.first?.headers["api-key"] == "sandbox-key")
        }
    }

    @Test("a reload applies new keys and secrets to the next request, or nothing if they are unusable")
    func reload() async throws {
        let transport = ScriptedTransport([.response(.consented)])
        try await run(transport) { folder, gateway, app async throws in
            try folder.write("cards/key", Array("sandbox-key-2".utf8), mode: 0o644)
            #expect(await GatewayFixture.code { try await gateway.reload() } == .secretExposed)
            #expect(try await app.confirm("c-1").status == 200)
            #expect(transport.requests.last?.headers["api-key"] == "sandbox-key")
            try folder.write("cards/key", Array("sandbox-key-2".utf8), mode: 0o600)
            try await gateway.reload()
            #expect(try await app.confirm("c-2").status == 200)
            #expect(transport.requests.last?.headers["api-key"] == "sandbox-key-2")
            try folder.write(
                "cards/partner.json", try JWKSet(["p1": try P256PrivateKey.generate().publicKey]).json.compactBytes)
            try await gateway.reload()
            #expect(try Self.code(try await app.confirm("c-3")) == "TOKEN_INVALID")
            try folder.write("gateway.json", GatewayFolder.configuration.compactBytes)
            try await gateway.reload()
            #expect(gateway.cards == nil)
            #expect(try await app.confirm("c-4").status == 404)
        }
    }

    @Test("attempts count across a restart, and a page's ticket survives it")
    func restart() async throws {
        try await GatewayFolder.visit { folder in
            let key = try P256PrivateKey.generate()
            try folder.writeCards(key: key)
            let transport = ScriptedTransport([.response(.refusal(400, "31064"))])
            for left in [4, 3] {
                let gateway = try await Gateway.start(configuration: folder.file, transport: { _ in transport })
                let app = App(
                    client: GatewayFixture.Client(
                        transport: CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])),
                        origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port))),
                    key: key)
                let reply = try await app.confirm("c-1")
                #expect(try JSONReader.read(reply.body)["attemptsLeft"] == .number(JSONNumber(Int64(left))))
                await gateway.stop()
            }
        }
    }

    @Test(
        "a pending revocation is sent by the next gateway without a request",
        arguments: GatewayFolder.Store.available)
    func owedRevocation(store: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            let key = try P256PrivateKey.generate()
            try folder.writeCards(key: key)
            let away = ScriptedTransport([.failure(JourneyError(.netUnreachable, "Away."))])
            let first = try await Gateway.start(configuration: folder.file, transport: { _ in away })
            let client = GatewayFixture.Client(
                transport: CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])),
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: first.port)))
            let reply = try await App(client: client, key: key).ask(
                "/striga/revoke-consent", ["userId": .string(CardProxyFixture.user)])
            await first.stop()
            #expect(reply.status == 503 && away.requests.count == 1)

            let back = ScriptedTransport([.response(.json([:]))])
            var dependencies = Dependencies.system
            dependencies.now = { Date().addingTimeInterval(60) }
            let second = try await Gateway.start(
                configuration: folder.file, transport: { _ in back }, dependencies: dependencies)
            while back.requests.isEmpty, !Task.isCancelled { await Task.yield() }
            await second.stop()
            #expect(back.requests.map { $0.url.path.split(separator: "/").last } == ["revoke-consent"])
            #expect(
                back.requests.first.map { String(decoding: $0.body, as: UTF8.self).contains(CardProxyFixture.user) }
                    == true)
        }
    }

    @Test("an unfetched card page is deleted within a minute")
    func expiredPage() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writeCards(key: try .generate())
            let clock = ManualClock()
            var dependencies = Dependencies.system
            dependencies.clock = clock
            let transport = ScriptedTransport([.response(.consented)])
            let gateway = try await Gateway.start(
                configuration: folder.file, transport: { _ in transport }, dependencies: dependencies)
            let database = try await Database.patient(.file(folder.path + "/gateway.db"))
            defer { database.close() }
            let cards = try await CardStore(database)
            let now = Int64(Date().timeIntervalSince1970)
            try await cards.store([1], ticket: [1], until: now)
            try await cards.store([2], ticket: [2], until: now + 600)
            func pages() async throws -> Int { try await database.query("SELECT ticket FROM card_page").count }
            #expect(try await pages() == 2)
            while try await pages() == 2, !Task.isCancelled {
                clock.advance(by: Gateway.shortPause)
                await Task.yield()
            }
            #expect(try await pages() == 1)
            #expect(Gateway.shortPause < .seconds(60))
            await gateway.stop()
        }
    }

    @Test("stopping waits for a confirmation under way")
    func stop() async throws {
        let gate = Gate()
        try await run(gate) { _, gateway, app async throws in
            let reply = Task { try await app.confirm("c-1") }
            await gate.visited.first { _ in true }
            let stopping = Task { await gateway.stop() }
            gate.open()
            #expect(try await reply.value.status == 200)
            await stopping.value
        }
    }

    @Test("a gateway with an issuer but no network does not start")
    func noTransport() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writeCards(key: try .generate())
            #expect(
                await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) }
                    == .configurationInvalid)
            _ = try await Gateway.check(configuration: folder.file)
            try folder.write("cards/secret", [], mode: 0o600)
            #expect(
                await GatewayFixture.code { _ = try await Gateway.check(configuration: folder.file) } == .fileUnusable)
        }
    }

    /// A transport whose answers wait until it is opened.
    private final class Gate: HTTPTransport {
        let visited: AsyncStream<Void>
        private let visitor: AsyncStream<Void>.Continuation
        private let opened: AsyncStream<Void>
        private let opener: AsyncStream<Void>.Continuation

        init() {
            (visited, visitor) = AsyncStream.makeStream()
            (opened, opener) = AsyncStream.makeStream()
        }

        func open() { opener.yield() }

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            visitor.yield()
            await opened.first { _ in true }
            return .consented
        }
    }
}
