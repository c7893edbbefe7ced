import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyLanguage
import JourneyTesting
import Testing

@testable import JourneyGateway

@Suite("A gateway as its operator runs it", .timeLimit(.minutes(3)))
struct GatewayTests {
    private static let known: HTTPFields = [
        "Authorization": "Bearer \(GatewayFolder.token)", "X-Partner-Id": "partner", "X-Client-Id": "client",
    ]

    /// Asks the gateway as a device does.
    private struct Client {
        let transport: CurlTransport
        let origin: Origin

        func get(_ path: String) async throws -> HTTPResponse {
            let url = try #require(HTTPSURL(origin: origin, path: path))
            return try await transport.send(
                HTTPRequest(url: url, headers: GatewayTests.known), options: HTTPOptions())
        }
    }

    /// Runs a gateway of a folder, and asks it over TLS.
    private func visit(
        keepingIn store: GatewayFolder.Store = .sqlite,
        _ body: (GatewayFolder, Gateway, Client) async throws -> Void
    ) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            let gateway = try await Gateway.start(configuration: folder.file)
            let client = Client(
                transport: CurlTransport(trust: TLSTrust(authorities: [folder.authorityPEM])),
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port)))
            do {
                try await body(folder, gateway, client)
                await gateway.stop()
            } catch {
                await gateway.stop()
                throw error
            }
        }
    }

    private func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch { return (error as? JourneyError)?.code }
    }

    @Test(
        "what lies in the published folder is served, with keys, versions, health and readiness",
        arguments: GatewayFolder.Store.available)
    func served(store: GatewayFolder.Store) async throws {
        try await visit(keepingIn: store) { folder, gateway, ask async throws in
            #expect(gateway.journeys.map(\.rawValue) == ["transfer"])
            #expect(try await ask.get("/journeys/transfer/manifest.json").status == 200)
            #expect(try await ask.get("/journeys/transfer/openapi.json").status == 200)
            #expect(try await ask.get("/remote-configuration/sandbox").status == 200)
            #expect(try await ask.get("/remote-configuration/production").status == 404)
            let keys = try JSONReader.read(try await ask.get("/.well-known/journey-keys.json").body)
            #expect(keys["version"] == 1 && keys["revoked"] == [])
            let ready = try await ask.get("/ready")
            #expect(ready.status == 200)
            #expect(try JSONReader.read(ready.body)["checks"] == ["database": true])
            #expect(try await ask.get("/health").status == 200)
        }
    }

    @Test(
        "a reload takes all that is new at once: manifests, remote configuration, tokens, keys",
        arguments: GatewayFolder.Store.available)
    func reload(store: GatewayFolder.Store) async throws {
        try await visit(keepingIn: store) { folder, gateway, ask async throws in
            let manifest = try await folder.publish("transfer", sequence: 2)
            try await folder.publish("opening", sequence: 1)
            let remote = try await folder.publishRemote(sequence: 2)
            #expect(try await ask.get("/journeys/opening/manifest.json").status == 404)
            try await gateway.reload()
            #expect(try await ask.get("/journeys/transfer/manifest.json").body == manifest)
            #expect(try await ask.get("/journeys/opening/manifest.json").status == 200)
            #expect(try await ask.get("/remote-configuration/sandbox").body == remote)
            try folder.write("tokens", [])
            try await gateway.reload()
            #expect(try await ask.get("/journeys/opening/manifest.json").status == 401)
        }
    }

    @Test(
        "a journey that is taken out of the folder is withdrawn, and does not come back older",
        arguments: GatewayFolder.Store.available)
    func withdrawn(store: GatewayFolder.Store) async throws {
        try await visit(keepingIn: store) { folder, gateway, ask async throws in
            try await folder.publish("transfer", sequence: 3)
            try await gateway.reload()
            try folder.remove("published/transfer")
            try await gateway.reload()
            #expect(try await ask.get("/journeys/transfer/manifest.json").status == 404)
            #expect(try await ask.get("/journeys/transfer/openapi.json").status == 404)
            try await folder.publish("transfer", sequence: 2)
            #expect(await code { try await gateway.reload() } == .manifestInvalid)
            try await folder.publish("transfer", sequence: 3)
            try await gateway.reload()
            #expect(try await ask.get("/journeys/transfer/manifest.json").status == 200)
        }
    }

    @Test("what cannot be used as a whole changes nothing: what was served is served on")
    func badReload() async throws {
        try await visit { folder, gateway, ask async throws in
            let before = try await ask.get("/journeys/transfer/manifest.json").body
            let stranger = try P256PrivateKey.generate()
            for (slip, wanted) in [
                ({ try folder.write("published/half/manifest.json", Array("{".utf8)) }, ErrorCode.fileUnusable),
                ({ try folder.write("published/half/openapi.json", Array("{}".utf8)) }, .manifestInvalid),
                ({ try folder.remove("published/half") }, nil),
                ({ try folder.write("gateway.json", Array("{}".utf8)) }, .configurationInvalid),
                ({ try folder.write("gateway.json", GatewayFolder.configuration.compactBytes) }, nil),
                ({ try folder.write("tokens", Array("token".utf8)) }, .fileUnusable),
            ] as [(() throws -> Void, ErrorCode?)] {
                try slip()
                #expect(await code { try await gateway.reload() } == wanted)
                #expect(try await ask.get("/journeys/transfer/manifest.json").body == before)
            }
            try folder.write("tokens", Array(Hex.encode(SHA256.hash(Array(GatewayFolder.token.utf8))).utf8))
            try await folder.publish("forged", sequence: 1, key: stranger)
            #expect(await code { try await gateway.reload() } == .manifestSignature)
            #expect(try await ask.get("/journeys/transfer/manifest.json").body == before)
        }
    }

    @Test(
        "keys are rotated and revoked: what a revoked key signed is served no more, and it does not come back",
        arguments: GatewayFolder.Store.available)
    func keys(store: GatewayFolder.Store) async throws {
        try await visit(keepingIn: store) { folder, gateway, ask async throws in
            let next = try P256PrivateKey.generate()
            try folder.writeKeys(version: 2, more: ["m2": next])
            try await folder.publish("opening", sequence: 1, key: next, kid: "m2")
            try await gateway.reload()
            #expect(try await ask.get("/journeys/opening/manifest.json").status == 200)
            // Revoked, while a manifest of its still lies there.
            try folder.writeKeys(version: 3, revoked: ["m1"], more: ["m2": next])
            #expect(await code { try await gateway.reload() } == .manifestSignature)
            try await folder.publish("transfer", sequence: 2, key: next, kid: "m2")
            try await gateway.reload()
            let keys = try JSONReader.read(try await ask.get("/.well-known/journey-keys.json").body)
            #expect(keys["version"] == 3 && keys["revoked"] == ["m1"])
            #expect(keys["keys"]?.array?.compactMap { $0["kid"]?.string } == ["m1", "m2"])
            try folder.writeKeys(version: 2, more: ["m2": next])
            #expect(await code { try await gateway.reload() } == .keysRollback)
            try folder.writeKeys(version: 4, more: ["m2": next])
            #expect(await code { try await gateway.reload() } == .keysRollback)
        }
    }

    @Test("the key set is served exactly as the root has signed it, and a device believes it")
    func signedKeys() async throws {
        try await visit { folder, _, ask async throws in
            let answer = try await ask.get("/.well-known/journey-keys.json")
            #expect(answer.headers["Cache-Control"] == "public, no-cache")
            let anchor = try ManifestAnchor(
                JSONReader.read(Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/anchor.json")))))
            let set = try ManifestKeySet.verify(answer.body, anchor: anchor, now: Date())
            #expect(set.keys.keyIDs == ["m1"] && set.version == 1)
        }
    }

    @Test("a key set that devices would refuse is not served: no root's, of another issuer or environment, unsigned")
    func foreignKeys() async throws {
        try await GatewayFolder.visit { folder in
            let good = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/manifest-keys.json"))
            let anchor = try JSONReader.read(
                Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/anchor.json"))))
            let other = try JWKSet(["root-1": P256PrivateKey.generate().publicKey])
            for (member, value, wanted) in [
                ("keys", other.json["keys"] ?? [], .keysInvalid), ("issuer", "other", .keysMismatch),
                ("environment", "production", .keysMismatch), ("environment", "test", .keysInvalid),
            ] as [(String, JSONValue, ErrorCode)] {
                let changed = JSONValue.object((anchor.object ?? [:]).merging([member: value]) { $1 })
                try folder.write("anchor.json", changed.compactBytes)
                #expect(await code { _ = try await Gateway.start(configuration: folder.file) } == wanted, "\(member)")
            }
            try folder.write("anchor.json", anchor.compactBytes)
            var members = try #require(try JSONReader.read(Array(good)).object)
            members["signature"] = nil
            try folder.write("manifest-keys.json", JSONValue.object(members).compactBytes)
            #expect(await code { _ = try Gateway.check(configuration: folder.file) } == .keysInvalid)
            try folder.write("manifest-keys.json", Array(good))
            #expect(try Gateway.check(configuration: folder.file).map(\.rawValue) == ["transfer"])
        }
    }

    @Test("nothing listens when a secret lies open, or a file is not there")
    func refusedStart() async throws {
        try await GatewayFolder.visit { folder in
            let key = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/key.pem"))
            for mode in [0o644, 0o604, 0o660] {
                try folder.write("key.pem", Array(key), mode: mode)
                #expect(await code { _ = try await Gateway.start(configuration: folder.file) } == .secretExposed)
            }
            try folder.remove("key.pem")
            #expect(await code { _ = try await Gateway.start(configuration: folder.file) } == .fileUnusable)
            #expect(await code { _ = try Gateway.check(configuration: folder.file) } == .fileUnusable)
            try folder.write("key.pem", Array(key), mode: 0o640)
            #expect(try Gateway.check(configuration: folder.file).map(\.rawValue) == ["transfer"])
            try folder.write("manifest-keys.json", Array(#"{"version": 1, "keys": []}"#.utf8))
            #expect(await code { _ = try await Gateway.start(configuration: folder.file) } == .keysInvalid)
        }
    }

    @Test(
        "a gateway that starts again goes on where it was: what is older is not published",
        arguments: GatewayFolder.Store.available)
    func restart(store: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            try await folder.publishRemote(sequence: 5)
            await (try Gateway.start(configuration: folder.file)).stop()
            try await folder.publishRemote(sequence: 4)
            #expect(await code { _ = try await Gateway.start(configuration: folder.file) } == .remoteConfigRollback)
        }
    }

    @Test(
        "two gateways over one PostgreSQL are one gateway: what one is given, the other serves, and neither goes back",
        .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
    func two() async throws {
        try await visit(keepingIn: .postgreSQL) { folder, first, ask async throws in
            let second = try await Gateway.start(configuration: folder.file)
            let other = Client(
                transport: ask.transport,
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: second.port)))
            do {
                let manifest = try await folder.publish("transfer", sequence: 2)
                try await first.reload()
                #expect(try await other.get("/journeys/transfer/manifest.json").body == manifest)
                try await folder.publish("transfer", sequence: 1)
                #expect(await code { try await second.reload() } == .manifestInvalid)
                #expect(try await ask.get("/journeys/transfer/manifest.json").body == manifest)
                await second.stop()
            } catch {
                await second.stop()
                throw error
            }
        }
    }
}
