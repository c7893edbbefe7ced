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

@Suite("Keys of a running gateway", .timeLimit(.minutes(10)))
struct GatewayKeyTests {
    @Test(
        "a rotated and revoked key's documents are no longer served, and the key cannot return",
        arguments: GatewayFolder.Store.available)
    func keys(store: GatewayFolder.Store) async throws {
        try await GatewayFixture.run(keepingIn: store) { folder, gateway, ask async throws in
            let next = try P256PrivateKey.generate()
            try folder.writeKeys(version: 2, more: ["m2": next])
            try await folder.publish("opening", sequence: 1, key: next, kid: "m2")
            try await gateway.reload()
            #expect(try await ask.get("/journeys/opening/manifest.json").status == 200)
            // Revoked while its manifest is still in the folder.
            try folder.writeKeys(version: 3, revoked: ["m1"], more: ["m2": next])
            #expect(await GatewayFixture.code { try await gateway.reload() } == .manifestKeyRevoked)
            try await folder.publish("transfer", sequence: 2, key: next, kid: "m2")
            try await gateway.reload()
            let keys = try JSONReader.read(try await ask.get("/.well-known/journey-keys.json").body)
            #expect(keys["version"] == 3 && keys["revoked"] == ["m1"])
            #expect(keys["keys"]?.array?.compactMap { $0["kid"]?.string } == ["m1", "m2"])
            try folder.writeKeys(version: 2, more: ["m2": next])
            #expect(await GatewayFixture.code { try await gateway.reload() } == .keysRollback)
            try folder.writeKeys(version: 4, more: ["m2": next])
            #expect(await GatewayFixture.code { try await gateway.reload() } == .keysRollback)
        }
    }

    @Test("the key set is served exactly as signed by the root, and a device accepts it")
    func signedKeys() async throws {
        try await GatewayFixture.run { folder, _, ask async throws in
            let answer = try await ask.get("/.well-known/journey-keys.json")
            #expect(answer.headers["Cache-Control"] == "public, no-cache")
            let anchor = try ManifestAnchor(
                JSONReader.read(Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/anchor.json")))))
            let set = try ManifestKeySet.verify(answer.body, anchor: anchor, now: Date())
            #expect(set.keys.keyIDs == ["m1"] && set.version == 1)
        }
    }

    @Test("a key set that devices would refuse is not served: wrong root, issuer or environment, or unsigned")
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
                #expect(
                    await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) } == wanted,
                    "\(member)")
            }
            try folder.write("anchor.json", anchor.compactBytes)
            var members = try #require(try JSONReader.read(Array(good)).object)
            members["signature"] = nil
            try folder.write("manifest-keys.json", JSONValue.object(members).compactBytes)
            #expect(
                await GatewayFixture.code { _ = try await Gateway.check(configuration: folder.file) } == .keysInvalid)
            try folder.write("manifest-keys.json", Array(good))
            #expect(try await Gateway.check(configuration: folder.file).map(\.rawValue) == ["transfer"])
        }
    }

    @Test("accepted key sets are remembered across a restart: none returns older or under another key ID")
    func keysRestart() async throws {
        try await GatewayFolder.visit { folder in
            func start() async -> ErrorCode? {
                await GatewayFixture.code { await (try Gateway.start(configuration: folder.file)).stop() }
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
            #expect(
                await GatewayFixture.code {
                    try folder.writeKeys(version: 5, revoked: ["m1"], more: ["m2": next, "m3": folder.manifestKey])
                } == .keysInvalid)
            try folder.writeManifestKeys(
                JWKSet(["m2": next.publicKey, "m3": folder.manifestKey.publicKey]), version: 5, revoked: ["m1"])
            #expect(await start() == .keysRollback)
            try folder.writeKeys(version: 5, revoked: ["m1"], more: ["m2": next])
            #expect(await start() == nil)
        }
    }

    @Test(
        "a key revoked after its rotation cannot return under any ID",
        arguments: GatewayFolder.Store.available)
    func revokedLater(store: GatewayFolder.Store) async throws {
        try await GatewayFixture.run(keepingIn: store) { folder, gateway, _ async throws in
            let next = try P256PrivateKey.generate()
            try folder.writeKeys(version: 3, more: ["m2": next])
            try await gateway.reload()
            let rest = try JWKSet(["m2": next.publicKey])
            try await folder.publish("transfer", sequence: 2, key: next, kid: "m2")
            try folder.writeManifestKeys(rest, version: 4, revoked: [])
            try await gateway.reload()
            try folder.writeManifestKeys(rest, version: 5, revoked: ["m1"])
            try await gateway.reload()
            let again = try JWKSet(["m2": next.publicKey, "m3": folder.manifestKey.publicKey])
            try folder.writeManifestKeys(again, version: 6, revoked: ["m1"])
            #expect(await GatewayFixture.code { try await gateway.reload() } == .keysRollback)
            try folder.writeManifestKeys(
                JWKSet(["m2": next.publicKey, "m3": try P256PrivateKey.generate().publicKey]), version: 6,
                revoked: ["m1"])
            try await gateway.reload()
        }
    }

    @Test("one key cannot serve two purposes under any name")
    func keyTwice() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writeRemoteKeys(["r1": folder.remoteKey, "r9": folder.manifestKey], version: 1)
            #expect(
                await GatewayFixture.code { _ = try await Gateway.start(configuration: folder.file) } == .keysInvalid)
        }
    }
}
