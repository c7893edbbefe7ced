import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Validity of published documents", .timeLimit(.minutes(10)))
struct GatewayTimeTests {
    private static func text(_ seconds: TimeInterval) -> JSONValue {
        .string(Date().addingTimeInterval(seconds).formatted(.iso8601))
    }

    private func check(_ folder: GatewayFolder) async -> ErrorCode? {
        await GatewayFixture.code { _ = try await Gateway.check(configuration: folder.file) }
    }

    @Test("a key set that is not yet valid replaces no other, and a check accepts it")
    func earlyKeys() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            let served = try await ask.get("/.well-known/journey-keys.json").body
            let keys = try JWKSet(["m1": folder.manifestKey.publicKey])
            try folder.writeManifestKeys(keys, version: 2, revoked: [], from: 600, to: 3_600)
            #expect(await GatewayFixture.code { try await gateway.reload() } == .keysNotYetValid)
            #expect(
                await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) }
                    == .keysNotYetValid)
            #expect(await check(folder) == nil)
            #expect(try await ask.get("/.well-known/journey-keys.json").body == served)
            // Its version was not used up.
            try folder.writeManifestKeys(keys, version: 2, revoked: [], from: -1, to: 3_600)
            try await gateway.reload()
            #expect(try await ask.get("/.well-known/journey-keys.json").body != served)
        }
    }

    @Test("a manifest or remote configuration that is not yet valid is not published, and keeps its number")
    func earlyDocuments() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            try await folder.publish("transfer", sequence: 2, changes: ["notBefore": Self.text(600)])
            #expect(await GatewayFixture.code { try await gateway.reload() } == .manifestNotYetValid)
            #expect(await check(folder) == nil)
            let manifest = try await folder.publish("transfer", sequence: 2)
            try await folder.publishRemote(sequence: 2, changes: ["notBefore": Self.text(600)])
            #expect(await GatewayFixture.code { try await gateway.reload() } == .remoteConfigExpired)
            #expect(await check(folder) == nil)
            let remote = try await folder.publishRemote(sequence: 2)
            try await gateway.reload()
            #expect(try await ask.get("/journeys/transfer/manifest.json").body == manifest)
            #expect(try await ask.get("/remote-configuration/sandbox").body == remote)
        }
    }

    @Test("an expired document is not published")
    func ended() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            let keys = try JWKSet(["m1": folder.manifestKey.publicKey])
            let old = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/manifest-keys.json"))
            for (slip, wanted) in [
                (
                    {
                        try await folder.publish("transfer", sequence: 2, changes: ["notAfter": Self.text(-600)])
                    }, .manifestExpired
                ),
                (
                    {
                        try await folder.publishRemote(sequence: 2, changes: ["notAfter": Self.text(-600)])
                    }, .remoteConfigExpired
                ),
                (
                    {
                        try folder.writeManifestKeys(keys, version: 2, revoked: [], from: -7_200, to: -600)
                        return []
                    }, .keysExpired
                ),
                (
                    // The set is valid, but its only key isn't any more.
                    {
                        try folder.writeManifestKeys(keys, version: 2, revoked: [], from: -60, to: 600, keysEnd: -30)
                        return try await folder.publish("transfer", sequence: 2)
                    }, .manifestKeyExpired
                ),
            ] as [(() async throws -> [UInt8], ErrorCode)] {
                let served = try await ask.get("/journeys/transfer/manifest.json").body
                _ = try await slip()
                #expect(await GatewayFixture.code { try await gateway.reload() } == wanted)
                #expect(await check(folder) == wanted)
                #expect(try await ask.get("/journeys/transfer/manifest.json").body == served)
                try await folder.publish("transfer", sequence: 1)
                try await folder.publishRemote(sequence: 1)
                try folder.write("manifest-keys.json", Array(old))
                try await gateway.reload()
            }
        }
    }

    @Test("a published document that has expired since prevents neither a start nor a reload")
    func endedSince() async throws {
        try await GatewayFolder.visit { folder in
            await (try Gateway.start(configuration: folder.file)).stop()
            let warnings = Mutex<[String]>([])
            var dependencies = Dependencies.system
            dependencies.now = { Date().addingTimeInterval(7_200) }
            dependencies.log = Log { entry in
                guard entry.level == .warning else { return }
                warnings.withLock { $0.append(entry.sentence) }
            }
            let gateway = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
            #expect(
                warnings.withLock {
                    $0.contains("Served content has expired and is refused by devices; publish a new version.")
                })
            let code = await GatewayFixture.code { try await gateway.reload() }
            // Nothing new is accepted under an expired key set.
            try await folder.publish("transfer", sequence: 2)
            let newer = await GatewayFixture.code { try await gateway.reload() }
            await gateway.stop()
            #expect(code == nil && newer == .keysExpired)
        }
    }

    @Test("a document that every device would refuse is not published")
    func refused() async throws {
        try await GatewayFixture.run { folder, gateway, ask async throws in
            let served = try await ask.get("/journeys/transfer/manifest.json").body
            for (changes, wanted) in [
                (["issuer": "another-bank"], .manifestIssuer), (["journeyId": "opening"], .manifestMismatch),
                (["startStep": nil], .manifestInvalid), (["notAfter": "soon"], .manifestInvalid),
                (["sequence": .number(try #require(JSONNumber(lexeme: "2.0")))], .manifestInvalid),
            ] as [([String: JSONValue?], ErrorCode)] {
                try await folder.publish("transfer", sequence: 2, changes: changes)
                #expect(await GatewayFixture.code { try await gateway.reload() } == wanted, "\(changes)")
                #expect(try await ask.get("/journeys/transfer/manifest.json").body == served)
            }
            try await folder.publish("transfer", sequence: 2)
            try await gateway.reload()
        }
    }
}
