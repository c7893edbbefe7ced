import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

@Suite("Key sets on the device")
struct KeySetRunTests {
    private func run(_ world: JourneyFixture) async throws -> String { JourneyFixture.word(try await world.run()) }

    @Test("a journey uses the gateway's key set, which is requested without the token")
    func runs() async throws {
        let world = try JourneyFixture()
        let network = try await world.transport()
        #expect(JourneyFixture.word(try await world.run(network)) == "completed")
        let question = try #require(network.requests.first { $0.url.path == "/.well-known/journey-keys.json" })
        #expect(question.headers["Authorization"] == nil)
    }

    @Test("an accepted key set version is the minimum afterwards, across restarts")
    func rollback() async throws {
        var world = try JourneyFixture()
        world.keySet = world.keySet.with("version", 7)
        #expect(try await run(world) == "completed")
        world.restart()
        world.keySet = world.keySet.with("version", 6)
        #expect(try await run(world) == "KEYS_ROLLBACK")
        #expect(world.page.loads.isEmpty)
        world.restart()
        world.keySet = world.keySet.with("version", 8)
        #expect(try await run(world) == "completed")
    }

    @Test("a different key set with a known version is refused; the same set under a new signature is accepted")
    func otherOfSameVersion() async throws {
        var world = try JourneyFixture()
        #expect(try await run(world) == "completed")
        world.restart()
        #expect(try await run(world) == "completed")
        world.restart()
        world.keySet = world.keySet.with("revoked", ["key-9"])
        #expect(try await run(world) == "KEYS_ROLLBACK")
    }

    @Test("a revoked key stays revoked: an older set does not restore it")
    func revocation() async throws {
        var world = try JourneyFixture()
        #expect(try await run(world) == "completed")
        let before = world.keySet
        world.restart()
        world.keySet = before.with("version", 2).with("revoked", ["key-1"])
        // Refused, but recorded.
        #expect(try await run(world) == "MANIFEST_KEY_REVOKED")
        world.restart()
        world.keySet = before
        #expect(try await run(world) == "KEYS_ROLLBACK")
    }

    @Test("a damaged stored version fails with STORE_FAILED")
    func spoilt() async throws {
        var world = try JourneyFixture()
        #expect(try await run(world) == "completed")
        let names = try #require(
            StoreKey("keys.production.\(Hex.encode(SHA256.hash(Array("test-bank".utf8))).prefix(32))"))
        #expect(try await world.store.load(names) != nil)
        for text in ["", "{}", #"{"version":"1","digest":"00"}"#] {
            try await world.store.save(Array(text.utf8), for: names)
            world.restart()
            #expect(try await run(world) == "STORE_FAILED")
        }
    }

    @Test("a key set of another environment or issuer, without a trusted root, or out of date is refused")
    func refused() async throws {
        for (member, value, code) in [
            ("environment", "sandbox", "KEYS_MISMATCH"), ("issuer", "other-bank", "KEYS_MISMATCH"),
            ("notBefore", "2027-01-20T00:00:00Z", "KEYS_NOT_YET_VALID"),
            ("notAfter", "2027-01-15T00:00:00Z", "KEYS_EXPIRED"),
        ] {
            var world = try JourneyFixture()
            world.keySet = world.keySet.with(member, .string(value))
            #expect(try await run(world) == code)
            #expect(world.page.loads.isEmpty)
        }
        var world = try JourneyFixture()
        world.config.endpoints.manifestAnchor = ManifestAnchor(
            issuer: "test-bank", environment: "production",
            keys: try JWKSet(["root-1": P256PrivateKey.generate().publicKey]))
        #expect(try await run(world) == "KEYS_INVALID")
    }

    @Test("no journey starts without a key set")
    func unavailable() async throws {
        for (answer, code) in [
            (HTTPResponse(status: 404), "KEYS_UNAVAILABLE"), (HTTPResponse(status: 200, body: []), "KEYS_INVALID"),
            (HTTPResponse(status: 200, body: Array("{}".utf8)), "KEYS_INVALID"),
        ] {
            var world = try JourneyFixture()
            world.keySetAnswer = answer
            #expect(try await run(world) == code)
            #expect(world.page.loads.isEmpty)
        }
    }
}
