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

@Suite("A running gateway", .timeLimit(.minutes(10)))
struct GatewayTests {
    @Test(
        "the published folder is served, with keys, versions, health and readiness",
        arguments: GatewayFolder.Store.available)
    func served(store: GatewayFolder.Store) async throws {
        try await GatewayFixture.run(keepingIn: store) { folder, gateway, ask async throws in
            #expect(gateway.journeys.map(\.rawValue) == ["transfer"])
            #expect(try await ask.get("/journeys/transfer/manifest.json").status == 200)
            #expect(try await ask.get("/journeys/transfer/openapi.json").status == 200)
            #expect(try await ask.get("/remote-configuration/sandbox").status == 200)
            #expect(try await ask.get("/remote-configuration/production").status == 404)
            let keys = try JSONReader.read(try await ask.get("/.well-known/journey-keys.json").body)
            #expect(keys["version"] == 1 && keys["revoked"] == [])
            let ready = try await ask.get("/ready")
            #expect(ready.status == 200)
            #expect(try JSONReader.read(ready.body)["checks"] == ["database": true, "published": true, "keys": true])
            #expect(try await ask.get("/health").status == 200)
            for path in ["/journeys/transfer/manifest.json", "/journeys/none/manifest.json", "/nothing"] {
                #expect(try await ask.get(path).headers["X-Content-Type-Options"] == "nosniff")
            }
        }
    }

    @Test(
        "a reload applies new manifests, remote configuration, tokens and keys at once",
        arguments: GatewayFolder.Store.available)
    func reload(store: GatewayFolder.Store) async throws {
        try await GatewayFixture.run(keepingIn: store) { folder, gateway, ask async throws in
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
        "a journey removed from the folder is withdrawn and cannot return older",
        arguments: GatewayFolder.Store.available)
    func withdrawn(store: GatewayFolder.Store) async throws {
        try await GatewayFixture.run(keepingIn: store) { folder, gateway, ask async throws in
            try await folder.publish("transfer", sequence: 3)
            try await gateway.reload()
            try folder.remove("published/transfer")
            try await gateway.reload()
            #expect(try await ask.get("/journeys/transfer/manifest.json").status == 404)
            #expect(try await ask.get("/journeys/transfer/openapi.json").status == 404)
            try await folder.publish("transfer", sequence: 2)
            #expect(await GatewayFixture.code { try await gateway.reload() } == .manifestInvalid)
            try await folder.publish("transfer", sequence: 3)
            try await gateway.reload()
            #expect(try await ask.get("/journeys/transfer/manifest.json").status == 200)
        }
    }

    @Test(
        "a restarted gateway keeps its sequence numbers: older documents are not published",
        arguments: GatewayFolder.Store.available)
    func restart(store: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            try await folder.publishRemote(sequence: 5)
            await (try Gateway.start(configuration: folder.file)).stop()
            try await folder.publishRemote(sequence: 4)
            #expect(
                await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) }
                    == .remoteConfigRollback)
        }
    }

    @Test(
        "two gateways over one PostgreSQL serve the same documents, and neither goes back",
        .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
    func two() async throws {
        try await GatewayFixture.run(keepingIn: .postgreSQL) { folder, first, ask async throws in
            let second = try await Gateway.start(configuration: folder.file)
            let other = GatewayFixture.Client(
                transport: ask.transport,
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: second.port)))
            do {
                let manifest = try await folder.publish("transfer", sequence: 2)
                try await first.reload()
                #expect(try await other.get("/journeys/transfer/manifest.json").body == manifest)
                try await folder.publish("transfer", sequence: 1)
                #expect(await GatewayFixture.code { try await second.reload() } == .manifestInvalid)
                #expect(try await ask.get("/journeys/transfer/manifest.json").body == manifest)
                // A revocation published on one gateway takes effect on the other at once, whether or not it can read its files.
                let (next, nextRemote) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
                try folder.writeKeys(version: 2, revoked: ["m1"], more: ["m2": next])
                try folder.writeRemoteKeys(["r1": folder.remoteKey, "r2": nextRemote], version: 2, revoked: ["r1"])
                try await folder.publish("transfer", sequence: 3, key: next, kid: "m2")
                try await folder.publishRemote(sequence: 2, key: nextRemote, kid: "r2")
                try await first.reload()
                for path in [
                    "/.well-known/journey-keys.json", "/.well-known/remote-configuration-keys.json",
                    "/journeys/transfer/manifest.json", "/remote-configuration/sandbox",
                ] {
                    let answer = try await ask.get(path)
                    #expect(answer.status == 200)
                    #expect(try await other.get(path).body == answer.body, "\(path)")
                }
                let keys = try JSONReader.read(try await other.get("/.well-known/journey-keys.json").body)
                #expect(keys["version"] == 2 && keys["revoked"] == ["m1"])
                #expect(try await other.get("/ready").status == 200)
                await second.stop()
            } catch {
                await second.stop()
                throw error
            }
        }
    }

    @Test("a reload with one refused document publishes none")
    func wholeOrNothing() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            try await folder.publish("zebra", sequence: 9)
            try await folder.publishRemote(sequence: 5)
            try await gateway.reload()
            let before = try await ask.get("/journeys/transfer/manifest.json").body
            let keys = try await ask.get("/.well-known/journey-keys.json").body
            let remote = try await ask.get("/remote-configuration/sandbox").body
            let next = try P256PrivateKey.generate()
            // A newer and a new manifest; then one older than the served.
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

    @Test("a reload that cannot be used as a whole changes nothing")
    func badReload() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
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
                #expect(await GatewayFixture.code { try await gateway.reload() } == wanted)
                #expect(try await ask.get("/journeys/transfer/manifest.json").body == before)
            }
            try folder.write("tokens", Array(GatewayFolder.tokenLine.utf8))
            try await folder.publish("forged", sequence: 1, key: stranger)
            #expect(await GatewayFixture.code { try await gateway.reload() } == .manifestSignature)
            #expect(try await ask.get("/journeys/transfer/manifest.json").body == before)
        }
    }

    @Test("a removed remote configuration is no longer served and cannot return older")
    func remoteWithdrawn() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            try await folder.publishRemote(sequence: 3)
            try await gateway.reload()
            // Its key is revoked, and the document removed.
            let next = try P256PrivateKey.generate()
            try folder.writeRemoteKeys(["r1": folder.remoteKey, "r2": next], version: 2, revoked: ["r1"])
            #expect(await GatewayFixture.code { try await gateway.reload() } == .remoteConfigInvalid)
            try folder.remove("published/remote-configuration.jws")
            try await gateway.reload()
            #expect(try await ask.get("/remote-configuration/sandbox").status == 404)
            try await folder.publishRemote(sequence: 2, key: next, kid: "r2")
            #expect(await GatewayFixture.code { try await gateway.reload() } == .remoteConfigRollback)
            let document = try await folder.publishRemote(sequence: 4, key: next, kid: "r2")
            try await gateway.reload()
            #expect(try await ask.get("/remote-configuration/sandbox").body == document)
        }
    }

    @Test("a bundle and a manifest may be as large and deep as the SDK accepts")
    func largeDocuments() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
            let long = String(repeating: "a", count: 3 << 20)
            let openAPI = Array(#"{"openapi": "3.1.0", "x-deep": \#(deep), "x-long": "\#(long)"}"#.utf8)
            try await folder.publish("transfer", sequence: 2, openAPI: openAPI)
            try await gateway.reload()
            #expect(try await ask.get("/journeys/transfer/openapi.json").status == 200)
            let tooDeep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
            try await folder.publish("transfer", sequence: 3, openAPI: Array(#"{"x": \#(tooDeep)}"#.utf8))
            #expect(await GatewayFixture.code { try await gateway.reload() } == .oapiInvalid)
            try await folder.publish("transfer", sequence: 3, openAPI: openAPI + openAPI)
            #expect(await GatewayFixture.code { try await gateway.reload() } == .fileUnusable)
        }
    }
}
