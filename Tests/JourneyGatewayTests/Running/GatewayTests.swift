import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyLanguage
import JourneyServer
import JourneyTesting
import Synchronization
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
                HTTPRequest(url: url, headers: GatewayTests.known), options: HTTPOptions(bodyLimit: 8 << 20))
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
            #expect(try JSONReader.read(ready.body)["checks"] == ["database": true, "published": true])
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
            try folder.write("tokens", Array(GatewayFolder.tokenLine.utf8))
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
            #expect(await code { _ = try await Gateway.check(configuration: folder.file) } == .keysInvalid)
            try folder.write("manifest-keys.json", Array(good))
            #expect(try await Gateway.check(configuration: folder.file).map(\.rawValue) == ["transfer"])
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
            #expect(await code { _ = try await Gateway.check(configuration: folder.file) } == .fileUnusable)
            try folder.write("key.pem", Array(key), mode: 0o640)
            #expect(try await Gateway.check(configuration: folder.file).map(\.rawValue) == ["transfer"])
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

    @Test("what may not be published at the last of many places is published at none")
    func wholeOrNothing() async throws {
        try await visit { folder, gateway, ask async throws in
            try await folder.publish("zebra", sequence: 9)
            try await folder.publishRemote(sequence: 5)
            try await gateway.reload()
            let before = try await ask.get("/journeys/transfer/manifest.json").body
            let keys = try await ask.get("/.well-known/journey-keys.json").body
            let remote = try await ask.get("/remote-configuration/sandbox").body
            let next = try P256PrivateKey.generate()
            // Newer, new; and then one that is older than what is served.
            for slip in [
                { try await folder.publish("zebra", sequence: 8) },
                { try await folder.publishRemote(sequence: 4) },
                { try await folder.publishRemote(sequence: 6, key: try P256PrivateKey.generate()) },
            ] as [() async throws -> [UInt8]] {
                try await folder.publish("transfer", sequence: 6)
                try await folder.publish("opening", sequence: 1)
                try folder.writeKeys(version: 2, more: ["m2": next])
                _ = try await slip()
                await #expect(throws: JourneyError.self) { try await gateway.reload() }
                #expect(try await ask.get("/journeys/transfer/manifest.json").body == before)
                #expect(try await ask.get("/journeys/opening/manifest.json").status == 404)
                #expect(try await ask.get("/.well-known/journey-keys.json").body == keys)
                #expect(try await ask.get("/remote-configuration/sandbox").body == remote)
                try await folder.publish("zebra", sequence: 9)
                try await folder.publishRemote(sequence: 5)
            }
            try await gateway.reload()
            #expect(try await ask.get("/journeys/opening/manifest.json").status == 200)
        }
    }

    @Test("a second gateway that cannot listen publishes and withdraws nothing")
    func portTaken() async throws {
        try await visit { folder, gateway, ask async throws in
            var members = GatewayFolder.configuration.object ?? [:]
            members["listen"] = [
                "address": "127.0.0.1", "port": .number(JSONNumber(gateway.port)), "names": ["gateway.localhost"],
            ]
            members["publishedFolder"] = "stale"
            try folder.write("second.json", JSONValue.object(members).compactBytes)
            try folder.write("stale/.keep", [])
            let wanted = await code { _ = try await Gateway.start(configuration: folder.path + "/second.json") }
            #expect(wanted == .serverError)
            #expect(try await ask.get("/journeys/transfer/manifest.json").status == 200)
        }
    }

    @Test("a remote configuration that is taken out of the folder is served no more, and does not come back older")
    func remoteWithdrawn() async throws {
        try await visit { folder, gateway, ask async throws in
            try await folder.publishRemote(sequence: 3)
            try await gateway.reload()
            // Its key is revoked, and the document taken out.
            let next = try P256PrivateKey.generate()
            try folder.writeRemoteKeys(["r1": folder.remoteKey, "r2": next], version: 2, revoked: ["r1"])
            #expect(await code { try await gateway.reload() } == .remoteConfigInvalid)
            try folder.remove("published/remote-configuration.jws")
            try await gateway.reload()
            #expect(try await ask.get("/remote-configuration/sandbox").status == 404)
            try await folder.publishRemote(sequence: 2, key: next, kid: "r2")
            #expect(await code { try await gateway.reload() } == .remoteConfigRollback)
            let document = try await folder.publishRemote(sequence: 4, key: next, kid: "r2")
            try await gateway.reload()
            #expect(try await ask.get("/remote-configuration/sandbox").body == document)
        }
    }

    @Test("key sets are remembered over a restart: none comes back older, no key under another id")
    func keysRestart() async throws {
        try await GatewayFolder.visit { folder in
            func start() async -> ErrorCode? {
                await code { await (try Gateway.start(configuration: folder.file)).stop() }
            }
            let next = try P256PrivateKey.generate()
            try folder.writeKeys(version: 3, more: ["m2": next])
            #expect(await start() == nil)
            #expect(await start() == nil)
            try folder.writeKeys(version: 4, revoked: ["m1"], more: ["m2": next])
            try await folder.publish("transfer", sequence: 2, key: next, kid: "m2")
            #expect(await start() == nil)
            try folder.writeKeys(version: 3, more: ["m2": next])
            #expect(await start() == .keysRollback)
            try folder.writeKeys(version: 5, more: ["m2": next])
            #expect(await start() == .keysRollback)
            // The same key under another id: in the same file, and alone.
            try folder.writeKeys(version: 5, revoked: ["m1"], more: ["m2": next, "m3": folder.manifestKey])
            #expect(await start() == .keysRollback)
            try folder.writeManifestKeys(
                JWKSet(["m2": next.publicKey, "m3": folder.manifestKey.publicKey]), version: 5, revoked: ["m1"])
            #expect(await start() == .keysRollback)
            try folder.writeKeys(version: 5, revoked: ["m1"], more: ["m2": next])
            #expect(await start() == nil)
        }
    }

    @Test("one key does not serve two purposes, whatever it is called")
    func keyTwice() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writeRemoteKeys(["r1": folder.remoteKey, "r9": folder.manifestKey], version: 1)
            #expect(await code { _ = try await Gateway.start(configuration: folder.file) } == .keysInvalid)
        }
    }

    @Test("a check says no to what a start refuses: a remote configuration of another key, another certificate's key")
    func checked() async throws {
        try await GatewayFolder.visit { folder in
            #expect(await code { _ = try await Gateway.check(configuration: folder.file) } == nil)
            try await folder.publishRemote(sequence: 2, key: try P256PrivateKey.generate())
            #expect(await code { _ = try await Gateway.check(configuration: folder.file) } == .remoteConfigInvalid)
            try await folder.publishRemote(sequence: 2)
            let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
            let other = try DevelopmentAuthority(notBefore: begin, notAfter: end)
                .issue(names: ["gateway.localhost"], notBefore: begin, notAfter: end)
            try folder.write("key.pem", Array(other.keyPEM.utf8), mode: 0o600)
            #expect(await code { _ = try await Gateway.check(configuration: folder.file) } == .serverError)
            #expect(await code { _ = try await Gateway.start(configuration: folder.file) } == .serverError)
        }
    }

    @Test("a bundle and a manifest may be as large and as deep as the SDK takes them")
    func largeDocuments() async throws {
        try await visit { folder, gateway, ask async throws in
            let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
            let long = String(repeating: "a", count: 3 << 20)
            let openAPI = Array(#"{"openapi": "3.1.0", "x-deep": \#(deep), "x-long": "\#(long)"}"#.utf8)
            try await folder.publish("transfer", sequence: 2, openAPI: openAPI)
            try await gateway.reload()
            #expect(try await ask.get("/journeys/transfer/openapi.json").status == 200)
            let tooDeep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
            try await folder.publish("transfer", sequence: 3, openAPI: Array(#"{"x": \#(tooDeep)}"#.utf8))
            #expect(await code { try await gateway.reload() } == .oapiInvalid)
            try await folder.publish("transfer", sequence: 3, openAPI: openAPI + openAPI)
            #expect(await code { try await gateway.reload() } == .fileUnusable)
        }
    }

    @Test(
        "a token is for its own partner and client, and its file says which",
        arguments: [
            ("", nil), (" partner", nil), (" partner other", nil), (" other client", nil), (" partner client x", nil),
            ("  partner client", nil), (" partner client", 200), (" partner second", 403), (" second client", 403),
        ] as [(String, Int?)])
    func tokenLines(rest: String, status: Int?) async throws {
        try await GatewayFolder.visit { folder in
            var members = GatewayFolder.configuration.object ?? [:]
            members["partners"] = ["partner": ["client", "second"], "second": ["client"]]
            try folder.write("gateway.json", JSONValue.object(members).compactBytes)
            try folder.write(
                "tokens", Array((Hex.encode(SHA256.hash(Array(GatewayFolder.token.utf8))) + rest).utf8))
            guard let status else {
                #expect(await code { _ = try await Gateway.check(configuration: folder.file) } == .fileUnusable)
                return
            }
            let access = try GatewayContent(file: folder.file).access
            let url = try #require(HTTPSURL("https://gateway.localhost/journeys/transfer/manifest.json"))
            #expect(access.refusal(of: HTTPRequest(url: url, headers: Self.known))?.status ?? 200 == status)
        }
    }

    @Test("telemetry goes when its time is over, also where no more comes: at the start, at a reload and each hour")
    func retention() async throws {
        try await GatewayFolder.visit { folder in
            let now = Mutex(Date().addingTimeInterval(-8 * 86_400))
            let (clock, random) = (ManualClock(), Surroundings.system.random)
            let surroundings = Surroundings(now: { now.withLock { $0 } }, clock: clock, random: random)
            let database = try await Database.open(.file(folder.path + "/gateway.db"))
            let store = try await TelemetryStore(database, surroundings: surroundings)
            let span = TelemetrySpan(
                .journey, traceID: .random(surroundings), spanID: .random(surroundings),
                start: TelemetryTime(nanoseconds: 1), end: TelemetryTime(nanoseconds: 2), fields: [])
            func keep() async throws {
                try await store.take([TelemetryBatch(resource: [], items: [.span(span)])], .traces, partner: "partner")
                #expect(try await store.documents(of: span.traceID).count == 1)
            }
            try await keep()
            now.withLock { $0 += 8 * 86_400 }
            let gateway = try await Gateway.start(configuration: folder.file, surroundings: surroundings)
            #expect(try await store.documents(of: span.traceID).isEmpty)
            try await keep()
            now.withLock { $0 += 8 * 86_400 }
            try await gateway.reload()
            #expect(try await store.documents(of: span.traceID).isEmpty)
            try await keep()
            now.withLock { $0 += 8 * 86_400 }
            await clock.waitForNaps(1)
            clock.advance(by: .seconds(3_600))
            // The next nap begins when the work of this hour is done.
            await clock.waitForNaps(2)
            #expect(try await store.documents(of: span.traceID).isEmpty)
            await gateway.stop()
        }
    }
}
